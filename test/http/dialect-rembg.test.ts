/** The API of rembg's server: by address and by file, models, and callers without a key. */
import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { type Caller, type Fields, multipart, PHOTO, TestApp, useApp } from './app.js'

const PATH = '/api/remove'
const withNetworks = new TestApp()
withNetworks.networks = ['isnet-anime', 'birefnet-general']
const app = useApp({ DIALECTS: 'rembg' }, withNetworks)

const send = (caller: Caller, fields: Fields = {}, query = ''): Promise<LightMyRequestResponse> =>
  caller.post(multipart({ file: PHOTO, ...fields }), {}, `${PATH}${query}`)

const get = ({ key }: Pick<Caller, 'key'>, parameters: Record<string, string>, more = {}) => {
  const url = `${PATH}?${new URLSearchParams(parameters)}`
  return app.inject({ method: 'GET', url, headers: { 'x-api-key': key, ...more } })
}
const photoUrl = (): string => `http://${app.originHost}/photo.png`

const lastJob = () => app.engine.seen.at(-1)?.job
const PLAIN = {
  kind: 'cutout',
  classify: false,
  watermark: false,
  cap: { pixels: 50_000_000 },
  format: 'png',
  channels: 'rgba',
}

test('a file without options', async () => {
  const caller = await app.caller()
  expect((await send(caller)).headers['content-type']).toBe('image/png')
  expect(lastJob()).toEqual(PLAIN)
  expect(await caller.charges()).toEqual([-1])
})

test('an address, which no cache keeps', async () => {
  const caller = await app.caller()
  const response = await get(caller, { url: photoUrl() })
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(app.engine.seen).toEqual([{ job: PLAIN, input: PHOTO }])
  expect(await caller.charges()).toEqual([-1])
})

test('an address takes no room among the uploads', async () => {
  const take = vi.spyOn(app.parts.uploads, 'take')
  const caller = await app.caller()
  await get(caller, { url: photoUrl() })
  expect(take.mock.calls).toEqual([[caller.accountId, 0]])
})

test('HEAD is refused: it would cost as much', async () => {
  const caller = await app.caller()
  const url = `${PATH}?url=${encodeURIComponent(photoUrl())}`
  expect((await app.inject({ method: 'HEAD', url, headers: { 'x-api-key': caller.key } })).statusCode).toBe(405)
  expect([app.engine.seen, await caller.balance()]).toEqual([[], 1])
})

const BACKGROUND = { kind: 'colour', r: 255, g: 128, b: 0, alpha: 200 }

test.each<[Record<string, string>, object]>([
  [{ om: 'true' }, { ...PLAIN, channels: 'alpha' }],
  [
    { om: '1', bgc: '1,2,3,4' },
    { ...PLAIN, channels: 'alpha' },
  ],
  [{ om: 'no' }, PLAIN],
  [{ bgc: '255, 128,0,200' }, { ...PLAIN, background: BACKGROUND }],
  [{ a: 'true', af: '240', ab: '10', ae: '10', ppm: 'on' }, PLAIN],
  [{ a: 'false', af: '27', ab: '20', ae: '15' }, PLAIN],
  [{ extras: '{}', model: 'u2net', unknown: 'x' }, PLAIN],
  [{ model: 'u2netp' }, { ...PLAIN, detail: 'fast' }],
  [{ model: 'bria-rmbg' }, { ...PLAIN, detail: 'best' }],
  [{ model: 'u2net_human_seg' }, { ...PLAIN, prefer: 'person' }],
  [{ model: 'isnet-anime' }, { ...PLAIN, detail: 'isnet-anime' }],
  [{ model: 'birefnet-general' }, { ...PLAIN, detail: 'birefnet-general' }],
])('%j, by address and by file, as field and in the address', async (parameters, expected) => {
  expect((await get(await app.caller(), { url: photoUrl(), ...parameters })).statusCode).toBe(200)
  expect(lastJob()).toEqual(expected)
  expect((await send(await app.caller(), parameters)).statusCode).toBe(200)
  expect(lastJob()).toEqual(expected)
  expect((await send(await app.caller(), {}, `?${new URLSearchParams(parameters)}`)).statusCode).toBe(200)
  expect(lastJob()).toEqual(expected)
})

test('a field goes before the address, and of several values the last counts', async () => {
  await send(await app.caller(), { om: 'false' }, '?om=true')
  expect(lastJob()).toMatchObject({ channels: 'rgba' })
  await send(await app.caller(), {}, '?om=false&om=true&bgc=')
  expect(lastJob()).toMatchObject({ channels: 'alpha' })
})

test.each<[Record<string, string>, string, string]>([
  [{ model: 'sam' }, 'model', 'model must be one of isnet-anime, birefnet-general, u2net,'],
  [{ model: 'toString' }, 'model', "got 'toString'"],
  [{ om: 'maybe' }, 'om', "got 'maybe'"],
  [{ af: '256' }, 'af', 'af must be a whole number from 0 to 255'],
  [{ a: '1', ae: '15' }, 'ae', 'ae tunes a matting that is not used here'],
  [{ bgc: '255,255,255' }, 'bgc', 'bgc must be four numbers from 0 to 255'],
  [{ bgc: '1,2,3,256' }, 'bgc', 'bgc must be four numbers from 0 to 255'],
  [{ bgc: '1,2,3,4,5' }, 'bgc', 'bgc must be four numbers from 0 to 255'],
  [{ extras: '{"sam_prompt":[]}' }, 'extras', 'extras must be {} or null, or left out: here models take no further'],
])('%j is refused', async (parameters, name, message) => {
  const caller = await app.caller()
  for (const response of [await get(caller, { url: photoUrl(), ...parameters }), await send(caller, parameters)]) {
    expect([response.statusCode, response.json()]).toEqual([
      422,
      { detail: [{ type: 'value_error', loc: ['query', name], msg: expect.stringContaining(message) }] },
    ])
  }
  expect(await caller.balance()).toBe(1)
})

test('no address, and one that cannot be used', async () => {
  const caller = await app.caller()
  expect((await get(caller, {})).json()).toMatchObject({ detail: [{ loc: ['query', 'url'] }] })
  expect((await get(caller, { url: 'file:///etc/passwd' })).statusCode).toBe(422)
  expect((await get(caller, { url: 'http://127.0.0.1:1/' })).json()).toEqual({ detail: expect.any(String) })
  app.origin = (_, response) => response.writeHead(404).end()
  const dead = await get(caller, { url: photoUrl() })
  expect([dead.statusCode, await caller.balance()]).toEqual([400, 1])
})

test('a repeated GET with the same Idempotency-Key is not charged; one for another address is refused', async () => {
  const caller = await app.caller({ credits: 2 })
  const repeated = { 'idempotency-key': 'k' }
  await get(caller, { url: photoUrl() }, repeated)
  expect((await get(caller, { url: photoUrl() }, repeated)).statusCode).toBe(200)
  expect((await get(caller, { url: `${photoUrl()}?2` }, repeated)).statusCode).toBe(422)
  expect(await caller.charges()).toEqual([-1])
})

describe('the key', () => {
  test('may be a bearer token', async () => {
    const { key } = await app.caller()
    const body = multipart({ file: PHOTO })
    const headers = { ...body.headers, authorization: `Bearer ${key}` }
    expect((await app.inject({ method: 'POST', url: PATH, ...body, headers })).statusCode).toBe(200)
  })

  test('is needed, and not taken from the address', async () => {
    const { key } = await app.caller()
    for (const query of ['', `?key=${key}`, `?x-api-key=${key}`]) {
      const { statusCode } = await app.inject({ method: 'POST', url: `${PATH}${query}`, ...multipart({ file: PHOTO }) })
      expect(statusCode).toBe(401)
    }
  })
})

describe('with REMBG_KEY', () => {
  const KEY = `sk_${'R'.repeat(40)}`
  const open = useApp({ DIALECTS: 'rembg', REMBG_KEY: KEY })

  /** The account of that key. */
  async function payer(credits: number): Promise<Caller> {
    const caller = await open.caller({ credits })
    const hash = createHash('sha256').update(KEY).digest('hex')
    const facts = { id: 'key_of_rembg', name: 'rembg', prefix: KEY.slice(0, 9), hash, rateLimit: null }
    await open.db.keys.create({ ...facts, accountId: caller.accountId })
    return caller
  }
  const post = (headers = {}) => {
    const body = multipart({ file: PHOTO })
    return open.inject({ method: 'POST', url: PATH, ...body, headers: { ...body.headers, ...headers } })
  }

  test('its account pays for callers without a key, and for nobody else', async () => {
    const paying = await payer(1)
    const other = await open.caller()
    expect((await post({ 'x-api-key': other.key })).statusCode).toBe(200)
    expect([await paying.balance(), await other.balance()]).toEqual([1, 0])
    expect((await post()).statusCode).toBe(200)
    expect(await paying.balance()).toBe(0)
    expect((await post()).statusCode).toBe(402)
  })

  test('a wrong key is refused all the same, and other routes need one', async () => {
    expect((await post({ 'x-api-key': 'wrong' })).statusCode).toBe(401)
    expect(
      (await open.inject({ method: 'POST', url: '/v1/remove', ...multipart({ image_file: PHOTO }) })).statusCode,
    ).toBe(401)
  })
})
