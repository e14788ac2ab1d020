/** Pixian's API: HTTP Basic, three ways to send a photo, and what its parameters become. */
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { type Body, type Caller, type Fields, multipart, PHOTO, urlencoded, useApp } from './app.js'

const PATH = '/api/v2/remove-background'
const app = useApp({ DIALECTS: 'pixian' })

const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`px123:${secret}`).toString('base64')}` })

const post = ({ key }: Caller, { headers, payload }: Body, more = {}): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'POST', url: PATH, headers: { ...headers, ...basic(key), ...more }, payload })

const send = (caller: Caller, fields: Fields = {}, more = {}): Promise<LightMyRequestResponse> =>
  post(caller, multipart({ image: PHOTO, ...fields }), more)

const lastJob = () => app.engine.seen.at(-1)?.job

test('a call without options: up to 25 megapixels, in the format that suits', async () => {
  const caller = await app.caller()
  const { headers } = await send(caller)
  expect(lastJob()).toEqual({
    kind: 'cutout',
    classify: false,
    watermark: false,
    cap: { pixels: 25_000_000 },
    format: 'auto',
    quality: 75,
    channels: 'rgba',
  })
  expect([headers['x-credits-charged'], headers['x-credits-calculated']]).toEqual(['1', undefined])
  expect(await caller.charges()).toEqual([-1])
})

test('the photo may come as base64 or by its address', async () => {
  const base64 = { 'image.base64': PHOTO.toString('base64') }
  expect((await post(await app.caller(), multipart(base64))).statusCode).toBe(200)
  expect((await post(await app.caller(), urlencoded(base64))).statusCode).toBe(200)
  const address = { 'image.url': `http://${app.originHost}/photo.png` }
  expect((await post(await app.caller(), multipart(address))).statusCode).toBe(200)
  expect(app.engine.seen.map(({ input }) => input)).toEqual([PHOTO, PHOTO, PHOTO])
})

const px = (value: number) => ({ value, unit: 'px' })
const none = { top: px(0), right: px(0), bottom: px(0), left: px(0) }
const CROP = { 'result.crop_to_foreground': 'true' }

test.each<[Fields, object]>([
  [{ max_pixels: '100' }, { cap: { pixels: 100 } }],
  [{ 'background.color': '#0055FF' }, { background: { kind: 'colour', r: 0, g: 0x55, b: 255, alpha: 255 } }],
  [{ 'background.color': 'FFFFFF' }, { background: { kind: 'colour', r: 255, g: 255, b: 255, alpha: 255 } }],
  [CROP, { crop: none }],
  [{ ...CROP, 'result.margin': '10px' }, { crop: { top: px(10), right: px(10), bottom: px(10), left: px(10) } }],
  [
    { ...CROP, 'result.margin': '1px 20% 3px' },
    { crop: { top: px(1), right: { value: 20, unit: '%' }, bottom: px(3), left: { value: 20, unit: '%' } } },
  ],
  [{ ...CROP, 'result.margin': '1px 2px 3px 4px' }, { crop: { top: px(1), right: px(2), bottom: px(3), left: px(4) } }],
  [
    { ...CROP, 'result.target_size': '1500 1000', 'result.vertical_alignment': 'bottom' },
    { canvas: { size: { width: 1500, height: 1000 }, align: { xPercent: 50, yPercent: 100 }, margins: none } },
  ],
  [
    { ...CROP, 'result.target_size': '800 800', 'result.margin': '5px' },
    { canvas: { align: { xPercent: 50, yPercent: 50 }, margins: { top: px(5) } } },
  ],
  [{ 'result.margin': '0px', 'result.vertical_alignment': 'top' }, { format: 'auto' }],
  [
    { 'output.format': 'jpeg', 'output.jpeg_quality': '90' },
    { format: 'jpg', quality: 90 },
  ],
  [
    { 'output.format': 'png', test: 'false' },
    { format: 'png', watermark: false },
  ],
])('%j', async (fields, expected) => {
  expect((await send(await app.caller(), fields)).statusCode).toBe(200)
  expect(lastJob()).toMatchObject(expected)
})

test('test=true is free and watermarked, and says what it would have cost', async () => {
  const caller = await app.caller({ credits: 0 })
  const { statusCode, headers } = await send(caller, { test: 'true' })
  expect([statusCode, headers['x-credits-charged'], headers['x-credits-calculated']]).toEqual([200, '0', '1'])
  expect(headers['x-silhouette-notice']).toContain('Leave out test')
  expect(lastJob()).toMatchObject({ watermark: true, cap: { pixels: 4096 ** 2 } })
})

test('what a repeat cost is nothing', async () => {
  const caller = await app.caller()
  await send(caller, {}, { 'idempotency-key': 'k' })
  expect((await send(caller, {}, { 'idempotency-key': 'k' })).headers['x-credits-charged']).toBe('0')
})

test.each<[Fields, number, string]>([
  [{ image: '' }, 1005, 'The photo is missing: send one of image, image.base64, image.url'],
  [{ 'image.url': 'https://example.com/a.png' }, 400, 'Send only one of image, image.url'],
  [{ image: '', 'image.url': 'file:///etc/passwd' }, 400, 'image.url must be an absolute http or https URL'],
  [{ image: '', 'image.base64': '***' }, 400, 'image.base64 must be base64'],
  [{ max_pixels: '99' }, 400, 'max_pixels must be a whole number from 100 to 25000000'],
  [{ 'result.margin': '5%' }, 400, 'result.margin is served with result.crop_to_foreground=true only'],
  [{ 'result.target_size': '90 90' }, 400, 'result.target_size is served with result.crop_to_foreground=true only'],
  [{ ...CROP, 'result.target_size': '90' }, 400, 'result.target_size must be a width and a height of 16 to 4096'],
  [{ ...CROP, 'result.target_size': '9000 90' }, 400, 'result.target_size must be a width and a height of 16 to 4096'],
  [{ ...CROP, 'result.margin': '1 2 3 4 5' }, 400, 'result.margin must be 1 to 4 values'],
  [{ 'output.format': 'delta_png' }, 400, 'output.format must be one of auto, png, jpeg'],
])('%j is refused', async (fields, code, message) => {
  const caller = await app.caller()
  const response = await send(caller, fields)
  expect(response.json()).toEqual({ error: { status: 400, code, message: expect.stringContaining(message) } })
  expect([response.statusCode, await caller.balance()]).toEqual([400, 1])
})

test('an address that cannot be downloaded is refused', async () => {
  app.origin = (_, response) => response.writeHead(404).end()
  const caller = await app.caller()
  const response = await post(caller, multipart({ 'image.url': `http://${app.originHost}/dead` }))
  expect(response.json()).toMatchObject({ error: { status: 400, code: 1006 } })
  expect(await caller.balance()).toBe(1)
})

test.each([
  ['nothing', {}],
  ['our usual header', { 'x-api-key': 'KEY' }],
  ['no secret', { authorization: `Basic ${Buffer.from('KEY').toString('base64')}` }],
  ['another scheme', { authorization: 'Bearer KEY' }],
  ['the wrong secret', basic('wrong')],
  ['nonsense', { authorization: 'Basic ***' }],
])('%s is answered with a challenge', async (_what, headers) => {
  const { key } = await app.caller()
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('KEY', key)]))
  const response = await app.inject({ method: 'POST', url: PATH, headers: sent })
  expect(response.json()).toMatchObject({ error: { status: 401, code: 1004 } })
  expect(response.headers['www-authenticate']).toBe('Basic realm="Silhouette"')
})
