import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { eventually, json, multipart, PHOTO, TestApp, useApp } from './app.js'
import { Browser } from './browser.js'
import { Connection } from './connection.js'
import { gate } from './fake-engine.js'

const app = new TestApp()
app.pageFiles = { 'index.html': '<h1>page</h1>', 'assets/app-1234.js': 'run()' }
useApp({}, app)

interface Line {
  level: number
  msg: string
  requestId?: string
  method?: string
  route?: string
  status?: number
  keyId?: string
  kind?: string
  code?: string
  err?: { message: string; stack: string }
}

const lines = (): Line[] => app.logLines.map((line) => JSON.parse(line) as Line)
const linesOf = (requestId: unknown): Line[] => lines().filter((line) => line.requestId === requestId)

const DEBUG = 20
const INFO = 30
const ERROR = 50

beforeEach(() => {
  app.logLines.length = 0
})

describe('every request is one line', () => {
  test('with its id, route, status and the id of its key', async () => {
    const caller = await app.caller()
    const { headers } = await caller.remove()
    await eventually(() => expect(linesOf(headers['x-request-id'])).toHaveLength(1))
    expect(linesOf(headers['x-request-id'])).toEqual([
      {
        level: INFO,
        time: expect.any(Number),
        msg: 'request',
        requestId: headers['x-request-id'],
        method: 'POST',
        route: '/v1/remove',
        status: 201,
        ms: expect.any(Number),
        keyId: caller.keyId,
        watermark: 'preview',
      },
    ])
  })

  test('also when the client went away, without an error of ours', async () => {
    const caller = await app.caller()
    const { work, reached } = gate()
    app.engine.work = work
    const connection = await Connection.open(await app.listen())
    await connection.post(caller.key)
    await reached
    connection.leave()
    await eventually(() => expect(lines()).toHaveLength(2))
    expect(lines()).toContainEqual(expect.objectContaining({ level: INFO, msg: 'request', status: 499 }))
    expect(lines()).toContainEqual(expect.objectContaining({ level: INFO, msg: 'client gone' }))
  })

  test('also when it went away in the middle of its upload', async () => {
    const caller = await app.caller()
    const { headers, payload } = multipart({ image_file: PHOTO })
    const connection = await Connection.open(await app.listen())
    await connection.head({ 'X-Api-Key': caller.key, ...headers, 'Content-Length': payload.length })
    await connection.send(payload.slice(0, 150))
    await eventually(async () => expect(await app.spooledFiles()).toHaveLength(1))
    connection.leave()
    await eventually(() => expect(lines()).toHaveLength(2))
    expect(lines().map(({ level }) => level)).toEqual([INFO, INFO])
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'client gone' }))
  })

  test('of which those for the operator show only in detail', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics']) await app.get(url)
    await eventually(() => expect(lines()).toHaveLength(3))
    expect(lines().map(({ level, route }) => [level, route])).toEqual([
      [DEBUG, '/healthz'],
      [DEBUG, '/readyz'],
      [DEBUG, '/metrics'],
    ])
  })
})

describe('files of pages', () => {
  test('show only in detail', async () => {
    for (const url of ['/', '/keys', '/assets/app-1234.js', '/docs', '/docs/cutout']) await app.get(url)
    await eventually(() => expect(lines()).toHaveLength(5))
    expect(lines().map(({ level }) => level)).toEqual(Array(5).fill(DEBUG))
  })
})

describe('errors', () => {
  test.each<[path: string, code: string, refuse: () => Promise<LightMyRequestResponse>]>([
    ['429 of /v1', 'throttled', () => refusedFor('rate', '/v1/remove')],
    ['503 of /v1', 'service_busy', () => refusedFor('overload', '/v1/remove')],
    ['429 of /v1.0', 'rate_limit_exceeded', () => refusedFor('rate', '/v1.0/cutout')],
    ['503 of /v1.0', 'service_busy', () => refusedFor('overload', '/v1.0/cutout')],
  ])('that refuse are one line, with their code and without a stack: %s', async (_which, code, refuse) => {
    const { headers, statusCode } = await refuse()
    await eventually(() => expect(linesOf(headers['x-request-id'])).not.toEqual([]))
    const found = linesOf(headers['x-request-id'])
    expect(found).toEqual([expect.objectContaining({ level: INFO, msg: 'request', status: statusCode, code })])
    expect(JSON.stringify(found)).not.toContain('stack')
  })

  async function refusedFor(reason: 'rate' | 'overload', url: string): Promise<LightMyRequestResponse> {
    const caller = await app.caller({ rateLimit: 1 })
    if (reason === 'rate') await caller.remove()
    else app.engine.full = true
    return caller.post(multipart({ image_file: PHOTO }), {}, url)
  }

  test('have their code in the line of the request, in each dialect', async () => {
    const caller = await app.caller()
    await caller.remove({ size: 'x' })
    await app.inject({ method: 'GET', url: '/v1.0/account' })
    await new Browser(app).get('/web/keys')
    await eventually(() => expect(lines().filter(({ msg }) => msg === 'request')).toHaveLength(3))
    const codes = lines().flatMap(({ msg, code }) => (msg === 'request' ? [code] : []))
    expect(codes).toEqual(['validation error', 'auth_failed', 'signed_out'])
  })

  test('of ours are logged with their cause, which the caller does not see', async () => {
    app.engine.work = async () => {
      throw new AppError('internal', 'The job passed its time limit', { cause: new Error('step infer took 70 s') })
    }
    const { headers, body } = await (await app.caller()).remove()
    expect(linesOf(headers['x-request-id'])).toContainEqual(
      expect.objectContaining({
        level: ERROR,
        kind: 'internal',
        err: expect.objectContaining({ message: 'step infer took 70 s', stack: expect.any(String) }),
      }),
    )
    expect(body).not.toContain('infer')
  })

  test('of the caller show only in detail', async () => {
    const { headers } = await (await app.caller()).remove({ size: 'x' })
    const [refused] = linesOf(headers['x-request-id'])
    expect(refused).toMatchObject({ level: DEBUG, kind: 'invalid_request' })
  })
})

test('no line, at any level, has a key, the name of a result, or what stands in an image_url', async () => {
  const SECRET = 'token-in-the-query'
  const WRONG_KEY = `sk_${'W'.repeat(40)}`
  const caller = await app.caller({ credits: 5 })
  const urls: string[] = []
  const keep = (answer: { json<T>(): T }): void => void urls.push(answer.json<{ url: string }>().url)
  const origin = (path: string): string => `http://${app.originHost}/${path}?t=${SECRET}`
  app.origin = (request, response) => {
    if (request.url?.startsWith('/moved')) response.writeHead(302, { location: `/photo?again=${SECRET}` }).end()
    else if (request.url?.startsWith('/broken')) response.destroy()
    else if (request.url?.startsWith('/photo')) response.end(PHOTO)
    else response.writeHead(404).end()
  }

  keep(await caller.remove({ size: 'full' }))
  keep(await caller.remove({ image_url: origin('photo') }))
  keep(await caller.post(json({ image_url: origin('moved') })))
  keep(await caller.remove({}, { 'idempotency-key': 'once' }))
  await caller.remove({}, { 'idempotency-key': 'once' })
  for (const image_url of [
    origin('missing'),
    origin('broken'),
    `http://127.0.0.1/?t=${SECRET}`,
    `http://127.0.0.1:99/?t=${SECRET}`,
    `ftp://a/?t=${SECRET}`,
    `http://a:b@c/?t=${SECRET}`,
    `http://exa mple/?t=${SECRET}`,
  ]) {
    expect((await caller.remove({ image_url })).statusCode).toBe(400)
  }
  for (const url of urls) {
    const path = new URL(url).pathname
    await app.get(path)
    await app.get(path, { range: 'bytes=0-1' })
    await app.get(path.replace('.png', '.jpg'))
    await app.get(`/v1${path}`)
    await app.get(`/nowhere${path}`)
    for (const method of ['HEAD', 'POST', 'DELETE', 'OPTIONS'] as const) await app.inject({ method, url: path })
  }
  await app.inject({ method: 'POST', url: '/v1/remove', headers: { 'x-api-key': WRONG_KEY } })
  await app.inject({ method: 'POST', url: `/v1/remove?api_key=${caller.key}` })
  await app.get(`/v1/nope/${caller.key}?api_key=${caller.key}`)
  await caller.remove({ size: caller.key, api_key: caller.key })
  app.engine.work = async () => {
    throw new Error('a bug')
  }
  await caller.remove({ image_url: origin('photo') })
  app.engine.reset()

  await eventually(() => expect(lines().at(-1)).toMatchObject({ msg: 'request', status: 500 }))
  const text = app.logLines.join('')
  expect(urls).toHaveLength(4)
  for (const url of urls) expect(text).not.toContain(/([\w-]+)\.png$/.exec(url)![1])
  for (const secret of [caller.key, WRONG_KEY, SECRET]) expect(text).not.toContain(secret)
})
