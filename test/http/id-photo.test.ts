/** POST /v1/id-photo and GET /v1/id-photo/specs over a fake engine: checks, credits, headers. */

import { writeFile } from 'node:fs/promises'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { idPhotoCatalog } from '../../src/catalog/id-photo-formats.js'
import { WARNINGS, type Warning } from '../../src/catalog/id-photo-warnings.js'
import { AppError } from '../../src/errors.js'
import type { IdPhotoJob } from '../../src/imaging/job.js'
import { type Caller, errorOf, type Fields, json, multipart, PHOTO, useApp } from './app.js'
import { PNG } from './fake-engine.js'

const app = useApp()
const URL = '/v1/id-photo'

const idPhoto = (caller: Caller, fields: Fields = {}, headers: Record<string, string> = {}) =>
  caller.post(multipart({ image_file: PHOTO, spec: 'us_passport', ...fields }), headers, URL)

const theJob = (): IdPhotoJob => app.engine.seen.at(-1)!.job as IdPhotoJob

/** An engine whose photos come with these warnings. */
function warn(...warnings: Warning[]): void {
  app.engine.execute = async (_job, { output }) => {
    await writeFile(output, PNG)
    return {
      ...{ width: 2, height: 2, contentType: 'image/jpeg', extension: 'jpg', bytes: PNG.length },
      foreground: { left: 0, top: 0, width: 2, height: 2 },
      warnings,
      timingsMs: { decode: 1, infer: 1, compose: 1, encode: 1 },
    }
  }
}

describe('a photo', () => {
  test('costs one credit, and is answered with its address and nothing else', async () => {
    warn()
    const caller = await app.caller({ credits: 3 })
    const answer = await idPhoto(caller)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ url: expect.stringMatching(/\/r\/[\w-]+\.jpg$/) })
    expect(answer.headers).not.toHaveProperty('x-warnings')
    expect(answer.headers['x-ratelimit-remaining']).toBe('39')
    expect(await caller.charges()).toEqual([-1])
    const [, charge] = await app.db.ledger.entriesOf(caller.accountId)
    expect(charge).toMatchObject({ operation: 'id-photo' })
    expect(theJob()).toEqual({
      kind: 'id-photo',
      spec: idPhotoCatalog().specs.find(({ id }) => id === 'us_passport'),
      background: { r: 255, g: 255, b: 255 },
    })
  })

  test('has its warnings in a header, also when it is asked for again', async () => {
    warn('authority_refuses_edits', 'background_not_allowed')
    const caller = await app.caller({ credits: 1 })
    const first = await idPhoto(caller, { bg_color: 'blue' }, { 'idempotency-key': 'once' })
    const again = await idPhoto(caller, { bg_color: 'blue' }, { 'idempotency-key': 'once' })
    for (const answer of [first, again]) {
      expect(answer.headers['x-warnings']).toBe('authority_refuses_edits, background_not_allowed')
      expect(answer.headers['access-control-expose-headers']).toContain('X-Warnings')
      expect(Object.keys(answer.json())).toEqual(['url'])
    }
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await caller.charges()).toEqual([-1])
  })

  test('is counted by the rate limit', async () => {
    const caller = await app.caller({ credits: 2, rateLimit: 1 })
    await idPhoto(caller)
    expect(errorOf(await idPhoto(caller))).toMatchObject({ status: 429, code: 'throttled' })
  })

  test('needs a credit', async () => {
    expect(errorOf(await idPhoto(await app.caller({ credits: 0 })))).toMatchObject({
      status: 402,
      code: 'not_enough_credit',
    })
    expect(app.engine.seen).toEqual([])
  })
})

describe('parameters', () => {
  test.each([
    ['white', { r: 255, g: 255, b: 255 }],
    ['BLUE', { r: 0x43, g: 0x8e, b: 0xdb }],
    ['Red', { r: 255, g: 0, b: 0 }],
    ['Cn_Light_Grey', { r: 0xf0, g: 0xf0, b: 0xf0 }],
    ['#0a0B0c', { r: 10, g: 11, b: 12 }],
    ['', { r: 255, g: 255, b: 255 }],
  ])('bg_color %s', async (bg_color, background) => {
    expect((await idPhoto(await app.caller(), { bg_color })).statusCode).toBe(201)
    expect(theJob().background).toEqual(background)
  })

  test('spec ignores case', async () => {
    expect((await idPhoto(await app.caller(), { spec: 'CN_Visa' })).statusCode).toBe(201)
    expect(theJob().spec.id).toBe('cn_visa')
  })

  test.each<[string, Fields, string]>([
    [
      'an unknown spec',
      { image_file: PHOTO, spec: 'mars_passport' },
      "spec must be an id of GET /v1/id-photo/specs, such as 1inch, 2inch, us_passport or cn_visa; got 'mars_passport'",
    ],
    ['no spec', { image_file: PHOTO }, 'spec is missing; it must be an id of GET /v1/id-photo/specs'],
    ['an empty spec', { image_file: PHOTO, spec: ' ' }, 'spec is missing'],
    [
      'an unknown colour',
      { image_file: PHOTO, spec: '1inch', bg_color: 'pink' },
      'bg_color must be one of white, off_white, blue',
    ],
    ['a short colour', { image_file: PHOTO, spec: '1inch', bg_color: '#fff' }, 'or a colour as #RRGGBB'],
    ['no picture', { spec: '1inch' }, 'image_file is missing; it must be a file, in multipart/form-data'],
    ['an empty picture', { spec: '1inch', image_file: Buffer.alloc(0) }, 'image_file is missing'],
    ['an address only', { spec: '1inch', image_url: 'https://example.com/a.jpg' }, 'image_file is missing'],
    ['everything at once', { bg_color: 'pink' }, 'image_file is missing'],
  ])('%s is 400', async (_name, fields, message) => {
    const caller = await app.caller({ credits: 1 })
    const answer = await caller.post(multipart(fields), {}, URL)
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'validation error' })
    expect(errorOf(answer).message).toContain(message)
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
    expect(await caller.charges()).toEqual([])
  })

  test('an address beside the file is ignored, as all that is unknown', async () => {
    const answer = await idPhoto(await app.caller(), { image_url: 'https://example.com/a.jpg', size: 'full' })
    expect(answer.statusCode).toBe(201)
  })

  test('JSON cannot carry the file', async () => {
    for (const body of [json({ spec: '1inch' }), json({ spec: '1inch', image_file: 'AAAA' })]) {
      const answer = await (await app.caller()).post(body, {}, URL)
      expect(errorOf(answer)).toMatchObject({ status: 400 })
      expect(errorOf(answer).message).toContain('image_file')
    }
  })

  test('a spec that is a list is 400', async () => {
    const answer = await (await app.caller()).post(json({ spec: ['1inch'] }), {}, URL)
    expect(errorOf(answer).message).toContain('spec must be')
  })
})

describe('a photo that cannot be used', () => {
  test('is 422 with its message, costs nothing, and its reason is in log and metrics only', async () => {
    app.engine.work = async () => {
      throw new AppError('invalid_image', 'No face was found: use another photo', { reason: 'no_face' })
    }
    const caller = await app.caller({ credits: 1 })
    app.logLines.length = 0
    const answer = await idPhoto(caller)
    expect(errorOf(answer)).toEqual({
      status: 422,
      code: 'invalid_image',
      message: 'No face was found: use another photo',
    })
    expect(await caller.balance()).toBe(1)
    expect(app.logLines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ reason: 'no_face', kind: 'invalid_image', parameter: 'image_file' }),
    )
    expect((await app.get('/metrics')).body).toContain('silhouette_refused_photos_total{reason="no_face"} 1')
  })

  test('key before everything', async () => {
    expect(errorOf(await app.inject({ method: 'POST', url: URL, ...multipart({}) })).status).toBe(401)
    expect(errorOf(await app.inject({ method: 'GET', url: URL })).status).toBe(405)
  })
})

describe('GET /v1/id-photo/specs', () => {
  let answer: LightMyRequestResponse
  let body: { specs: Record<string, unknown>[]; colors: Record<string, string>; warnings: Record<string, string> }

  beforeAll(async () => {
    answer = await app.get('/v1/id-photo/specs', { 'x-api-key': (await app.caller()).key })
    body = answer.json()
  })

  test('lists every format with what a caller needs, the colours and the meaning of warnings', () => {
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(body)).toEqual(['specs', 'colors', 'warnings'])
    expect(body.specs).toHaveLength(96)
    expect(body.specs.find(({ id }) => id === 'uk_passport')).toMatchObject({
      ...{ country: 'GB', width_mm: 35, height_mm: 45, width_px: 827, height_px: 1063, dpi: 600 },
      ...{ default_background: 'light_grey', min_kb: 50, max_kb: 10_000, edited_background_policy: 'rejected' },
    })
    for (const spec of body.specs) {
      for (const field of ['crown', 'head_ratio', 'eye_line_from_bottom_ratio', 'top_margin', 'target', 'note']) {
        expect(spec).toHaveProperty(field)
      }
    }
    expect(body.colors).toMatchObject({ white: '#FFFFFF', blue: '#438EDB', red: '#FF0000' })
    expect(body.warnings).toEqual(WARNINGS)
  })

  test('needs a key and does not count', async () => {
    expect(errorOf(await app.get('/v1/id-photo/specs')).status).toBe(401)
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
  })
})

describe('the documentation', () => {
  test('marks both routes as preview', async () => {
    const document = (await app.get('/v1/openapi.json')).json<{
      paths: Record<string, Record<string, { summary: string; description: string; requestBody: { content: object } }>>
    }>()
    const [post, get] = [document.paths['/v1/id-photo']!.post!, document.paths['/v1/id-photo/specs']!.get!]
    for (const { summary, description } of [post, get]) {
      expect(summary).toContain('(preview, may change)')
      expect(description).toContain('Preview: may change.')
    }
    expect(Object.keys(post.requestBody.content)).toEqual(['multipart/form-data'])
    expect(JSON.stringify(post.requestBody.content)).toContain('"required":["image_file","spec"]')
  })
})
