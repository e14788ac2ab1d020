/** What the server answers, success and every error, is what its own document says: status, headers, body. */

import { writeFile } from 'node:fs/promises'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { AppError, type ErrorKind } from '../../src/base/errors.js'
import type { Job } from '../../src/imaging/job.js'
import { type Caller, json, multipart, PHOTO, useApp } from './app.js'
import { type ApiDocument, expectDocumented, type Operation } from './documented.js'
import { type Made, OUTCOME, PNG } from './fake-engine.js'

const app = useApp()
let document: ApiDocument

beforeAll(async () => {
  document = (await app.get('/v1/openapi.json')).json<ApiDocument>()
})

const operationOf = (method: 'get' | 'post' | 'delete', path: string): Operation => {
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not documented`)
  return operation
}

function expectAnswer(path: string, answer: LightMyRequestResponse, status: number, code?: string): void {
  expect(answer.statusCode, answer.body).toBe(status)
  expectDocumented(document, operationOf('post', path), answer)
  if (code) expect(answer.body).toContain(`"code":"${code}"`)
}

const BODIES = {
  '/v1/remove': { image_file: PHOTO, size: 'full' },
  '/v1/id-photo': { image_file: PHOTO, spec: '1inch' },
  '/v1/portrait-style': { image_file: PHOTO, style: 'watercolour' },
  '/v1.0/cutout': { image_file: PHOTO, size: 'full' },
  '/v1.0/removebg': { image_file: PHOTO, size: 'full' },
}

/** What an outcome says beyond its size, by the kind of the job. */
const FACTS: Partial<Record<Job['kind'], Partial<Made>>> = {
  cutout: {
    subjectClass: 'person',
    confidence: 0.93,
    pieces: [{ box: { left: 0, top: 0, width: 1, height: 2 }, share: 0.5, confidence: 1 }],
  },
  'id-photo': { warnings: ['blurred', 'certified_only'] },
  'portrait-style': { styleRecipe: 'oil; strength=100' },
}

const V1 = [
  201,
  'validation error',
  'authentication_failed',
  401,
  'not_enough_credit',
  'throttled',
  'service_busy',
] as const
const COMPAT = [
  200,
  'invalid_parameter',
  'auth_failed',
  403,
  'insufficient_credits',
  'rate_limit_exceeded',
  'service_busy',
] as const

describe.each(Object.entries(BODIES))('POST %s', (path, fields) => {
  const isV1 = path.startsWith('/v1/')
  const [done, invalid, unknownKey, unknownKeyStatus, noCredit, throttled, busy] = isV1 ? V1 : COMPAT
  const send = (caller: Caller, more: Record<string, string> = {}, headers = {}) =>
    caller.post(multipart({ ...fields, ...more }), headers, path)

  test('a result, and the same once more', async () => {
    app.engine.execute = async ({ kind }, { output }) => {
      await writeFile(output, PNG)
      return { ...OUTCOME, ...FACTS[kind] }
    }
    const caller = await app.caller({ credits: 2 })
    const key = { 'idempotency-key': 'once' }
    const first = await send(caller, {}, key)
    expectAnswer(path, first, done)
    const again = await send(caller, {}, key)
    expectAnswer(path, again, done)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(first.headers['x-ratelimit-limit']).toBeDefined()
  })

  test('refusals before the work', async () => {
    const caller = await app.caller({ credits: 0 })
    expectAnswer(path, await caller.post(multipart({}), {}, path), 400, invalid)
    expectAnswer(
      path,
      await caller.post({ payload: 'x', headers: { 'content-type': 'text/plain' } }, {}, path),
      400,
      invalid,
    )
    expectAnswer(path, await send(caller, {}, { 'x-api-key': 'wrong' }), unknownKeyStatus, unknownKey)
    expectAnswer(path, await send(caller), 402, noCredit)
    app.engine.full = true
    const refused = await send(caller)
    expectAnswer(path, refused, 503, busy)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  })

  test('over the rate', async () => {
    const caller = await app.caller({ credits: 5, rateLimit: 1 })
    await send(caller)
    const refused = await send(caller)
    expectAnswer(path, refused, 429, throttled)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  })

  test.each<ErrorKind>(['invalid_image', 'no_foreground', 'internal', 'busy'])('work that ends as %s', async (kind) => {
    app.engine.work = async () => {
      throw new AppError(kind, 'No', kind === 'busy' ? { retryAfterSeconds: 3 } : {})
    }
    const answer = await send(await app.caller({ credits: 5 }))
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expectDocumented(document, operationOf('post', path), answer)
  })
})

test('a picture inside JSON, by an address that works and by one that does not', async () => {
  const caller = await app.caller()
  const ask = (address: string) =>
    caller.post(json({ image_url: address, crop: true }), { accept: 'application/json' }, '/v1.0/cutout')
  const answer = await ask(`http://${app.originHost}/photo`)
  expectAnswer('/v1.0/cutout', answer, 200)
  expect(answer.headers['content-type']).toContain('application/json')
  app.origin = (_, response) => response.writeHead(404).end()
  expectAnswer('/v1.0/cutout', await ask(`http://${app.originHost}/photo`), 400, 'failed_image_download')
})

test.each(['/v1/presets', '/v1/styles', '/v1/id-photo/specs', '/v1/account', '/v1/usage', '/v1.0/account'])(
  'GET %s with and without a key',
  async (path) => {
    const { key } = await app.caller()
    const operation = operationOf('get', path)
    const found = await app.get(path, { 'x-api-key': key })
    expect(found.statusCode).toBe(200)
    expectDocumented(document, operation, found)
    expectDocumented(document, operation, await app.get(path))
  },
)

describe('GET /r/{name}', () => {
  const ask = async (headers = {}): Promise<LightMyRequestResponse> => {
    const { url } = (await (await app.caller()).remove()).json<{ url: string }>()
    return app.get(new URL(url).pathname, headers)
  }
  const expectResult = (answer: LightMyRequestResponse, status: number): void => {
    expect(answer.statusCode).toBe(status)
    expectDocumented(document, operationOf('get', '/r/{name}'), answer)
    const { headers } = operationOf('get', '/r/{name}').responses[status]!
    for (const name of Object.keys(headers)) expect(answer.headers, name).toHaveProperty(name.toLowerCase())
  }

  test('whole, in part, known already, and beyond its end', async () => {
    expectResult(await ask(), 200)
    expectResult(await ask({ range: 'bytes=0-9' }), 206)
    expectResult(await ask({ 'if-none-match': '*' }), 304)
    expectResult(await ask({ range: 'bytes=99999-' }), 416)
  })

  test('one that is gone, in the words of the example', async () => {
    const answer = await app.get('/r/gone.png')
    expectResult(answer, 404)
    const { examples } = operationOf('get', '/r/{name}').responses[404]!.content!['application/json']!
    expect(Object.values(examples!).map(({ value }) => value)).toContainEqual(answer.json())
  })

  test('one in a bucket, to which a link leads', async () => {
    const bucket = vi.spyOn(app.parts.results, 'linkTo').mockResolvedValue('https://bucket.example/signed')
    expectResult(await ask(), 302)
    bucket.mockRestore()
  })
})

describe('/v1/results', () => {
  const ask = async (caller: Caller, method: 'get' | 'delete', path: string, url = path) => {
    const answer = await app.inject({ method, url, headers: { 'x-api-key': caller.key } })
    expectDocumented(document, operationOf(method, path), answer)
    return answer
  }
  const examplesOf = (method: 'get' | 'delete', path: string, status: number): unknown[] =>
    Object.values(operationOf(method, path).responses[status]!.content!['application/json']!.examples!).map(
      ({ value }) => value,
    )

  test('a page, one result, its deletion, and all of them', async () => {
    const caller = await app.caller()
    await caller.remove()
    const [{ id }] = (await ask(caller, 'get', '/v1/results')).json<{ results: [{ id: string }] }>().results
    for (const method of ['get', 'delete', 'get', 'delete'] as const)
      await ask(caller, method, '/v1/results/{id}', `/v1/results/${id}`)
    await ask(caller, 'delete', '/v1/results', '/v1/results?confirm=all')
  })

  test('refusals, in the words of their examples', async () => {
    const caller = await app.caller()
    const [all, one] = ['/v1/results', '/v1/results/{id}'] as const
    const said = async (method: 'get' | 'delete', path: string, url?: string): Promise<unknown> =>
      (await ask(caller, method, path, url)).json()
    expect(examplesOf('delete', all, 400)).toContainEqual(await said('delete', all))
    expect(examplesOf('get', all, 400)).toContainEqual(await said('get', all, `${all}?limit=1000`))
    expect(examplesOf('get', one, 404)).toContainEqual(await said('get', one, `${all}/none`))
    expect(examplesOf('get', '/v1/usage', 400)).toContainEqual(await said('get', '/v1/usage', '/v1/usage?from=today'))
  })
})

test('a search for formats that is too long', async () => {
  const { key } = await app.caller()
  const answer = await app.get(`/v1/id-photo/specs?search=${'x'.repeat(101)}`, { 'x-api-key': key })
  expect(answer.statusCode).toBe(400)
  expectDocumented(document, operationOf('get', '/v1/id-photo/specs'), answer)
})

test('the examples of errors are what the server says', async () => {
  const caller = await app.caller({ credits: 0 })
  const examples = (path: string, status: number): unknown[] =>
    Object.values(operationOf('post', path).responses[status]!.content!['application/json']!.examples!).map(
      ({ value }) => value,
    )
  const said = async (path: string, fields: Record<string, string>, headers = {}) =>
    (await caller.post(multipart({ image_file: PHOTO, ...fields }), headers, path)).json<unknown>()
  for (const path of ['/v1/remove', '/v1.0/cutout']) {
    const [refused] = path === '/v1/remove' ? [401] : [403]
    expect(examples(path, refused!)).toContainEqual(await said(path, {}, { 'x-api-key': '' }))
    expect(examples(path, refused!)).toContainEqual(await said(path, {}, { 'x-api-key': 'wrong' }))
    expect(examples(path, 402)).toContainEqual(await said(path, { size: 'full' }))
  }
  expect(examples('/v1/remove', 400)).toContainEqual(await said('/v1/remove', { size: 'huge' }))
  expect(examples('/v1.0/cutout', 400)).toContainEqual(await said('/v1.0/cutout', { crop_margin: '51%' }))
})
