/** Answers that are sent while the client is still sending: they arrive, and no more than a bounded rest is read. */
import { once } from 'node:events'
import { request as send } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MAX_REST_BYTES } from '../../src/http/body/rest.js'
import { json, multipart, PHOTO, TestApp, useApp } from './app.js'
import { Connection } from './connection.js'

const app = useApp({ MAX_UPLOAD_BYTES: '5000', RATE_LIMIT_PER_MINUTE: '1000' })
const MB = 1024 * 1024
const CUTOUT = '/v1.0/cutout'

/** A client that sends everything, whatever comes meanwhile, and reads only then. */
async function sendAll(
  headers: Record<string, string>,
  bytes: number,
  server = app,
): Promise<{ status: number; body: string }> {
  const { port } = await server.listen()
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  const lines = Object.entries({ Host: 'silhouette', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const isChunked = 'Transfer-Encoding' in headers
  socket.write(`POST /v1/remove HTTP/1.1\r\n${lines.join('')}\r\n`)
  const piece = Buffer.alloc(MB, 'x')
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (isChunked) socket.write(`${piece.length.toString(16)}\r\n`)
    const isRoom = socket.write(piece)
    if (isChunked) socket.write('\r\n')
    if (!isRoom) await once(socket, 'drain')
  }
  if (isChunked) socket.write('0\r\n\r\n')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  await once(socket, 'data')
  await new Promise((resolve) => setImmediate(resolve))
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1]), body: received }
}

/** Sends until the connection is cut, and says how much that was. */
async function sendForEver(headers: Record<string, string>): Promise<number> {
  const { port } = await app.listen()
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.resume()
  const lines = Object.entries({ Host: 'silhouette', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /v1/remove HTTP/1.1\r\n${lines.join('')}\r\n`)
  if ('Transfer-Encoding' in headers) socket.write('7fffffff\r\n')
  const piece = Buffer.alloc(MB, 'x')
  let sent = 0
  while (socket.writable && sent < 4 * MAX_REST_BYTES) {
    const isSent = await new Promise<boolean>((resolve) => {
      socket.once('close', () => resolve(false))
      socket.write(piece, (error) => resolve(!error))
    })
    socket.removeAllListeners('close')
    if (!isSent) break
    sent += piece.length
  }
  return sent
}

describe('a client that reads only when everything is sent gets its answer', () => {
  const { headers } = multipart({})

  test.each([
    ['without a key', {}, 401],
    ['without a key, and closing', { Connection: 'close' }, 401],
  ])('%s', async (_, more, status) => {
    const answer = await sendAll({ ...headers, ...more, 'Content-Length': String(20 * MB) }, 20 * MB)
    expect(answer.status).toBe(status)
  })

  test('with a body that is too large', async () => {
    const { key } = await app.caller()
    const answer = await sendAll({ ...headers, 'X-Api-Key': key, 'Content-Length': String(20 * MB) }, 20 * MB)
    expect(answer.status).toBe(400)
  })

  test('with a body in chunks that is too large', async () => {
    const ordinary = new TestApp()
    await ordinary.start()
    onTestFinished(() => ordinary.close())
    const { key } = await ordinary.caller()
    const chunked = { ...headers, 'X-Api-Key': key, 'Transfer-Encoding': 'chunked' }
    const answer = await sendAll(chunked, 60 * MB, ordinary)
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('The request body is larger than 52428800 bytes')
  })

  test('with a type that nobody reads', async () => {
    const { key } = await app.caller()
    const more = { 'X-Api-Key': key, 'Content-Type': 'image/png', Connection: 'close' }
    const answer = await sendAll({ ...more, 'Content-Length': String(20 * MB) }, 20 * MB)
    expect(answer.status).toBe(400)
  })
})

test.each([
  ['by its declared length', { 'Content-Length': String(2000 * MB) }],
  ['in one endless chunk', { 'Transfer-Encoding': 'chunked' }],
])('what never ends %s is cut off', async (_, length) => {
  const sent = await sendForEver({ ...multipart({}).headers, ...length })
  // What the operating system holds comes on top of it.
  expect(sent).toBeLessThan(MAX_REST_BYTES + 20 * MB)
})

test('an answer that leaves nothing unread keeps the connection, also after a refusal', async () => {
  const connection = await Connection.open(await app.listen())
  for (const count of [1, 2, 3]) {
    await connection.post('wrong key')
    expect(await connection.status(count)).toBe(401)
  }
})

test('a body that is refused halfway does not cost the connection: the next request is answered', async () => {
  const ordinary = new TestApp()
  await ordinary.start()
  onTestFinished(() => ordinary.close())
  const { key } = await ordinary.caller()
  const connection = await Connection.open(await ordinary.listen())
  const { headers, payload } = json({ operation: 'remove', image_url: 'x'.repeat(3 * MB) })
  await connection.head({ ...headers, 'X-Api-Key': key, 'Content-Length': payload.length }, '/v1/jobs')
  await connection.send(payload)
  expect(await connection.status()).toBe(400)
  await connection.post('wrong key')
  expect(await connection.status(2)).toBe(401)
})

describe('Expect: 100-continue', () => {
  const { headers, payload } = multipart({ image_file: PHOTO })
  const expecting = { ...headers, Expect: '100-continue', 'Content-Length': payload.length }

  test.each([
    ['/v1/remove', 401],
    [CUTOUT, 403],
    ['/v1/nope', 404],
  ])('%s: a wrong key is refused at once', async (path, status) => {
    const connection = await Connection.open(await app.listen())
    await connection.head({ ...expecting, 'X-Api-Key': 'wrong' }, path)
    expect(await connection.status()).toBe(status)
    expect(connection.received.toLowerCase()).toContain('connection: close')
  })

  test('a body that is too large is refused before it is sent', async () => {
    const { key } = await app.caller()
    const connection = await Connection.open(await app.listen())
    await connection.head({ ...expecting, 'X-Api-Key': key, 'Content-Length': 100 * MB })
    expect(await connection.status()).toBe(400)
  })

  test('a good one is let come', async () => {
    const { key } = await app.caller()
    const connection = await Connection.open(await app.listen())
    await connection.head({ ...expecting, 'X-Api-Key': key })
    expect(await connection.status()).toBe(100)
    await connection.send(payload)
    expect(await connection.status(2)).toBe(201)
  })

  test('the account page: the body is let come after all checks', async () => {
    const { port } = await app.listen()
    const call = send({ port, method: 'POST', path: '/web/sign-in', headers: { expect: '100-continue' } })
    let continued = false
    call.on('continue', () => {
      continued = true
    })
    call.on('error', () => {})
    call.flushHeaders()
    const [answer] = (await once(call, 'response')) as [{ statusCode: number }]
    expect([answer.statusCode, continued]).toEqual([403, false])
    call.destroy()
  })
})
