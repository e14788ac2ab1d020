/** What kill -9 and slow jobs may cost: one worker, some time, never a credit or a stray file. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'
import { blob, download, errorOf, form, photo, remove, urlOf } from './client.js'

let dataDir: string
let server: TestServer

/** One worker; the quickest networks, because the pictures do not matter here; time for a new worker to start. */
async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startServer(dataDir, { WORKERS: '1', QUALITY: 'fast', MAX_WAIT_SECONDS: '120', ...env })
}

async function kill(): Promise<void> {
  server?.signal('SIGKILL')
  await server?.ended
}

/** Of the worker that started last. */
const workerPid = (): number => {
  const line = server.output.findLast((line) => line.includes('"msg":"worker ready"'))!
  return (JSON.parse(line) as { pid: number }).pid
}

/**
 * Sends a photo to the server's only worker, which is stopped beforehand: the job is held in its middle, however fast
 * the machine, until the worker gets another signal.
 */
async function jobInTheMiddle(key: string): Promise<{ request: Promise<Response>; pid: number }> {
  const pid = workerPid()
  process.kill(pid, 'SIGSTOP')
  const request = remove(server.baseUrl, form({ image_file: blob(await photo(320)), size: 'full' }), { key })
  request.catch(() => undefined) // Who awaits it later sees it fail.
  const metrics = async (): Promise<string> => (await fetch(`${server.baseUrl}/metrics`)).text()
  while (!/silhouette_workers\{state="busy"\} 1/.test(await metrics())) await pause(20)
  return { request, pid }
}

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Tests of one group share servers, each of which takes seconds to start: what the last one does with it ends it. */
const group = (name: string, tests: () => void): void =>
  void describe(name, () => {
    beforeAll(async () => {
      dataDir = await newDataDir()
    })
    afterAll(async () => {
      await kill()
      await removeDataDir(dataDir)
    })
    tests()
  })

group('a server that is stopped in order', () => {
  beforeAll(() => start())

  test('kill -9 of the worker in mid-job: the request still succeeds, charged once', async () => {
    const { key, email } = await server.newKey({ credits: 5 })
    const { request, pid } = await jobInTheMiddle(key)
    process.kill(pid, 'SIGKILL')
    const reply = await request
    expect((await download(await urlOf(reply))).reply.status).toBe(200)
    expect(await server.printed(/"msg":"worker died"/)).toContain('SIGKILL')
    expect(await server.creditsOf(email)).toBe(4)
  })

  test('a second server on the same data folder refuses to start', async () => {
    await expect(startServer(dataDir)).rejects.toThrow(/Another Silhouette server already works in/)
  })

  test('SIGTERM: what runs is finished and charged, newcomers are refused, then the server ends well', async () => {
    const { key, email } = await server.newKey({ credits: 2 })
    const { request, pid } = await jobInTheMiddle(key)
    server.signal('SIGTERM')
    await server.printed(/"msg":"draining"/)
    process.kill(pid, 'SIGCONT')
    const reply = await request
    expect(reply.status).toBe(201)
    expect(reply.headers.get('connection')).toBe('close') // kept alive, it would hold the server up
    expect(await server.ended).toBe(0)
    expect(await server.creditsOf(email)).toBe(1)
    expect(await filesIn('tmp')).toEqual([])
  })
})

group('a server that is killed', () => {
  /** Over while no server runs, and before the janitor of the first one comes round. */
  const TTL_SECONDS = 2

  test('kill -9 in mid-job, and restart: no credit lost, no hold, stray file or expired result left', async () => {
    await start({ RESULT_TTL_SECONDS: String(TTL_SECONDS) })
    const { key, email } = await server.newKey({ credits: 1 })
    const photograph = { image_file: blob(await photo(200)), size: 'preview' }
    // An answer that is the picture itself is kept for a day where it may have to be repeated.
    await fetch(`${server.baseUrl}/v1.0/cutout`, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Idempotency-Key': 'a day' },
      body: form(photograph),
    })
    const [kept] = await filesIn('results')
    const brief = path.basename(await urlOf(await remove(server.baseUrl, form(photograph), { key })))
    const { request, pid } = await jobInTheMiddle(key)
    server.signal('SIGKILL')
    await expect(request).rejects.toThrow()
    await server.ended
    process.kill(pid, 'SIGCONT') // A worker ends by itself when its server is gone.
    expect(await server.creditsOf(email)).toBe(1)
    await pause(TTL_SECONDS * 1000)

    await start({ DRAIN_SECONDS: '3600' })
    expect(JSON.parse(await server.printed(/"msg":"cleaned up"/))).toMatchObject({ swept: { holds: 1 } })
    expect(await filesIn('tmp')).toEqual([])
    expect(await filesIn('results'), 'what expired meanwhile is gone').toEqual([kept])
    expect((await fetch(`${server.baseUrl}/r/${brief}`)).status).toBe(404)
    // The credit is there to be spent: the hold is gone.
    const again = await remove(server.baseUrl, form({ image_file: blob(await photo(320)), size: 'full' }), { key })
    expect(again.status).toBe(201)
    expect(await server.creditsOf(email)).toBe(0)
  })

  test('Ctrl-C waits for no server that might take over', async () => {
    server.signal('SIGINT')
    expect(await server.ended).toBe(0)
  })
})

group('a server with little time', () => {
  beforeAll(() => start({ JOB_TIMEOUT_MS: '50', DRAIN_SECONDS: '3600' }))

  test('a job past its time limit is a 500 with the request id and nothing charged', async () => {
    const { key, email } = await server.newKey({ credits: 1 })
    const reply = await remove(server.baseUrl, form({ image_file: blob(await photo(320)), size: 'full' }), { key })
    const id = reply.headers.get('x-request-id')
    expect(await errorOf(reply)).toEqual({
      status: 500,
      code: 'internal_error',
      message: `Internal error; request id ${id}`,
    })
    expect(await server.creditsOf(email)).toBe(1)
  })

  test('a second signal ends it at once', async () => {
    server.signal('SIGTERM')
    await server.printed(/"msg":"draining"/)
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
    await pause(1000) // any sooner, it would be taken for an echo of the first
    server.signal('SIGTERM')
    expect(await server.ended).toBe(128 + 15)
  })
})
