/** The HTTP side over a bucket: results, thumbnails and previews of styles lie there, and its outages are answered well. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../src/service/images/leases.js'
import { createJanitor } from '../../src/service/operator/janitor.js'
import { createS3Client, type S3Client } from '../../src/storage/s3-client.js'
import { errorOf, type Settings, TestApp, useApp } from '../http/app.js'
import { signedIn } from '../http/browser.js'
import { PNG } from '../http/fake-engine.js'
import { cableTo } from '../support/cable.js'
import { s3Service } from '../support/s3-service.js'

const s3 = await s3Service()
const place = await s3.newPlace()
const cable = await cableTo(s3.host, s3.port)
const settings = (port = s3.port): Settings => ({
  STORAGE_URL: `s3://S3RVER:S3RVER@${place.bucket}/photos?endpoint=http://127.0.0.1:${port}&region=eu-central-1`,
})
const app = useApp(settings(cable.port))
let bucket: S3Client
beforeAll(() => {
  bucket = createS3Client(place)
})
afterAll(async () => {
  await bucket.close()
  await cable.cut()
})

/** What lies in the bucket under that name. */
const objectAt = async (name: string) => {
  const reply = await bucket.send({ method: 'GET', key: `photos/${name}` })
  return reply && { type: reply.headers['content-type'], bytes: Buffer.from(await reply.body.arrayBuffer()) }
}

const pathOf = (answer: { json<T>(): T }): string => new URL(answer.json<{ url: string }>().url).pathname

describe('a result', () => {
  test('lies in the bucket where its address says, and is served from there, whole and in part', async () => {
    const path = pathOf(await (await app.caller()).remove({ size: 'full' }))
    expect(await objectAt(path.slice(1))).toEqual({ type: 'image/png', bytes: PNG })
    const whole = await app.get(path)
    expect(whole.rawPayload).toEqual(PNG)
    expect(whole.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    const part = await app.get(path, { range: 'bytes=2-4' })
    expect(part.statusCode).toBe(206)
    expect(part.rawPayload).toEqual(PNG.subarray(2, 5))
  })

  test('has a thumbnail that is made once, kept beside it, and deleted with it', async () => {
    const browser = await signedIn(app)
    const path = pathOf(await (await app.key(browser.accountId)).remove())
    const id = path.replace(/^.*\/|\..*$/g, '')
    const first = await browser.get(`/web/results/${id}/thumbnail`)
    const jobs = app.engine.seen.length
    expect(await objectAt(`r/${id}-thumbnail`)).toMatchObject({ bytes: first.rawPayload })
    const second = await browser.get(`/web/results/${id}/thumbnail`)
    expect(second.rawPayload).toEqual(first.rawPayload)
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    expect(app.engine.seen).toHaveLength(jobs)

    expect((await browser.delete(`/web/results/${id}`)).statusCode).toBe(204)
    expect(await objectAt(path.slice(1))).toBeUndefined()
    expect(await objectAt(`r/${id}-thumbnail`)).toBeUndefined()
  })
})

test('previews of styles are made by one server and found by the others', async () => {
  const styles = (await app.get('/v1/styles', { 'x-api-key': (await app.caller()).key })).json<{
    styles: { preview_url: string }[]
  }>().styles
  const path = new URL(styles[0]!.preview_url).pathname
  const made = await app.get(path)
  expect(made.statusCode).toBe(200)
  expect(await objectAt(path.slice(1))).toEqual({ type: 'image/jpeg', bytes: made.rawPayload })

  const other = new TestApp()
  await other.start(settings())
  const found = await other.get(path)
  expect(found.rawPayload).toEqual(made.rawPayload)
  expect(other.engine.seen).toEqual([])
  await other.close()
})

describe('RESULT_DELIVERY=redirect', () => {
  const redirecting = useApp({ ...settings(), RESULT_DELIVERY: 'redirect' })

  test('sends whoever asks to the bucket for a few minutes, and to nobody once the result is over', async () => {
    const path = pathOf(await (await redirecting.caller()).remove())
    const answer = await redirecting.get(path)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
    const link = new URL(String(answer.headers.location))
    expect(link.host).toBe(`127.0.0.1:${s3.port}`)
    expect(link.searchParams.get('X-Amz-Expires')).toBe('300')
    const reply = await fetch(link)
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(PNG)
    expect(reply.headers.get('content-type')).toBe('image/png')
    expect(reply.headers.get('cache-control')).toMatch(/^public, max-age=\d+, immutable$/)
    const head = await redirecting.inject({ method: 'HEAD', url: path })
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(PNG.length)])
    redirecting.now += 3 * 24 * 3_600_000
    expect((await redirecting.get(path)).statusCode).toBe(404)
  })
})

describe('while the bucket is away', () => {
  const lines = (text: string): string[] => app.logLines.filter((line) => line.includes(text))
  const readyz = async () => (await app.get('/readyz')).json<{ checks: Record<string, string> }>().checks

  test('requests are told to come back and are not charged, the operator hears it once, and then all is well', async () => {
    const caller = await app.caller({ credits: 2 })
    const path = pathOf(await caller.remove())
    app.logLines.length = 0
    await cable.cut()
    for (const url of ['/v1/remove', '/v1.0/cutout']) {
      const failed = await caller.remove({ size: 'full' }, { 'idempotency-key': url }, url)
      expect(failed.statusCode).toBe(503)
      expect(failed.headers['retry-after']).toBe('5')
    }
    expect(errorOf(await app.get(path))).toMatchObject({ status: 503, code: 'service_busy' })
    expect(await caller.balance()).toBe(2)
    expect(await readyz()).toMatchObject({ storage: 'unreachable', database: 'ok' })
    expect((await app.get('/readyz')).json()).toMatchObject({ status: 'degraded', unavailable: ['results'] })
    expect((await app.get('/readyz')).statusCode, 'it stays in rotation').toBe(200)
    expect((await caller.remove({}, {}, '/v1.0/cutout')).rawPayload, 'what is not kept is served').toEqual(PNG)
    expect(lines('"level":50')).toEqual([expect.stringContaining('does not answer as it should')])
    expect(app.logLines.join()).not.toContain('S3RVER')

    await cable.plugIn()
    expect(await readyz()).toMatchObject({ storage: 'ok' })
    expect(lines('the stores work again')).toHaveLength(1)
    expect((await app.get(path)).rawPayload).toEqual(PNG)
    expect((await caller.remove({ size: 'full' }, { 'idempotency-key': '/v1/remove' })).statusCode).toBe(201)
    expect(await caller.balance()).toBe(1)

    // What could not be withdrawn at once is swept.
    app.now += LEASE_MS
    const { db, storage } = app
    const janitor = createJanitor({
      db,
      storage,
      uploads: app.uploads,
      clock: () => app.now,
      resultTtlMs: 1000,
      requestLogMs: 30 * 24 * 3_600_000,
      onError: (error) => expect.fail(String(error)),
    })
    expect((await janitor.sweep()).results).toBe(2)
  })

  test('previews of styles are made here', async () => {
    const lonely = new TestApp()
    await lonely.start(settings(1))
    const key = (await lonely.caller()).key
    const [style] = (await lonely.get('/v1/styles', { 'x-api-key': key })).json<{
      styles: { preview_url: string }[]
    }>().styles
    expect((await lonely.get(new URL(style!.preview_url).pathname)).statusCode).toBe(200)
    expect(lonely.engine.seen).toHaveLength(1)
    await lonely.close()
  })
})
