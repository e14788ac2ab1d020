/** /v1/jobs over HTTP, with the fake engine: handed over, worked through, read, cancelled, followed. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { type Caller, errorOf, eventually, json, multipart, PHOTO, urlencoded, useApp } from './app.js'
import { gate } from './fake-engine.js'

const app = useApp()

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

  test('of every operation and encoding', async () => {
    const caller = await app.caller({ credits: 10 })
    const bodies = [
      json({ operation: 'remove', image_url: address() }),
      urlencoded({ operation: 'id-photo', spec: 'us_passport', image_urls: addresses(2).join('\r\n') }),
      urlencoded([['operation', 'portrait-style'], ['style', 'oil-painting'], ['image_urls', address()], ['image_urls', address()]]),
      multipart({ operation: 'remove', image_urls: `${addresses(2).join('\n')}\n` }),
    ]
    const made: Job[] = []
    for (const body of bodies) made.push((await caller.post(body, {}, '/v1/jobs')).json<Job>())
    expect(made.map(({ counts }) => counts?.total)).toEqual([1, 2, 2, 2])
    expect(made.map(({ ahead }) => ahead)).toEqual([0, 1, 3, 5])
    await work(async () => {
      for (const { id } of made) expect((await ended(caller, id)).counts.failed).toBe(0)
    })
    expect(app.engine.seen.map(({ job }) => job.kind).sort()).toEqual(
      ['cutout', 'cutout', 'cutout', 'id-photo', 'id-photo', 'portrait-style', 'portrait-style'],
    )
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
