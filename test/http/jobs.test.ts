/** /v1/jobs over HTTP, with the fake engine: handed over, worked through, read, cancelled, followed. */
import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { RANKS } from '../../src/engine/port.js'
import { backgroundKeyOf } from '../../src/service/images/job-inputs.js'
import { MOST_WATCHERS } from '../../src/service/jobs/watch.js'
import { type Caller, errorOf, eventually, json, multipart, PHOTO, urlencoded, useApp } from './app.js'
import { FakeEngine, gate, OUTCOME, PNG } from './fake-engine.js'

const app = useApp()
const ONE_WORKER = { workers: { idle: 1, busy: 0, starting: 0 } }

interface Item {
  position: number
  state: string
  image_url?: string
  result?: { url: string }
  error?: { code: string; message: string }
  credits_charged: number
}

interface Job {
  id: string
  state: string
  counts: Record<string, number>
  items: Item[]
  ahead: number
  next?: number
}

const address = (name = 'photo.png'): string => `http://${app.originHost}/${name}`
const addresses = (count: number): string[] => Array.from({ length: count }, (_, i) => address(`${i + 1}.png`))

const post = (caller: Caller, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  caller.post(json({ operation: 'remove', size: 'full', ...body }), headers, '/v1/jobs')

const get = (caller: Caller, path: string) => app.get(`/v1/jobs${path}`, { 'x-api-key': caller.key })

const read = async (caller: Caller, id: string): Promise<Job> => (await get(caller, `/${id}`)).json<Job>()

async function ended(caller: Caller, id: string): Promise<Job> {
  let job = await read(caller, id)
  await eventually(async () => {
    job = await read(caller, id)
    expect(['finished', 'cancelled']).toContain(job.state)
  })
  return job
}

/** Works until it has nothing more to do; tests decide when. */
async function work<T>(during: () => Promise<T>): Promise<T> {
  app.parts.jobRunner.start()
  try {
    return await during()
  } finally {
    await app.parts.jobRunner.stop()
  }
}

describe('a job', () => {
  test('is accepted at once, worked through, and charged for each finished image', async () => {
    const caller = await app.caller({ credits: 5 })
    const response = await post(caller, { image_urls: addresses(3) })
    expect(response.statusCode).toBe(202)
    const made = response.json<Job>()
    expect(made).toMatchObject({ state: 'waiting', ahead: 0, counts: { total: 3, waiting: 3 } })
    expect(response.headers.location).toBe(`https://api.example/v1/jobs/${made.id}`)
    expect(await caller.charges()).toEqual([])

    const job = await work(() => ended(caller, made.id))
    expect(job).toMatchObject({ state: 'finished', counts: { total: 3, finished: 3, failed: 0 } })
    expect(job.items.map(({ position, image_url }) => [position, image_url])).toEqual(
      addresses(3).map((url, index) => [index + 1, url]),
    )
    for (const { result, credits_charged } of job.items) {
      expect(credits_charged).toBe(1)
      expect((await app.get(new URL(result!.url).pathname)).statusCode).toBe(200)
    }
    expect(await caller.charges()).toEqual([-1, -1, -1])
  })

  test('takes an uploaded image, which is gone once it has ended', async () => {
    const caller = await app.caller()
    const body = multipart({ operation: 'remove', size: 'full', image_file: PHOTO })
    const { id } = (await caller.post(body, {}, '/v1/jobs')).json<Job>()
    const [key] = await app.db.jobs.inputsOf(caller.accountId)
    expect(await app.uploads.size(key!)).toBe(PHOTO.length)

    const job = await work(() => ended(caller, id))
    expect(job.items).toMatchObject([{ state: 'finished', credits_charged: 1 }])
    expect(app.engine.seen[0]!.input).toEqual(PHOTO)
    expect(await app.db.jobs.spentInputs(10)).toEqual([])
    expect(await app.uploads.size(key!)).toBeUndefined()
  })

  test('is seen in the metrics: what waits and for how long, and what has ended', async () => {
    const caller = await app.caller({ credits: 1 })
    const { id } = (await post(caller, { image_urls: addresses(2) })).json<Job>()
    const seen = async (): Promise<(string | number)[][]> => {
      const { body } = await app.get('/metrics')
      const lines = body.matchAll(/^silhouette_job_items_(\S+) (.+)$/gm)
      return [...lines].map(([, name, value]) => [name!, Number(value)]).filter(([, value]) => value !== 0)
    }
    const before = new Map((await seen()) as [string, number][])
    app.now += 3000
    expect(await seen()).toEqual(
      expect.arrayContaining([
        ['waiting', 2],
        ['oldest_seconds', 3],
      ]),
    )

    await work(() => ended(caller, id))
    const after = new Map((await seen()) as [string, number][])
    const more = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(more('ended_total{operation="remove",outcome="finished"}')).toBe(1)
    expect(more('ended_total{operation="remove",outcome="failed"}')).toBe(1)
    expect([after.get('waiting'), after.get('oldest_seconds')]).toEqual([undefined, undefined])
  })

  test('of every operation and encoding', async () => {
    const caller = await app.caller({ credits: 10 })
    const bodies = [
      json({ operation: 'remove', image_url: address() }),
      urlencoded({ operation: 'id-photo', spec: 'us_passport', image_urls: addresses(2).join('\r\n') }),
      urlencoded([
        ['operation', 'portrait-style'],
        ['style', 'oil-painting'],
        ['image_urls', address()],
        ['image_urls', address()],
      ]),
      multipart({ operation: 'remove', image_urls: `${addresses(2).join('\n')}\n` }),
    ]
    const made: Job[] = []
    for (const body of bodies) made.push((await caller.post(body, {}, '/v1/jobs')).json<Job>())
    expect(made.map(({ counts }) => counts?.total)).toEqual([1, 2, 2, 2])
    expect(made.map(({ ahead }) => ahead)).toEqual([0, 1, 3, 5])
    await work(async () => {
      for (const { id } of made) expect((await ended(caller, id)).counts.failed).toBe(0)
    })
    expect(app.engine.seen.map(({ job }) => job.kind).sort()).toEqual([
      'cutout',
      'cutout',
      'cutout',
      'id-photo',
      'id-photo',
      'portrait-style',
      'portrait-style',
    ])
  })
})

describe('a cut-out by the parameters of /v1.0', () => {
  const handOver = async (caller: Caller, fields: Record<string, string | Buffer>) =>
    caller.post(multipart({ operation: 'cutout', image_file: PHOTO, ...fields }), {}, '/v1/jobs')

  test('is made, answered and charged as there', async () => {
    const caller = await app.caller()
    const { id } = (await handOver(caller, { size: '50MP', crop: 'TRUE', crop_margin: '5%' })).json<Job>()
    const { items } = await work(() => ended(caller, id))
    const { width, height, foreground } = OUTCOME
    expect(items).toMatchObject([{ state: 'finished', result: { width, height, foreground }, credits_charged: 1 }])
    expect(app.engine.seen[0]!.job).toMatchObject({ cap: { pixels: 50_000_000 }, crop: { top: { value: 5 } } })
    const [entry] = (await app.db.ledger.page(caller.accountId, { limit: 1 })).items
    expect(entry).toMatchObject({ operation: 'cutout', amount: -1 })
  })

  test('falls back to a preview with `size=auto`, when the credits do not suffice', async () => {
    const caller = await app.caller({ credits: 0 })
    const { id } = (await handOver(caller, { size: 'auto' })).json<Job>()
    const { items } = await work(() => ended(caller, id))
    expect(items).toMatchObject([{ state: 'finished', result: { watermark: 'no_credit' }, credits_charged: 0 }])
  })

  test('is refused in its words, and needs the scope of background removal', async () => {
    const caller = await app.caller()
    expect(errorOf(await handOver(caller, { size: 'huge' }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('Invalid parameter: size. Use'),
    })
    const { id } = (await handOver(caller, {})).json<Job>()
    const limited = await app.key(caller.accountId)
    const other = await app.key(caller.accountId)
    const terms = { name: 'test', expiresAt: null }
    await app.db.keys.setTerms(limited.keyId, { ...terms, scopes: ['id-photo'] })
    await app.db.keys.setTerms(other.keyId, { ...terms, scopes: ['remove'] })
    expect((await handOver(limited, {})).statusCode).toBe(403)
    expect((await get(limited, `/${id}`)).statusCode).toBe(403)
    expect((await get(limited, '')).json()).toMatchObject({ jobs: [] })
    expect((await get(other, '')).json()).toMatchObject({ jobs: [{ id, operation: 'cutout' }] })
    await app.inject({ method: 'DELETE', url: `/v1/jobs/${id}`, headers: { 'x-api-key': caller.key } })
  })
})

describe('a background that is uploaded with the image', () => {
  const BEHIND = Buffer.from('a picture to put behind')
  const stored = async (caller: Caller) => {
    const [key] = await app.db.jobs.inputsOf(caller.accountId)
    return app.uploads.size(backgroundKeyOf(key!))
  }

  test.each(['remove', 'cutout'])(
    'is behind the subject of %s, and gone once the image has ended',
    async (operation) => {
      const caller = await app.caller()
      let behind: Buffer | undefined
      app.engine.execute = async (_job, { background, output }) => {
        behind = await readFile(background!)
        await writeFile(output, PNG)
        return OUTCOME
      }
      const body = multipart({ operation, size: 'full', image_file: PHOTO, bg_image_file: BEHIND })
      const { id } = (await caller.post(body, {}, '/v1/jobs')).json<Job>()
      const [key] = await app.db.jobs.inputsOf(caller.accountId)
      expect(await stored(caller)).toBe(BEHIND.length)
      expect(await work(() => ended(caller, id))).toMatchObject({ counts: { finished: 1 } })
      expect(behind).toEqual(BEHIND)
      expect(app.engine.seen[0]!.job).toMatchObject({ background: { kind: 'image' } })
      expect(await app.uploads.size(backgroundKeyOf(key!))).toBeUndefined()
    },
  )

  test('makes another job of the same Idempotency-Key, and goes with a cancelled one', async () => {
    const caller = await app.caller()
    const send = (bg_image_file: Buffer) => {
      const body = multipart({ operation: 'remove', image_file: PHOTO, bg_image_file })
      return caller.post(body, { 'idempotency-key': 'one background' }, '/v1/jobs')
    }
    const { id } = (await send(BEHIND)).json<Job>()
    expect((await send(BEHIND)).json()).toMatchObject({ id })
    expect((await send(Buffer.from('another'))).statusCode).toBe(400)
    const [key] = await app.db.jobs.inputsOf(caller.accountId)
    await app.inject({ method: 'DELETE', url: `/v1/jobs/${id}`, headers: { 'x-api-key': caller.key } })
    expect(await app.uploads.size(backgroundKeyOf(key!))).toBeUndefined()
  })

  test('is refused where the operation has none', async () => {
    const caller = await app.caller()
    const body = multipart({ operation: 'id-photo', spec: 'us_passport', image_file: PHOTO, bg_image_file: BEHIND })
    const error = errorOf(await caller.post(body, {}, '/v1/jobs'))
    expect(error).toMatchObject({ status: 400, message: 'bg_image_file is not a parameter of id-photo' })
  })
})

describe('what fails', () => {
  test('is reported with the words of the operation’s own route, and not charged', async () => {
    const caller = await app.caller({ credits: 1 })
    app.engine.execute = async () => {
      throw new AppError('no_foreground', 'No foreground was found')
    }
    const { id } = (await post(caller, { image_url: address() })).json<Job>()
    const job = await work(() => ended(caller, id))
    const error = { code: 'invalid_image', message: 'No foreground was found' }
    expect(job.items).toMatchObject([{ state: 'failed', error, credits_charged: 0 }])
    expect(await caller.charges()).toEqual([])
  })

  test('no credit is the error of the images it does not suffice for', async () => {
    const caller = await app.caller({ credits: 2 })
    const { id } = (await post(caller, { image_urls: addresses(4) })).json<Job>()
    const job = await work(() => ended(caller, id))
    expect(job.counts).toMatchObject({ finished: 2, failed: 2 })
    expect(job.items.filter(({ state }) => state === 'failed')[0]!.error).toMatchObject({ code: 'not_enough_credit' })
    expect(await caller.charges()).toEqual([-1, -1])
  })

  test('an address gets three chances', async () => {
    const caller = await app.caller()
    let asked = 0
    app.origin = (_, response) => {
      asked += 1
      response.writeHead(404).end()
    }
    const { id } = (await post(caller, { image_url: address() })).json<Job>()
    for (const tries of [1, 2, 3]) {
      await work(() => eventually(async () => expect(asked).toBe(tries)))
      app.now += 60_000
    }
    const job = await read(caller, id)
    const message = 'Failed to download image_url: status 404'
    expect(job.items).toMatchObject([{ state: 'failed', error: { code: 'validation error', message } }])
  })

  test('an engine without room is not the image’s fault: it waits', async () => {
    const caller = await app.caller()
    app.engine.full = true
    const { id } = (await post(caller, { image_url: address() })).json<Job>()
    await work(() => eventually(async () => expect((await read(caller, id)).state).toBe('running')))
    expect(await read(caller, id)).toMatchObject({ state: 'running', counts: { waiting: 1, failed: 0 } })
    app.engine.full = false
    app.now += 600_000
    expect(await work(() => ended(caller, id))).toMatchObject({ counts: { finished: 1 } })
  })
})

test('its images wait behind requests, what is paid for before what is free', async () => {
  const admit = vi.spyOn(app.engine, 'admit')
  const caller = await app.caller({ credits: 5 })
  const { id } = (await post(caller, { image_url: address() })).json<Job>()
  const free = (await post(caller, { image_url: address(), size: 'preview' })).json<Job>()
  await work(async () => {
    await ended(caller, id)
    await ended(caller, free.id)
  })
  await caller.post(multipart({ image_file: PHOTO, size: 'full' }))
  const [paid, preview, request] = admit.mock.calls.map(([{ rank }]) => RANKS.indexOf(rank))
  expect([request! < paid!, paid! < preview!]).toEqual([true, true])
  expect(RANKS.indexOf('free')).toBeLessThan(preview!)
})

test('credit is held for the images that are being processed, and for no others', async () => {
  const caller = await app.caller({ credits: 9 })
  const { work: wait, reached, open } = gate()
  app.engine.work = wait
  const state = vi.spyOn(app.engine, 'state')
  state.mockImplementation(async () => ({ ...(await FakeEngine.prototype.state.call(app.engine)), ...ONE_WORKER }))
  const held = async () => (await app.db.accounts.findById(caller.accountId))?.held
  const { id } = (await post(caller, { image_urls: addresses(5) })).json<Job>()
  expect(await held()).toBe(0)
  await work(async () => {
    await reached
    await eventually(async () => expect([await held(), (await read(caller, id)).counts.running]).toEqual([2, 2]))
    open()
    await ended(caller, id)
  })
  expect([await held(), await caller.charges()]).toEqual([0, [-1, -1, -1, -1, -1]])
})

describe('cancelling', () => {
  test('ends what has not begun; what runs is finished and charged', async () => {
    const caller = await app.caller({ credits: 5 })
    const { work: wait, reached, open } = gate()
    app.engine.work = wait
    const state = vi.spyOn(app.engine, 'state')
    state.mockImplementation(async () => ({ ...(await FakeEngine.prototype.state.call(app.engine)), ...ONE_WORKER }))
    const { id } = (await post(caller, { image_urls: addresses(5) })).json<Job>()
    const job = await work(async () => {
      await reached
      await eventually(async () => expect((await read(caller, id)).counts.running).toBe(2)) // one more than workers
      const response = await app.inject({
        method: 'DELETE',
        url: `/v1/jobs/${id}`,
        headers: { 'x-api-key': caller.key },
      })
      expect(response.json<Job>()).toMatchObject({ state: 'running', counts: { running: 2, cancelled: 3 } })
      open()
      return ended(caller, id)
    })
    expect(job).toMatchObject({ state: 'cancelled', counts: { finished: 2, cancelled: 3 } })
    expect(await caller.charges()).toEqual([-1, -1])
  })

  test('ends what would have to be tried again', async () => {
    const caller = await app.caller({ credits: 5 })
    const { work: wait, reached, open } = gate()
    app.engine.work = async (signal) => {
      await wait(signal)
      throw new AppError('busy', 'No worker was free in time')
    }
    const { id } = (await post(caller, { image_url: address() })).json<Job>()
    const job = await work(async () => {
      await reached
      await app.inject({ method: 'DELETE', url: `/v1/jobs/${id}`, headers: { 'x-api-key': caller.key } })
      open()
      return ended(caller, id)
    })
    expect(job).toMatchObject({ state: 'cancelled', counts: { cancelled: 1 } })
    expect(await caller.charges()).toEqual([])
  })
})

describe('in the middle of a job', () => {
  /** When `happen` is called, of four images one has finished and two have begun. */
  async function interrupted(caller: Caller, happen: () => Promise<unknown>): Promise<Pick<Job, 'id' | 'counts'>> {
    const { work: wait, open } = gate()
    let begun = 0
    app.engine.work = (signal) => (begun++ === 0 ? Promise.resolve() : wait(signal))
    const state = vi.spyOn(app.engine, 'state')
    state.mockImplementation(async () => ({ ...(await FakeEngine.prototype.state.call(app.engine)), ...ONE_WORKER }))
    const { id } = (await post(caller, { image_urls: addresses(4) })).json<Job>()
    const countsAre = (counts: Record<string, number>): Promise<void> =>
      eventually(async () => expect((await app.db.jobs.find(id))?.counts).toMatchObject(counts))
    await work(async () => {
      await countsAre({ finished: 1, running: 2 })
      await happen()
      open()
      await countsAre({ waiting: 0, running: 0 })
    })
    return { id, counts: { ...(await app.db.jobs.find(id))!.counts } }
  }

  test('a suspended account’s images fail, uncharged; what had begun is finished', async () => {
    const caller = await app.caller({ credits: 5 })
    const job = await interrupted(caller, () => app.db.accounts.setSuspended(caller.accountId, true))
    expect(job.counts).toMatchObject({ finished: 3, failed: 1 })
    const [last] = await app.db.jobs.items(job.id, 3, 1)
    expect(JSON.parse(last!.error!)).toMatchObject({ code: 'forbidden', message: expect.stringContaining('suspended') })
    expect(await caller.charges()).toEqual([-1, -1, -1])
  })

  test('a key that is revoked does not stop it', async () => {
    const caller = await app.caller({ credits: 5 })
    const job = await interrupted(caller, () => app.db.keys.revoke(caller.keyId))
    expect(job.counts).toMatchObject({ finished: 4, failed: 0 })
    expect(await caller.charges()).toEqual([-1, -1, -1, -1])
  })

  test('all results may be deleted: what is made afterwards is there', async () => {
    const caller = await app.caller({ credits: 5 })
    const headers = { 'x-api-key': caller.key }
    const { id } = await interrupted(caller, () =>
      app.inject({ method: 'DELETE', url: '/v1/results?confirm=all', headers }),
    )
    const { items } = await read(caller, id)
    const fetched = items.map(({ result }) => app.get(new URL(result!.url).pathname))
    expect((await Promise.all(fetched)).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 404])
    expect(await caller.charges()).toEqual([-1, -1, -1, -1])
  })
})

test('a job is forgotten with its results', async () => {
  const caller = await app.caller()
  const { id } = (await post(caller, { image_url: address() })).json<Job>()
  await work(() => ended(caller, id))
  app.now = (await app.db.jobs.find(id))!.expiresAt!
  for (const path of [`/${id}`, `/${id}/events`]) expect((await get(caller, path)).statusCode).toBe(404)
  expect((await get(caller, '')).json()).toEqual({ jobs: [], next: null })
})

describe('a request for a job', () => {
  test('with an Idempotency-Key makes one job, however often it is repeated', async () => {
    const caller = await app.caller()
    const key = { 'idempotency-key': 'order 17' }
    const first = await post(caller, { image_url: address(), size: 'preview' }, key)
    const again = await post(caller, { image_url: address(), size: 'preview' }, key)
    expect(again.json()).toEqual(first.json())
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await get(caller, '')).json<{ jobs: Job[] }>().jobs).toHaveLength(1)
    const other = await post(caller, { image_urls: addresses(2), size: 'preview' }, key)
    expect(errorOf(other)).toMatchObject({ status: 400, code: 'validation error' })
  })

  test('counts as one image of the rate', async () => {
    const caller = await app.caller({ rateLimit: 2 })
    const remaining = async () => (await post(caller, { image_urls: addresses(50) })).headers['x-ratelimit-remaining']
    expect([await remaining(), await remaining()]).toEqual(['1', '0'])
    expect((await post(caller, { image_urls: addresses(50) })).statusCode).toBe(429)
  })

  test('is refused while the account has 200 that have not ended', async () => {
    const caller = await app.caller()
    const create = vi.spyOn(app.db.jobs, 'create')
    expect((await post(caller, { image_url: address() })).statusCode).toBe(202)
    expect(create.mock.calls.map(([, openLimit]) => openLimit)).toEqual([200])
    create.mockResolvedValueOnce('too many')
    const refused = await post(caller, { image_url: address() })
    expect(errorOf(refused)).toMatchObject({
      status: 429,
      message: expect.stringContaining('at most 200 unfinished jobs'),
    })
    expect(refused.headers['retry-after']).toBe('60')
  })

  const MANY = Array.from({ length: 1001 }, (_, i) => `https://example.com/${i}`)
  test.each<[string, Record<string, unknown>, string]>([
    ['no operation', { operation: undefined, image_url: 'https://a.example' }, 'operation is missing'],
    ['an unknown one', { operation: 'paint', image_url: 'https://a.example' }, "got 'paint'"],
    ['a list of them', { operation: ['remove'], image_url: 'https://a.example' }, 'cutout; got an array or an object'],
    ['no image', {}, 'No image given: send image_file (multipart/form-data), image_url, or image_urls'],
    [
      'a misspelt parameter',
      { image_url: 'https://a.example', sise: 'full' },
      'sise is not a parameter of this route, but size is',
    ],
    ['two kinds of images', { image_url: 'https://a.example', image_urls: ['https://a.example'] }, 'only one of'],
    ['a list of something else', { image_urls: [1, 2] }, 'image_urls must be a list of addresses'],
    ['an object', { image_urls: { a: 1 } }, 'image_urls must be a list of addresses'],
    ['an empty list', { image_urls: [] }, 'image_urls is empty; it takes 1 to 1000 addresses'],
    ['too long a list', { image_urls: MANY }, 'image_urls has 1001 addresses; a job takes at most 1000'],
    [
      'a bad address',
      { image_urls: ['https://a.example', 'ftp://b'] },
      'image_urls, address 2, must be an absolute http',
    ],
    ['a list where one is meant', { image_url: ['https://a.example'] }, 'image_url must be one address'],
    [
      'a bad parameter',
      { image_url: 'https://a.example', size: 'huge' },
      "size must be one of preview, full, auto; got 'huge'",
    ],
    [
      'a contradiction',
      { operation: 'id-photo', image_url: 'https://a.example', sizes: '1' },
      'sizes is not a parameter',
    ],
    ['a password in an address', { image_urls: ['http://a:b@c.example'] }, 'address 1, must not contain a user name'],
    [
      'a password in the background’s',
      { image_url: 'https://a.example', bg_image_url: 'http://a:b@c.example' },
      'bg_image_url must not contain a user name or password',
    ],
    [
      'base64',
      { operation: 'cutout', image_file_b64: 'aGVsbG8=' },
      'image_file_b64 is not a parameter of jobs; send the image as image_file',
    ],
    ['a background file', { image_url: 'https://a.example', bg_image_file: 'x' }, 'give bg_image_url'],
  ])('with %s is refused, and nothing is written down', async (_, body, message) => {
    const caller = await app.caller()
    const error = errorOf(await post(caller, body))
    expect(error).toMatchObject({ status: 400, code: 'validation error' })
    expect(error.message).toContain(message)
    expect((await get(caller, '')).json()).toEqual({ jobs: [], next: null })
  })

  test('a thousand addresses are taken', async () => {
    const caller = await app.caller()
    const job = (await post(caller, { image_urls: MANY.slice(1) })).json<Job>()
    expect(job.counts.total).toBe(1000)
    expect(job.items).toHaveLength(100)
    const page = (await get(caller, `/${job.id}?after=${job.next}&limit=1000`)).json<Job>()
    expect(page.items).toHaveLength(900)
    expect(page.next).toBeUndefined()
    await app.db.jobs.cancel(job.id, app.now)
  })
})

describe('whose job it is', () => {
  test('others do not find it; a key without the scope may neither make nor read it', async () => {
    const [ann, bob] = [await app.caller(), await app.caller()]
    const { id } = (await post(ann, { image_url: address() })).json<Job>()
    const asked = [await get(bob, `/${id}`), await get(bob, `/${id}/events`), await get(ann, '/job_none')]
    expect(asked.map(errorOf).map(({ status }) => status)).toEqual([404, 404, 404])
    const foreign = await app.inject({ method: 'DELETE', url: `/v1/jobs/${id}`, headers: { 'x-api-key': bob.key } })
    expect(foreign.statusCode).toBe(404)
    expect((await app.get(`/v1/jobs/${id}`)).statusCode).toBe(401)

    await app.db.keys.setTerms(ann.keyId, { name: 'x', expiresAt: null, scopes: ['id-photo'] })
    expect((await post(ann, { image_url: address() })).statusCode).toBe(403)
    expect((await get(ann, `/${id}`)).statusCode).toBe(403)
    expect((await get(ann, '')).json<{ jobs: Job[] }>().jobs).toEqual([])
    await app.db.jobs.cancel(id, app.now)
  })

  test.each([
    ['?limit=101', "limit must be a whole number from 1 to 100; got '101'"],
    ['?before=x', "before must be a `next` value from an earlier page; got 'x'"],
    ['?page=2', 'page is not a parameter of this route; it takes limit, before'],
    ['/ID?after=x', "after must be a whole number from 0 to 1000; got 'x'"],
    ['/ID?limit=1001', "limit must be a whole number from 1 to 1000; got '1001'"],
    [
      '/ID?limit=0&after=x',
      "after must be a whole number from 0 to 1000; got 'x'. limit must be a whole number from 1 to 1000; got '0'",
    ],
    ['/ID?afer=1', 'afer is not a parameter of this route, but after is'],
  ])('%s is refused', async (query, message) => {
    const caller = await app.caller()
    const { id } = (await post(caller, { image_url: address() })).json<Job>()
    expect(errorOf(await get(caller, query.replace('ID', id)))).toMatchObject({ status: 400, message })
    await app.db.jobs.cancel(id, app.now)
  })
})

describe('events', () => {
  const eventsOf = async (caller: Caller, id: string, headers: Record<string, string> = {}) => {
    const response = await app.get(`/v1/jobs/${id}/events`, { 'x-api-key': caller.key, ...headers })
    expect(response.headers['content-type']).toBe('text/event-stream')
    return response.payload.split('\n\n').filter((text) => text !== '')
  }

  test('tell of each image once and of the job last, and go on where they were', async () => {
    const caller = await app.caller({ credits: 3 })
    const { id } = (await post(caller, { image_urls: addresses(3) })).json<Job>()
    const events = await work(() => eventsOf(caller, id))
    const items = events.filter((text) => text.includes('event: item'))
    expect(items.map((text) => /^id: (\d+)\n/.exec(text)?.[1])).toEqual(['1', '2', '3'])
    expect(events.at(-1)).toMatch(/^event: job\ndata: {.*"state":"finished"/)
    const rest = await eventsOf(caller, id, { 'last-event-id': '2' })
    expect(rest.filter((text) => text.includes('event: item'))).toEqual([items[2]])
    for (const none of ['x', '4', '999999999']) {
      const bad = await app.get(`/v1/jobs/${id}/events`, { 'x-api-key': caller.key, 'last-event-id': none })
      expect(errorOf(bad).message).toContain('Last-Event-ID must be')
    }
  })

  test('are for those who listen: HEAD is refused, and who leaves at once takes no place', async () => {
    const caller = await app.caller()
    const { id } = (await post(caller, { image_url: address() })).json<Job>()
    const follow = { url: `/v1/jobs/${id}/events`, headers: { 'x-api-key': caller.key } }
    expect((await app.inject({ ...follow, method: 'HEAD' })).statusCode).toBe(405)
    const { endings } = app.db.jobs
    for (let place = 0; place < MOST_WATCHERS; place++) {
      const client = new AbortController()
      vi.spyOn(app.db.jobs, 'endings').mockImplementationOnce(async (...wanted) => {
        client.abort() // before anything is written
        return endings(...wanted)
      })
      await app.inject({ ...follow, method: 'GET', signal: client.signal }).catch(() => {})
    }
    await app.db.jobs.cancel(id, app.now + 60_000)
    await eventually(async () => expect((await app.inject({ ...follow, method: 'GET' })).statusCode).toBe(200))
  })
})
