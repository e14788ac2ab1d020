/** Headers, repeated requests, result addresses. */
import { beforeAll, describe, expect, test } from 'vitest'
import { blob, download, errorOf, form, photo, remove, urlOf } from './client.js'
import { openTarget, type Target } from './target.js'

let target: Target
let jpeg: Buffer

beforeAll(async () => {
  jpeg = await photo(320)
  target = openTarget()
})

test('rate limit: units count down, then 429 with Retry-After; errors before the rate use no unit', async () => {
  const { key } = await target.newKey({ rateLimit: 2 })
  const invalid = await remove(target.baseUrl, form({ image_file: blob(jpeg), size: 'x' }), { key })
  expect(invalid.headers.get('x-ratelimit-remaining')).toBeNull()
  const counted = [
    await remove(target.baseUrl, form({ image_file: blob('no picture') }), { key }),
    await remove(target.baseUrl, form({ image_file: blob('no picture') }), { key }),
  ]
  expect(counted.map((reply) => reply.status)).toEqual([422, 422])
  expect(counted.map((reply) => reply.headers.get('x-ratelimit-remaining'))).toEqual(['1', '0'])

  const over = await remove(target.baseUrl, form({ image_file: blob(jpeg) }), { key })
  const retryAfter = Number(over.headers.get('retry-after'))
  expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60).toBe(true)
  expect(over.headers.get('x-ratelimit-reset')).toBe(counted[0]!.headers.get('x-ratelimit-reset'))
  expect(await errorOf(over)).toMatchObject({ status: 429, code: 'throttled' })
})

test('a repeated request with the same Idempotency-Key gives the first answer, for one credit', async () => {
  const { key, email } = await target.newKey({ credits: 2 })
  const send = (fields: Record<string, string>) =>
    remove(target.baseUrl, form({ image_file: blob(jpeg), size: 'full', ...fields }), {
      key,
      headers: { 'Idempotency-Key': 'order-7' },
    })
  // At the same time: the second waits for the first.
  const [first, second] = await Promise.all([send({}), send({})])
  const replayed = [first, second].map((reply) => reply.headers.get('idempotent-replayed'))
  expect(replayed.filter((value) => value === 'true')).toHaveLength(1)
  expect(await urlOf(first)).toBe(await urlOf(second))
  expect(await errorOf(await send({ format: 'jpg' }))).toMatchObject({
    status: 400,
    message: expect.stringMatching(/Idempotency-Key/),
  })
  expect(await target.creditsOf(email)).toBe(1)
})

describe('a result address', () => {
  test('serves the picture with its headers, ranges and a tag; unknown ones are 404', async () => {
    const { key } = await target.newKey()
    const url = await urlOf(await remove(target.baseUrl, form({ image_file: blob(jpeg) }), { key }))
    expect(url.split('/').pop()!.length).toBeGreaterThanOrEqual(22)
    const { reply, bytes } = await download(url)
    const maxAge = Number(reply.headers.get('cache-control')!.match(/max-age=(\d+)/)![1])
    expect(maxAge).toBeLessThanOrEqual(259_200)
    expect(maxAge).toBeGreaterThan(259_000)
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')

    const part = await fetch(url, { headers: { Range: 'bytes=8-15' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 8-15/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(8, 16))

    const known = await fetch(url, { headers: { 'If-None-Match': reply.headers.get('etag')! } })
    expect(known.status).toBe(304)
    expect((await fetch(`${url.slice(0, -8)}AAAA.png`)).status).toBe(404)
  })
})

test('CORS: preflight without a key, and the headers on errors too', async () => {
  const preflight = await fetch(`${target.baseUrl}/v1/remove`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Api-Key')
  const error = await remove(target.baseUrl, form({}))
  expect(error.headers.get('access-control-allow-origin')).toBe('*')
  expect(error.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
  expect(error.headers.get('x-request-id')).toBeTruthy()
})

test('the contract and the operator routes are there', async () => {
  const contract = (await (await fetch(`${target.baseUrl}/v1/openapi.json`)).json()) as {
    openapi: string
    paths: object
  }
  expect(contract.openapi).toMatch(/^3\.1/)
  expect(contract.paths).toHaveProperty('/v1/remove')
  for (const path of ['/docs', '/healthz', '/readyz', '/metrics', '/']) {
    expect((await fetch(target.baseUrl + path)).status).toBe(200)
  }
})
