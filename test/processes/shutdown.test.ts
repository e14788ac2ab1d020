/** How the server stops: it says so, finishes what runs, and ends however slow its clients are. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShutdown, type Shutdown } from '../../src/server/shutdown.js'
import { eventually, multipart, PHOTO, TestApp } from '../http/app.js'
import { Connection } from '../http/connection.js'
import { gate } from '../http/fake-engine.js'

let app: TestApp
let base: URL

beforeEach(async () => {
  app = new TestApp()
  await app.start()
  base = await app.listen()
})
afterEach(() => app.close())

const LONG_MS = 60_000
/** Longer than two requests take, on however busy a machine. */
const OTHERS_NOTICE_MS = 1500

function shutdownWithin(limitMs: number): Shutdown {
  return createShutdown({
    deps: {
      previewPreparation: { start: vi.fn(), stop: vi.fn() },
      jobRunner: app.parts.jobRunner,
      engine: app.engine,
      abandon: async () => {
        await app.engine.close()
        await app.fetch.close()
      },
      close: async () => {},
    },
    app: app.http,
    limitMs,
    log: { info: vi.fn(), warn: vi.fn() },
  })
}

/** A request whose job runs until the gate opens. */
async function runningRequest() {
  const caller = await app.caller({ credits: 1 })
  const { work, reached, open } = gate()
  app.engine.work = work
  const connection = await Connection.open(base)
  await connection.post(caller.key, multipart({ image_file: PHOTO, size: 'full' }))
  await reached
  return { caller, connection, open }
}

const statusOf = async (path: string): Promise<number> => (await fetch(new URL(path, base))).status

async function expectNotReady(): Promise<void> {
  const readiness = await fetch(new URL('/readyz', base))
  expect([readiness.status, await readiness.json()]).toMatchObject([503, { checks: { networks: 'draining' } }])
  expect(readiness.headers.get('connection')).toBe('close')
}

function newImage(key: string): Promise<Response> {
  const { payload, headers } = multipart({ image_file: PHOTO })
  return fetch(new URL('/v1/remove', base), {
    method: 'POST',
    headers: { ...headers, 'x-api-key': key },
    body: payload,
  })
}

test('alone: while work is finished, it is alive but not ready, and refuses new images', async () => {
  const { caller, connection, open } = await runningRequest()
  const stopped = shutdownWithin(LONG_MS).now('SIGTERM')
  await expectNotReady()
  expect(await statusOf('/healthz')).toBe(200)
  const newcomer = await newImage(caller.key)
  expect(newcomer.status).toBe(503)
  expect(newcomer.headers.get('retry-after')).toMatch(/^\d+$/)

  open()
  expect(await connection.status()).toBe(201)
  await stopped
  await expect(statusOf('/healthz')).rejects.toThrow()
  expect(await caller.balance()).toBe(0)
  await app.expectNothingLeftOver()
})

test('among others: everything is accepted until they have noticed; then it no longer listens, and finishes what has arrived', async () => {
  const { caller, connection, open } = await runningRequest()
  app.engine.work = async () => {}
  const { headers, payload } = multipart({ image_file: PHOTO })
  const slow = await Connection.open(base)
  await slow.head({ 'X-Api-Key': caller.key, ...headers, 'Content-Length': payload.length })
  const stopped = shutdownWithin(LONG_MS).now('SIGTERM', OTHERS_NOTICE_MS)
  await expectNotReady()
  const newcomer = await newImage(caller.key)
  expect([newcomer.status, newcomer.headers.get('connection')]).toEqual([201, 'close'])

  await eventually(() => expect(statusOf('/healthz')).rejects.toThrow())
  await slow.send(payload as Buffer)
  expect(await slow.status()).toBe(201)
  open()
  expect(await connection.status()).toBe(201)
  await stopped
  expect(await caller.balance()).toBe(0)
  await app.expectNothingLeftOver()
})

test('whoever has reached it when it stops listening is served', async () => {
  const clients = Array.from({ length: 20 }, () => {
    const socket = connect(Number(base.port), base.hostname)
    socket.end('GET /healthz HTTP/1.1\r\nHost: silhouette\r\n\r\n')
    return text(socket)
  })
  await new Promise((resolve) => process.nextTick(resolve)) // the operating system has connected them all; no more than that
  await shutdownWithin(LONG_MS).now('SIGTERM')
  for (const answer of await Promise.all(clients)) expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('work that takes too long is given up, with an answer and without a charge', async () => {
  const { caller, connection } = await runningRequest()
  await shutdownWithin(50).now('SIGTERM')
  expect(await connection.status()).toBe(503)
  expect(await caller.balance()).toBe(1)
  await app.expectNothingLeftOver()
})

test('a client that does not read its answer loses its connection', async () => {
  const caller = await app.caller()
  const large = Buffer.alloc(32 * 1024 * 1024)
  app.engine.execute = async (_, { output }) => {
    await writeFile(output, large)
    const facts = { width: 1, height: 1, contentType: 'image/png', extension: 'png', bytes: large.length } as const
    const timingsMs = { decode: 0, infer: 0, compose: 0, encode: 0 }
    return { ...facts, foreground: { left: 0, top: 0, width: 1, height: 1 }, timingsMs }
  }
  const { url } = (await caller.remove()).json<{ url: string }>()
  const socket = connect(Number(base.port), base.hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(`GET ${new URL(url).pathname} HTTP/1.1\r\nHost: silhouette\r\n\r\n`)
  await once(socket, 'readable') // it has begun, and nothing is read any more
  await shutdownWithin(50).now('SIGTERM')
  socket.destroy()
  await app.expectNothingLeftOver()
})

test('an upload that never ends holds nothing up', async () => {
  const caller = await app.caller()
  const connection = await Connection.open(base)
  const { headers, payload } = multipart({ image_file: PHOTO })
  await connection.head({ 'X-Api-Key': caller.key, ...headers, 'Content-Length': payload.length })
  await connection.send(payload.slice(0, 150))
  await eventually(async () => expect(await app.spooledFiles()).toHaveLength(1))
  await shutdownWithin(50).now('SIGTERM')
  await app.expectNothingLeftOver()
})
