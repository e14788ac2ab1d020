/** Jobs by the TypeScript client, against the real HTTP side. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { type JobItem, type JobSummary, Silhouette, type SilhouetteOptions } from '../../src/client/index.js'
import { cableTo } from '../support/cable.js'
import { eventually, PHOTO, useApp } from './app.js'
import { gate } from './fake-engine.js'

const app = useApp()

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `http://${app.originHost}/${index + 1}.png`)

async function clientOf(options: Partial<SilhouetteOptions> = {}): Promise<Silhouette> {
  const { key } = await app.caller({ credits: 10 })
  return new Silhouette({ server: (await app.listen()).origin, key, ...options })
}

async function listOf<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of all) list.push(one)
  return list
}

/** Until the test has ended. */
function work(): void {
  app.parts.jobRunner.start()
  onTestFinished(() => app.parts.jobRunner.stop())
}

/** Between client and server: answers what it likes, and passes on the rest. */
async function proxy(answer: (...call: Parameters<RequestListener>) => boolean): Promise<string> {
  const { origin } = await app.listen()
  const http = createServer((request, response) => {
    if (answer(request, response)) return
    const headers = { 'x-api-key': String(request.headers['x-api-key']) }
    void fetch(origin + request.url, { headers }).then(async (passed) =>
      response.writeHead(passed.status).end(await passed.text()),
    )
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

const isEvents = (url = ''): boolean => url.endsWith('/events')
const positions = (items: readonly JobItem[]): number[] => items.map(({ position }) => position).sort((a, b) => a - b)

describe('a job', () => {
  test('is made of a file, an address or a list, once per Idempotency-Key', async () => {
    const { jobs } = await clientOf()
    const one = await jobs.create('remove', { image_file: new Blob([PHOTO]), size: 'full', crop: true })
    expect(one).toMatchObject({ operation: 'remove', state: 'waiting', counts: { total: 1 } })
    const [image_url] = addresses(1)
    expect((await jobs.create('portrait-style', { image_url: image_url!, style: 'watercolour' })).counts.total).toBe(1)
    const list = { image_urls: addresses(3), spec: 'us_passport' }
    const first = await jobs.create('id-photo', list, { idempotencyKey: 'passports' })
    expect(first.items.map((item) => item.image_url)).toEqual(addresses(3))
    const again = await jobs.create('id-photo', list, { idempotencyKey: 'passports' })
    expect([first.replayed, again]).toEqual([false, { ...first, replayed: true }])
    expect({ ...(await jobs.get(first.id)), replayed: false }).toEqual(first)
    const listed = await listOf(jobs.list({ limit: 2 }))
    expect(listed).toHaveLength(3)
    for (const { id } of listed) await jobs.cancel(id)
  })

  test('that is refused rejects with the words of the server', async () => {
    const { jobs } = await clientOf()
    const refused = [
      jobs.create('remove', { image_urls: [] }),
      jobs.get('job_none'),
      jobs.waitFor('job_none'),
      listOf(jobs.results('job_none')),
    ]
    expect(await Promise.all(refused.map((call) => call.catch(({ code, message }) => [code, message])))).toEqual([
      ['validation error', expect.stringContaining('image_urls is empty')],
      ...Array(3).fill(['not_found', expect.any(String)]),
    ])
  })

  test('has all its items, on however many pages', async () => {
    const { jobs } = await clientOf()
    const { id } = await jobs.create('remove', { image_urls: addresses(230) })
    expect(positions(await listOf(jobs.items(id)))).toEqual(Array.from({ length: 230 }, (_, index) => index + 1))
    await jobs.cancel(id)
  })

  test('is cancelled, and then waited for no longer', async () => {
    const { jobs } = await clientOf()
    const { id } = await jobs.create('remove', { image_urls: addresses(2) })
    expect(await jobs.cancel(id)).toMatchObject({ state: 'cancelled', counts: { cancelled: 2 } })
    expect(await jobs.waitFor(id)).toMatchObject({ state: 'cancelled' })
    expect(await listOf(jobs.results(id))).toEqual([])
  })
})

describe('waiting', () => {
  test('tells progress, and ends with the finished job', async () => {
    const { jobs } = await clientOf()
    const { id } = await jobs.create('remove', { image_urls: addresses(3), size: 'full' })
    const told: JobSummary[] = []
    const waiting = jobs.waitFor(id, { onProgress: (job) => told.push(job) })
    await eventually(() => expect(told[0]).toMatchObject({ counts: { waiting: 3 } }))
    work()
    const job = await waiting
    expect(job).toMatchObject({ state: 'finished', counts: { finished: 3 } })
    expect(job.items.every(({ result }) => result?.url)).toBe(true)
    expect(told.at(-1)).toMatchObject({ id, counts: { finished: 3 } })
  })

  test('results come as they end, the failed among them', async () => {
    const last = gate()
    let begun = 0
    app.engine.work = async (signal) => {
      begun++
      if (begun === 1) throw new AppError('no_foreground', 'No foreground was found')
      if (begun === 2) await last.work(signal)
    }
    const { jobs } = await clientOf()
    const { id } = await jobs.create('remove', { image_urls: addresses(3), size: 'full' })
    work()
    const seen: JobItem[] = []
    for await (const item of jobs.results(id)) {
      seen.push(item)
      if (seen.length === 2) last.open() // so two came before the third had ended
    }
    expect(positions(seen)).toEqual([1, 2, 3])
    const failed = seen.filter(({ state }) => state === 'failed')
    expect(failed).toMatchObject([{ error: { code: 'invalid_image' }, credits_charged: 0 }])
  })

  test('outlives a server that is away, and tells nothing twice', async () => {
    const cable = await cableTo('127.0.0.1', Number((await app.listen()).port))
    onTestFinished(() => cable.cut())
    const last = gate()
    let begun = 0
    app.engine.work = async (signal) => {
      begun++
      if (begun === 2) await last.work(signal)
    }
    const { jobs } = await clientOf({ server: `http://127.0.0.1:${cable.port}`, retries: 0 })
    const { id } = await jobs.create('remove', { image_urls: addresses(2), size: 'full' })
    work()
    const seen: JobItem[] = []
    for await (const item of jobs.results(id)) {
      seen.push(item)
      if (seen.length > 1) continue
      await cable.cut()
      last.open()
      setTimeout(() => void cable.plugIn(), 700)
    }
    expect(positions(seen)).toEqual([1, 2])
  })

  test('but not for ever', async () => {
    const client = new Silhouette({ server: 'http://127.0.0.1:1', key: 'k', retries: 0 })
    await expect(client.jobs.waitFor('job_1', { patienceSeconds: 0 })).rejects.toMatchObject({ code: 'unreachable' })
  })

  test('asks where no events come: refused, or answered by somebody else', async () => {
    for (const status of [429, 404, 200]) {
      const server = await proxy(({ url }, response) => {
        if (isEvents(url)) response.writeHead(status).end('<html>')
        return isEvents(url)
      })
      const direct = await clientOf()
      const { id } = await direct.jobs.create('remove', { image_urls: addresses(2), size: 'full' })
      const key = (await app.key((await app.db.jobs.find(id))!.accountId)).key
      const { jobs } = new Silhouette({ server, key })
      work()
      expect(positions(await listOf(jobs.results(id))), `${status}`).toEqual([1, 2])
      expect(await jobs.waitFor(id)).toMatchObject({ state: 'finished' })
    }
  })

  test('asks where the events are held back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let listeners = 0
    let asked = 0
    const counts = { total: 1, waiting: 0, running: 0, finished: 1, failed: 0, cancelled: 0 }
    const server = await proxy(({ url }, response) => {
      if (isEvents(url)) listeners++
      else if (++asked < 3) response.end(JSON.stringify({ counts, items: [] }))
      else response.end(JSON.stringify({ counts, items: [], finished_at: 'now' }))
      return true
    })
    const waiting = new Silhouette({ server, key: 'k' }).jobs.waitFor('job_1')
    await vi.waitFor(() => expect(listeners).toBe(1))
    await vi.advanceTimersByTimeAsync(45_000)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(8000)
      expect(asked).toBe(3)
    })
    expect(await waiting).toMatchObject({ finished_at: 'now' })
    expect(listeners).toBe(1)
  })

  test('ends with the signal, and leaves when nobody listens any more', async () => {
    const { jobs } = await clientOf()
    const { id } = await jobs.create('remove', { image_urls: addresses(1) })
    const abort = new AbortController()
    const waiting = jobs.waitFor(id, { signal: abort.signal, onProgress: () => abort.abort(new Error('enough')) })
    await expect(waiting).rejects.toThrow('enough')
    await expect(jobs.waitFor(id, { signal: abort.signal })).rejects.toThrow('enough')
    work()
    const more = await jobs.create('remove', { image_urls: addresses(3) })
    for await (const item of jobs.results(more.id)) {
      expect(item.state).toBe('finished')
      break
    }
    await jobs.waitFor(more.id)
  })
})
