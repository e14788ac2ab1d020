/** Route, key, size, parameters and sources, rate, overload, credits, download, decode: the earlier check answers. */
import { expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { errorOf, multipart, PHOTO, useApp } from './app.js'
import { Connection } from './connection.js'

const LIMIT = 5000
const app = useApp({ MAX_UPLOAD_BYTES: String(LIMIT) })

const tooLarge = Buffer.alloc(LIMIT + 1)
const deadUrl = (): string => `http://${app.originHost}/dead`

const engineFails = (): void => {
  app.engine.work = async () => {
    throw new AppError('invalid_image', 'The image is damaged')
  }
}

/** A caller whose next call is over the limit. */
async function throttledCaller(credits = 1) {
  const caller = await app.caller({ credits, rateLimit: 1 })
  await caller.remove()
  app.engine.seen = []
  return caller
}

test('route before key: an unknown path is 404 and a wrong method 405, also without a key', async () => {
  for (const headers of [{}, { 'x-api-key': 'nonsense' }]) {
    expect(errorOf(await app.inject({ method: 'POST', url: '/v1/nope', headers })).status).toBe(404)
    expect(errorOf(await app.inject({ method: 'GET', url: '/v1/remove', headers })).status).toBe(405)
  }
})

test('route before body: what is sent to an unknown path is not even looked at', async () => {
  const bodies = [
    { headers: { 'content-type': 'image/png' }, payload: 'no form' },
    { headers: { 'content-type': 'application/json' }, payload: '{broken' },
    { headers: { 'content-type': 'nonsense' }, payload: 'x' },
  ]
  for (const body of bodies) {
    expect(errorOf(await app.inject({ method: 'POST', url: '/v1/nope', ...body })).status).toBe(404)
    expect(errorOf(await app.inject({ method: 'POST', url: '/nope', ...body })).status).toBe(404)
    expect(errorOf(await app.inject({ method: 'PUT', url: '/v1/remove', ...body })).status).toBe(405)
  }
})

test.each([
  ['an oversized file', multipart({ image_file: tooLarge })],
  ['an unsupported encoding', { headers: { 'content-type': 'image/png' }, payload: PHOTO }],
  ['malformed multipart', { headers: { 'content-type': 'multipart/form-data' }, payload: 'x' }],
])('key before size and encoding: %s without a key is 401', async (_, body) => {
  expect(errorOf(await app.inject({ method: 'POST', url: '/v1/remove', ...body })).status).toBe(401)
})

test('key before body: a caller without one is refused before sending it', async () => {
  const connection = await Connection.open(await app.listen())
  const { headers, payload } = multipart({ image_file: PHOTO })
  await connection.head({ ...headers, 'Content-Length': 40 * 1024 * 1024 })
  await connection.send(payload.slice(0, 200))
  expect(await connection.status()).toBe(401)
  connection.leave()
})

test('size before parameters', async () => {
  const caller = await app.caller()
  for (const fields of [
    { image_file: tooLarge, size: 'gigantic' },
    { size: 'gigantic', image_file: tooLarge },
    { image_file: tooLarge, image_url: deadUrl() },
  ]) {
    expect(errorOf(await caller.remove(fields)).message).toContain('image_file: the file is larger')
  }
})

test('parameters and sources before rate: no unit is used and no rate header sent', async () => {
  const caller = await throttledCaller()
  for (const answer of [
    await caller.remove({ size: 'gigantic' }),
    await caller.remove({ image_file: PHOTO, image_url: deadUrl() }),
    await caller.post(multipart({})),
  ]) {
    expect(errorOf(answer).status).toBe(400)
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
  }
})

test('parameters before a repeated request', async () => {
  const caller = await app.caller()
  await caller.remove({}, { 'idempotency-key': 'once' })
  const answer = await caller.remove({ size: 'gigantic' }, { 'idempotency-key': 'once' })
  expect(errorOf(answer).message).toContain('size must be')
})

test('a repeated request before rate: the first answer, or what is wrong with it, whatever the limit', async () => {
  const caller = await app.caller({ rateLimit: 1 })
  const first = await caller.remove({}, { 'idempotency-key': 'once' })
  expect((await caller.remove({}, { 'idempotency-key': 'other' })).statusCode).toBe(429)
  const again = await caller.remove({}, { 'idempotency-key': 'once' })
  expect(again.json()).toEqual(first.json())
  expect(errorOf(await caller.remove({ format: 'png' }, { 'idempotency-key': 'once' })).status).toBe(400)
})

test('rate before overload', async () => {
  const caller = await throttledCaller()
  app.engine.full = true
  expect(errorOf(await caller.remove()).status).toBe(429)
})

test('overload before credits', async () => {
  app.engine.full = true
  expect(errorOf(await (await app.caller({ credits: 0 })).remove({ size: 'full' })).status).toBe(503)
})

test('credits before download: nothing is fetched for a caller who cannot pay', async () => {
  const fetched = vi.fn()
  app.origin = (_, response) => {
    fetched()
    response.writeHead(404).end()
  }
  const caller = await app.caller({ credits: 0 })
  expect(errorOf(await caller.remove({ image_url: deadUrl(), size: 'full' })).status).toBe(402)
  expect(fetched).not.toHaveBeenCalled()

  expect(errorOf(await caller.remove({ image_url: deadUrl() })).status).toBe(400)
  expect(fetched).toHaveBeenCalled()
})

test('download before decode: the engine does not see what could not be fetched', async () => {
  engineFails()
  app.origin = (_, response) => response.writeHead(404).end()
  const caller = await app.caller()
  expect(errorOf(await caller.remove({ image_url: deadUrl() })).message).toContain('status 404')
  expect(app.engine.seen).toEqual([])

  expect(errorOf(await caller.remove()).status).toBe(422)
})

test('a refused request never reaches the engine', async () => {
  const caller = await throttledCaller(0)
  await caller.remove()
  app.engine.full = true
  await (await app.caller()).remove()
  app.engine.full = false
  await (await app.caller({ credits: 0 })).remove({ size: 'full' })
  await (await app.caller()).remove({ format: 'bmp' })
  expect(app.engine.seen).toEqual([])
})
