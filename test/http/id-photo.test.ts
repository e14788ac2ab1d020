/** POST /v1/id-photo and GET /v1/id-photo/specs over a fake engine: checks, credits, headers. */

import { writeFile } from 'node:fs/promises'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { idPhotoCatalog } from '../../src/catalog/id-photo-formats.js'
import { WARNINGS, type Warning } from '../../src/catalog/id-photo-warnings.js'
import { SHEET_NAMES } from '../../src/catalog/print-sheets.js'
import type { IdPhotoJob } from '../../src/imaging/job.js'
import { CUSTOM_FIELDS } from '../../src/parameters/custom-size.js'
import { SHEET_FIELDS } from '../../src/parameters/print-sheet.js'
import { entriesOf } from '../support/ledger-entries.js'
import { type Caller, errorOf, type Fields, json, multipart, PHOTO, useApp } from './app.js'
import { type ApiDocument, fieldsOf } from './documented.js'
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
    for (const name of ['x-warnings', 'x-photo-faults', 'x-policy-notes'])
      expect(answer.headers).not.toHaveProperty(name)
    expect(answer.headers['x-ratelimit-remaining']).toBe('39')
    expect(await caller.charges()).toEqual([-1])
    const [, charge] = await entriesOf(app.db, caller.accountId)
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

  test('has its warnings once more by what they are about', async () => {
    warn('authority_refuses_edits', 'blurred', 'certified_only', 'head_tilted')
    const both = await idPhoto(await app.caller())
    expect(both.headers['x-warnings']).toBe('authority_refuses_edits, blurred, certified_only, head_tilted')
    expect(both.headers['x-photo-faults']).toBe('blurred, head_tilted')
    expect(both.headers['x-policy-notes']).toBe('authority_refuses_edits, certified_only')
    for (const name of ['X-Photo-Faults', 'X-Policy-Notes']) {
      expect(both.headers['access-control-expose-headers']).toContain(name)
    }
    warn('background_not_allowed')
    expect((await idPhoto(await app.caller())).headers).not.toHaveProperty('x-photo-faults')
    warn('blurred')
    expect((await idPhoto(await app.caller())).headers).not.toHaveProperty('x-policy-notes')
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

describe('a preview', () => {
  test.each(['1', 'true', 'TRUE'])('%s is free, and has the same warnings', async (preview) => {
    warn('blurred')
    const caller = await app.caller({ credits: 0 })
    const answer = await idPhoto(caller, { preview, sheet: 'A4' })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['x-warnings']).toBe('blurred')
    expect(theJob()).toMatchObject({ preview: true, sheet: { paper: { width_mm: 297, height_mm: 210 } } })
    expect(await caller.charges()).toEqual([])
  })

  test.each(['0', 'false', ''])('%s is none', async (preview) => {
    const caller = await app.caller()
    expect((await idPhoto(caller, { preview })).statusCode).toBe(201)
    expect(theJob()).not.toHaveProperty('preview')
    expect(await caller.charges()).toEqual([-1])
  })
})

describe('a size of the caller’s own', () => {
  const custom = async (fields: Fields) =>
    (await app.caller()).post(multipart({ image_file: PHOTO, ...fields }), {}, URL)

  test.each<[Fields, object]>([
    [
      { width_mm: '35', height_mm: '45' },
      { id: 'custom', width_px: 413, height_px: 531, dpi: 300, max_kb: null, head_ratio: [0.5, 0.75] },
    ],
    [
      { width_mm: '35.5', height_mm: '45', dpi: '600', max_kb: '50' },
      { width_px: 839, height_px: 1063, max_kb: 50 },
    ],
    [
      { width_px: '600', height_px: '800', head_min: '60', head_max: '70' },
      { width_px: 600, height_px: 800, width_mm: 50.8, height_mm: 67.7, head_ratio: [0.6, 0.7] },
    ],
  ])('%j', async (fields, spec) => {
    expect((await custom(fields)).statusCode).toBe(201)
    expect(theJob().spec).toMatchObject(spec)
  })

  test.each<[Fields, string]>([
    [{ width_mm: '35', height_mm: '45', spec: '1inch' }, 'Give either spec or a size of your own, not both: width_mm'],
    [{ max_kb: '50', spec: '1inch' }, 'Give either spec or a size of your own, not both: max_kb'],
    [{ width_mm: '35' }, 'height_mm is missing; it must be a number from 10 to 200'],
    [{ dpi: '300' }, 'The size is missing: give width_mm and height_mm, or width_px and height_px'],
    [{ width_mm: '35', height_px: '600' }, 'Give the size once: width_mm and height_mm, or width_px and height_px'],
    [{ width_mm: '9', height_mm: '45' }, "width_mm must be a number from 10 to 200; got '9'"],
    [{ width_mm: '35,5', height_mm: '45' }, "width_mm must be a number from 10 to 200; got '35,5'"],
    [{ width_px: '99', height_px: '4001' }, "height_px must be a whole number from 100 to 4000; got '4001'"],
    [{ width_px: '300.5', height_px: '400' }, "width_px must be a whole number from 100 to 4000; got '300.5'"],
    [{ width_mm: '35', height_mm: '45', dpi: '71' }, "dpi must be a whole number from 72 to 1200; got '71'"],
    [{ width_mm: '35', height_mm: '45', max_kb: '4' }, "max_kb must be a number from 5 to 10000; got '4'"],
    [{ width_mm: '200', height_mm: '200', dpi: '1200' }, 'has 9449 x 9449 pixels; each side must have 100 to 4000'],
    [{ width_mm: '20', height_mm: '61' }, 'one side may be at most 3 times the other'],
    [{ width_mm: '35', height_mm: '45', head_min: '60' }, 'head_min needs head_max as well'],
    [{ width_mm: '35', height_mm: '45', head_min: '70', head_max: '60' }, 'head_min must not be larger than head_max'],
    [{ width_mm: '150', height_mm: '150', sheet: '4x6' }, "one that a photo of 150 x 150 mm fits on; got '4x6'"],
    [{ width_px: '100', height_px: '100', sheet: 'a4' }, 'sheet needs a photo of at least 10 x 10 mm'],
    [{ spec: '1inch', sheet: '4x6', copies: '13' }, 'copies must be at most 12, which is what one sheet holds; got 13'],
    [{ spec: '1inch', sheet_gap: '0' }, 'sheet_gap is for sheets: give sheet as well'],
    [{ sheet: '4x6', sheet_photos: '1inch:2,moon:1' }, "got '1inch:2,moon:1'. 'moon' must be the id of a format"],
    [{ spec: 'in_passport', dpi: '600' }, 'in_passport must have exactly 630 x 810 pixels; purpose print'],
  ])('%j is 400', async (fields, message) => {
    const answer = await custom(fields)
    expect(errorOf(answer)).toMatchObject({ status: 400, code: 'validation error' })
    expect(errorOf(answer).message).toContain(message)
  })
})

describe('parameters', () => {
  test.each([
    ['white', { r: 255, g: 255, b: 255 }],
    ['BLUE', { r: 0x43, g: 0x8e, b: 0xdb }],
    ['Red', { r: 255, g: 0, b: 0 }],
    ['Cn_Light_Grey', { r: 0xf0, g: 0xf0, b: 0xf0 }],
    ['#0a0B0c', { r: 10, g: 11, b: 12 }],
    ['0A0b0C', { r: 10, g: 11, b: 12 }],
    ['#0aF', { r: 0, g: 0xaa, b: 0xff }],
    ['FFF', { r: 255, g: 255, b: 255 }],
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
      "spec must be the id of a format, such as 1inch, 2inch, us_passport or cn_visa; got 'mars_passport'",
    ],
    ['no spec', { image_file: PHOTO }, 'spec is missing; it must be the id of a format'],
    ['an empty spec', { image_file: PHOTO, spec: ' ' }, 'spec is missing'],
    [
      'an unknown colour',
      { image_file: PHOTO, spec: '1inch', bg_color: 'pink' },
      'bg_color must be one of white, off_white, blue',
    ],
    ['half a colour', { image_file: PHOTO, spec: '1inch', bg_color: '#ffff' }, "the #; got '#ffff'"],
    ['an unknown sheet', { image_file: PHOTO, spec: '1inch', sheet: 'a3' }, 'sheet must be one of 4x6, 6in, 5in, a4'],
    [
      'half a preview',
      { image_file: PHOTO, spec: '1inch', preview: 'yes' },
      'preview must be one of 0, 1, false, true',
    ],
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

  test('sheet ignores case, and is absent unless asked for', async () => {
    await idPhoto(await app.caller(), { sheet: 'A4' })
    expect(theJob().sheet?.photos).toMatchObject([{ copies: 15 }])
    await idPhoto(await app.caller())
    expect(theJob()).not.toHaveProperty('sheet')
  })

  test.each<[Fields, string]>([
    [{ bg_colour: 'blue' }, 'bg_colour is not a parameter of this route, but bg_color is'],
    [{ image_url: 'https://example.com/a.jpg' }, 'image_url is not a parameter of this route, but image_file is'],
    [{ width: '35' }, 'width is not a parameter of this route, but width_mm is'],
    [{ retouch: 'yes' }, 'retouch is not a parameter of this route; it takes image_file, spec, bg_color'],
  ])('%j is refused by name', async (fields, message) => {
    const caller = await app.caller()
    expect(errorOf(await idPhoto(caller, fields))).toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    })
    expect(await caller.charges()).toEqual([])
  })

  test('parameters in the address are refused: a preview that is not one would cost a credit', async () => {
    const caller = await app.caller()
    const answer = await caller.post(multipart({ image_file: PHOTO, spec: '1inch' }), {}, `${URL}?preview=1`)
    expect(errorOf(answer)).toMatchObject({
      status: 400,
      message: expect.stringContaining('preview is in the address'),
    })
    expect(await caller.charges()).toEqual([])
  })

  test('all that is unknown and all that is wrong is said at once, also of JSON', async () => {
    const answer = await (await app.caller()).post(json({ spec: 'moon', Preview: true, extra: ['x'] }), {}, URL)
    for (const part of ['Preview is not', 'but preview is', 'extra is not', 'spec must be', 'image_file is missing']) {
      expect(errorOf(answer).message).toContain(part)
    }
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

describe('a sheet', () => {
  test('of several formats costs one credit, and has the warnings of each, also when it is asked for again', async () => {
    app.engine.execute = async (_job, { output }) => {
      await writeFile(output, '%PDF-1.7')
      return {
        ...{ width: 1800, height: 1200, contentType: 'application/pdf', extension: 'pdf', bytes: 8 },
        foreground: { left: 0, top: 0, width: 2, height: 2 },
        warnings: ['blurred'],
        formats: [
          { format: 'us_passport', warnings: ['blurred'] },
          { format: '35x45mm', warnings: [] },
        ],
        timingsMs: { decode: 1, infer: 1, compose: 1, encode: 1 },
      }
    }
    const caller = await app.caller({ credits: 2 })
    const form = { image_file: PHOTO, sheet: '4x6', sheet_photos: 'us_passport:2,35x45mm:4', sheet_format: 'pdf' }
    const ask = () => caller.post(multipart(form), { 'idempotency-key': 'sheet' }, URL)
    for (const answer of [await ask(), await ask()]) {
      expect(answer.headers['x-format-warnings']).toBe('us_passport: blurred; 35x45mm:')
      const { pathname } = new globalThis.URL(answer.json<{ url: string }>().url)
      expect(pathname).toMatch(/\.pdf$/)
      expect((await app.get(pathname)).headers['content-type']).toBe('application/pdf')
    }
    expect(await caller.charges()).toEqual([-1])
    expect(theJob().sheet?.photos).toMatchObject([
      { copies: 2, spec: { id: 'us_passport' } },
      { copies: 4, spec: { id: '35x45mm' } },
    ])
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
  let body: {
    specs: Record<string, unknown>[]
    colors: Record<string, string>
    warnings: Record<string, string>
    faults: string[]
    notes: string[]
  }

  beforeAll(async () => {
    answer = await app.get('/v1/id-photo/specs', { 'x-api-key': (await app.caller()).key })
    body = answer.json()
  })

  test('lists every format with what a caller needs, the colours and the meaning of warnings', () => {
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(body)).toEqual(['specs', 'colors', 'warnings', 'faults', 'notes'])
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
    expect(body.notes).toEqual(['authority_refuses_edits', 'background_not_allowed', 'certified_only'])
    expect([...body.faults, ...body.notes].sort()).toEqual(Object.keys(WARNINGS).sort())
  })

  test('can be searched, the best match first', async () => {
    const search = async (text: string) =>
      app.get(`/v1/id-photo/specs?search=${encodeURIComponent(text)}`, { 'x-api-key': (await app.caller()).key })
    const idsOf = async (text: string) => (await search(text)).json<typeof body>().specs.map(({ id }) => id)
    expect((await idsOf('usa passport'))[0]).toBe('us_passport')
    expect(await idsOf('atlantis')).toEqual([])
    expect(await idsOf('')).toHaveLength(96)
    expect(errorOf(await search('x'.repeat(101))).status).toBe(400)
  })

  test('needs a key and does not count', async () => {
    expect(errorOf(await app.get('/v1/id-photo/specs')).status).toBe(401)
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
  })
})

describe('the documentation', () => {
  test('marks both routes as preview', async () => {
    const document = (await app.get('/v1/openapi.json')).json<ApiDocument>()
    const [post, get] = [document.paths['/v1/id-photo']!.post!, document.paths['/v1/id-photo/specs']!.get!]
    for (const { summary, description } of [post, get]) {
      expect(summary).toContain('(preview, may change)')
      expect(description).toContain('Preview: may change.')
    }
    expect(Object.keys(post.requestBody!.content)).toEqual(['multipart/form-data'])
  })

  test('has every parameter with its bounds, and the search', async () => {
    type Property = { description: string; minimum?: number; maximum?: number; anyOf?: { enum?: string[] }[] }
    const document = (await app.get('/v1/openapi.json')).json<ApiDocument>()
    const { schema } = document.paths['/v1/id-photo']!.post!.requestBody!.content['multipart/form-data']!
    const properties = fieldsOf<Property>(document, schema)
    expect(Object.keys(properties).sort()).toEqual(
      ['image_file', 'spec', 'bg_color', 'purpose', 'preview', 'detail', ...SHEET_FIELDS, ...CUSTOM_FIELDS].sort(),
    )
    for (const [name, { description }] of Object.entries(properties)) expect(description, name).toBeTruthy()
    expect(properties.dpi).toMatchObject({ type: 'integer', minimum: 72, maximum: 1200 })
    expect(properties.width_mm).toMatchObject({ type: 'number', minimum: 10, maximum: 200 })
    expect(properties.sheet?.anyOf?.[0]?.enum).toEqual(SHEET_NAMES)
    expect(document.paths['/v1/id-photo/specs']!.get!.parameters).toContainEqual(
      expect.objectContaining({ in: 'query', name: 'search', required: false }),
    )
  })
})
