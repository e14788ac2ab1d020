/** Bodies that arrive at the same time: bounded in number and bytes, in all and of one account; those that stop are ended. */
import { expect, test } from 'vitest'
import { type Caller, errorOf, eventually, multipart, PHOTO, useApp } from './app.js'
import { Connection } from './connection.js'

const MB = 1024 * 1024
// An account alone has half of 6 MB: 3 MB.
const app = useApp({
  MAX_UPLOADS: '8',
  MAX_UPLOADS_PER_ACCOUNT: '4',
  MAX_UPLOADS_MB: '6',
  MAX_UPLOAD_BYTES: '400000',
})

/** A body that has begun and does not go on. */
async function stalled({ key }: Caller, length: number | 'chunked' = 1000): Promise<Connection> {
  const before = (await app.spooledFiles()).length
  const connection = await Connection.open(await app.listen())
  const { headers, payload } = multipart({ image_file: PHOTO })
  const start = payload.slice(0, 170) // into the photo
  if (length === 'chunked') {
    await connection.head({ ...headers, 'X-Api-Key': key, 'Transfer-Encoding': 'chunked' })
    await connection.send(`${start.length.toString(16)}\r\n`)
    await connection.send(start)
  } else {
    await connection.head({ ...headers, 'X-Api-Key': key, 'Content-Length': length })
    await connection.send(start)
  }
  await eventually(async () => expect((await app.spooledFiles()).length).toBeGreaterThan(before))
  return connection
}

/** One after the other, so that each finds the others there. */
async function stalledBodies(callers: readonly Caller[]): Promise<Connection[]> {
  const connections: Connection[] = []
  for (const caller of callers) connections.push(await stalled(caller))
  return connections
}

const leave = (connections: readonly Connection[]): void => {
  for (const connection of connections) connection.leave()
}

test('an account over its number is throttled, others are not; room is given back', async () => {
  const [caller, other] = [await app.caller(), await app.caller()]
  const connections = await stalledBodies([caller, caller, caller, caller])
  const refused = await caller.remove()
  expect(errorOf(refused)).toMatchObject({ status: 429, code: 'throttled' })
  expect(refused.headers['retry-after']).toBe('2')
  expect((await other.remove()).statusCode).toBe(201)
  leave(connections)
  await eventually(async () => expect((await caller.remove()).statusCode).toBe(201))
})

test('two accounts that take all they can leave room for a third', async () => {
  const [caller, other] = [await app.caller(), await app.caller()]
  const connections = await stalledBodies([caller, caller, caller, caller, other, other])
  expect(errorOf(await caller.remove()).status).toBe(429)
  expect(errorOf(await other.remove()).status).toBe(429)
  expect((await (await app.caller()).remove()).statusCode).toBe(201)
  leave(connections)
})

test('all of them together: 503, before anything is read', async () => {
  const [a, b, c, d] = [await app.caller(), await app.caller(), await app.caller(), await app.caller()]
  const connections = await stalledBodies([a, a, a, a, b, b, c, d])
  const refused = await (await app.caller()).remove()
  expect(errorOf(refused)).toMatchObject({ status: 503, code: 'service_busy' })
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.headers).not.toHaveProperty('x-ratelimit-limit')
  expect(await app.spooledFiles()).toHaveLength(8)
  leave(connections)
})

test('bytes count as they are declared; a body without a length as the largest one', async () => {
  const caller = await app.caller()
  const largest = MB
  const connections = [await stalled(caller, largest), await stalled(caller, 'chunked')]
  const more = await stalled(caller, largest - 10_000)
  const tooMuch = await caller.post(multipart({ image_file: Buffer.alloc(20_000) }))
  expect(errorOf(tooMuch).status).toBe(429)
  leave([...connections, more])
})

test('those that wait for the answer to the same request before still count', async () => {
  const caller = await app.caller({ credits: 1 })
  let finish = (): void => {}
  app.engine.work = () => new Promise((resolve) => (finish = resolve))
  const ask = () => caller.remove({}, { 'idempotency-key': 'one' })
  const first = ask()
  await eventually(() => expect(app.engine.seen).toHaveLength(1))
  const waiting = [ask(), ask(), ask(), ask()]
  await eventually(async () => expect((await app.spooledFiles()).length).toBeGreaterThanOrEqual(5))
  expect(errorOf(await ask()).status).toBe(429)
  finish()
  for (const answer of [await first, ...(await Promise.all(waiting))]) expect(answer.statusCode).toBe(201)
})

test('bodies that were admitted make room: the queue has its own limit', async () => {
  const callers = await Promise.all(Array.from({ length: 10 }, () => app.caller()))
  const finish: (() => void)[] = []
  app.engine.work = () => new Promise((resolve) => finish.push(resolve))
  const answers = []
  for (const [i, caller] of callers.entries()) {
    answers.push(caller.remove())
    await eventually(() => expect(finish).toHaveLength(i + 1))
  }
  for (const end of finish) end()
  for (const answer of await Promise.all(answers)) expect(answer.statusCode).toBe(201)
})

test('a body that stops coming is answered and gives its place back; nothing is charged', async () => {
  const caller = await app.caller()
  const connections = await stalledBodies([caller, caller, caller, caller])
  // Its file is there a moment before the server waits for more.
  await eventually(() => {
    app.now += 10_000
    app.parts.uploads.take('somebody', 1).release()
    for (const { received } of connections) expect(received).toMatch(/^HTTP\/1\.1 408 .*no data for 10 seconds/s)
  })
  expect((await caller.remove()).statusCode).toBe(201)
})

test('a body that goes on in time is not ended, however long it takes', async () => {
  const caller = await app.caller()
  const connection = await stalled(caller, 1_000_000)
  for (let i = 0; i < 5; i += 1) {
    app.now += 9000
    const before = await app.spooledBytes()
    await connection.send('more')
    await eventually(async () => expect(await app.spooledBytes()).toBeGreaterThan(before))
    expect((await (await app.caller()).remove()).statusCode).toBe(201)
  }
  expect(connection.received).toBe('')
  connection.leave()
})
