import { beforeAll, describe, expect, test } from 'vitest'
import { version } from '../../src/base/version.js'
import { BASE_URL, TestApp, useApp } from './app.js'
import { type ApiDocument, fits, type Operation } from './documented.js'

const app = useApp()

let document: ApiDocument
let remove: Operation

beforeAll(async () => {
  document = (await app.get('/v1/openapi.json')).json<ApiDocument>()
  remove = document.paths['/v1/remove']!.post!
})

const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, it]): [string, Operation] => [`${method} ${path}`, it]),
  )

/** Whether a body of this operation fits the document. */
const takes = (path: string, encoding: string, body: object): boolean =>
  fits(document, document.paths[path]!.post!.requestBody!.content[encoding]!.schema, body)

describe('/v1/openapi.json', () => {
  test('is an OpenAPI 3.1 document for this server, and needs no key', async () => {
    const answer = await app.get('/v1/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.servers).toEqual([{ url: BASE_URL }])
    expect(document.info.version).toBe(version)
  })

  test('says where results are, and that they need no key', () => {
    expect(document.paths['/r/{name}']!.get).toMatchObject({ servers: [{ url: app.cdnUrl() }], security: [] })
    expect(app.cdnUrl()).not.toBe(BASE_URL)
  })

  test('describes what clients call and nothing else', () => {
    const operations = Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])
    expect(operations).toEqual([
      ['/v1/remove', ['post']],
      ['/v1/presets', ['get']],
      ['/v1/portrait-style', ['post']],
      ['/v1/styles', ['get']],
      ['/v1/id-photo', ['post']],
      ['/v1/id-photo/specs', ['get']],
      ['/v1/results', ['get', 'delete']],
      ['/v1/results/{id}', ['get', 'delete']],
      ['/v1/account', ['get']],
      ['/v1/usage', ['get']],
      ['/v1/jobs', ['post', 'get']],
      ['/v1/jobs/{id}', ['get', 'delete']],
      ['/v1/jobs/{id}/events', ['get']],
      ['/r/{name}', ['get']],
      ['/v1.0/cutout', ['post']],
      ['/v1.0/removebg', ['post']],
      ['/v1.0/account', ['get']],
    ])
  })

  test('says that /v1/remove needs the header X-Api-Key', () => {
    const [scheme] = Object.keys(remove.security[0]!)
    expect(document.components.securitySchemes[scheme!]).toEqual({ type: 'apiKey', in: 'header', name: 'X-Api-Key' })
  })

  test('names every operation and every shape once', () => {
    const ids = operations().map(([, { operationId }]) => operationId)
    expect(ids).toEqual([
      'removeBackground',
      'listPresets',
      'stylePortrait',
      'listStyles',
      'makeIdPhoto',
      'listIdPhotoFormats',
      'listResults',
      'deleteResults',
      'describeResult',
      'deleteResult',
      'getBalance',
      'getUsage',
      'createJob',
      'listJobs',
      'getJob',
      'cancelJob',
      'followJob',
      'getResult',
      'cutout',
      'removebg',
      'getAccount',
    ])
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Account', 'CompatProblems', 'CutoutForm', 'IdPhotoFormat', 'Problem', 'RemoveForm']),
    )
    for (const [name, { responses, requestBody }] of operations()) {
      const contents = [requestBody, ...Object.values(responses)].flatMap((it) => Object.values(it?.content ?? {}))
      for (const { schema } of contents) expect(schema.$ref ?? schema.format, name).toMatch(/^(#\/components|binary)/)
    }
  })

  test('gives every parameter of /v1/remove with its values and default', () => {
    const { RemoveOptions } = document.components.schemas
    const unlessGiven = (value: string) => expect.stringMatching(new RegExp(`\`${value}\` unless given\\.$`))
    expect(RemoveOptions).toMatchObject({
      properties: {
        size: { type: 'string', enum: ['preview', 'full', 'auto'], description: unlessGiven('preview') },
        format: { type: 'string', enum: ['auto', 'png', 'jpg', 'webp', 'avif'], description: unlessGiven('auto') },
        bg_color: { type: 'string', description: unlessGiven('transparent') },
      },
    })
  })

  test.each([
    ['/v1/remove', 'multipart/form-data', { image_file: 'x', bg_color: 'White' }, { size: 'full' }],
    [
      '/v1/remove',
      'multipart/form-data',
      { image_url: 'https://a.example/b', size: 'full' },
      { image_file: 'x', image_url: 'https://a.example/b' },
    ],
    ['/v1/remove', 'application/json', { image_url: 'https://a.example/b' }, { image_url: 'ftp://a.example/b' }],
    [
      '/v1/remove',
      'application/json',
      { image_url: 'https://a.example/b', bg_color: '#12abEF' },
      { image_url: 'https://a.example/b', bg_color: 'red' },
    ],
    ['/v1/id-photo', 'multipart/form-data', { image_file: 'x', spec: 'US_passport' }, { image_file: 'x' }],
    [
      '/v1/id-photo',
      'multipart/form-data',
      { image_file: 'x', width_mm: 35, height_mm: 45, dpi: 300 },
      { image_file: 'x', width_mm: 35 },
    ],
    [
      '/v1/id-photo',
      'multipart/form-data',
      { image_file: 'x', width_px: 400, height_px: 500 },
      { image_file: 'x', spec: '1inch', width_px: 400, height_px: 500 },
    ],
    [
      '/v1/portrait-style',
      'multipart/form-data',
      { image_file: 'x', style: 'Watercolour', strength: '80' },
      { image_file: 'x' },
    ],
    [
      '/v1.0/cutout',
      'multipart/form-data',
      { image_file: 'x', bg_color: 'transparent', bg_image_file: 'y' },
      { image_file: 'x', bg_color: 'red', bg_image_file: 'y' },
    ],
    [
      '/v1.0/cutout',
      'application/json',
      { image_file_b64: 'x', crop: true, crop_margin: 10, scale: '33.3%' },
      { image_file: 'x' },
    ],
    [
      '/v1.0/removebg',
      'application/x-www-form-urlencoded',
      { image_url: 'https://x/y', size: '50MP', type: 'car_part' },
      { image_url: 'https://x/y', size: 'gigantic' },
    ],
    [
      '/v1.0/cutout',
      'multipart/form-data',
      { image_file: 'x', type_level: 'none', channels: 'alpha' },
      { image_file: 'x', image_file_b64: 'y' },
    ],
  ])('%s as %s takes %j and not %j', (path, encoding, good, bad) => {
    expect(takes(path, encoding, good)).toBe(true)
    expect(takes(path, encoding, bad)).toBe(false)
    expect(takes(path, encoding, {})).toBe(false)
  })

  test('gives the answer and all errors of /v1/remove, with their codes and examples', () => {
    const codes = {
      400: 'validation error',
      401: 'authentication_failed',
      402: 'not_enough_credit',
      403: 'forbidden',
      422: 'invalid_image',
      429: 'throttled',
      500: 'internal_error',
      503: 'service_busy',
    }
    expect(Object.keys(remove.responses)).toEqual(['201', ...Object.keys(codes), 'default'])
    for (const [status, code] of Object.entries(codes)) {
      const { description, content } = remove.responses[status]!
      expect(description).toContain(`\`${code}\``)
      const examples = Object.values(content!['application/json']!.examples!)
      expect(examples.map(({ value }) => value)).toContainEqual({ errors: { code, message: expect.any(String) } })
    }
  })

  test('has examples that fit their own schemas', () => {
    for (const [name, { responses }] of operations()) {
      for (const { content = {} } of Object.values(responses)) {
        for (const { schema, examples = {} } of Object.values(content)) {
          for (const { value } of Object.values(examples)) expect(fits(document, schema, value), name).toBe(true)
        }
      }
    }
  })

  test('keeps our own annotations to itself', async () => {
    for (const url of ['/v1/openapi.json', '/docs/json']) {
      expect((await app.get(url)).body).not.toMatch(/x-allowed|x-name/)
    }
  })
})

test('the document is also where the earlier reference had it', async () => {
  expect((await app.get('/docs/json')).json()).toEqual(document)
})

test('what the document quotes are the settings of this server', async () => {
  const other = new TestApp()
  await other.start({
    MAX_UPLOAD_BYTES: '7340032',
    MAX_PIXELS: '9000000',
    RESULT_TTL_SECONDS: '3600',
    RATE_LIMIT_PER_MINUTE: '17',
    PREVIEW_MAX_SIDE: '1234',
  })
  const text = (await other.get('/v1/openapi.json')).body
  await other.close()
  for (const words of ['at most 7 MB', 'under 9 MP', 'kept for 1 hour.', '17 images per minute', 'up to 1234 px']) {
    expect(text).toContain(words)
  }
  expect(text).not.toMatch(/20 MB|3 days|40 images/)
  expect((await app.get('/v1/openapi.json')).body).toMatch(/at most 20 MB.*deleted after 3 days/)
})

test('states the prices, free credits, rates and lifetime of this server', async () => {
  const own = new TestApp()
  const settings = { PRICE_REMOVE: '5', PRICE_ID_PHOTO: '0', PRICE_PORTRAIT_STYLE: '9', FREE_CREDITS: '3' }
  await own.start({ ...settings, RATE_LIMIT_PER_MINUTE: '7', ACCOUNT_RATE_LIMIT: '11', RESULT_TTL_SECONDS: '3600' })
  try {
    const said = (await own.get('/v1/openapi.json')).json<ApiDocument & { info: { description: string } }>()
    expect(said.info.description).toContain('7 images per minute and key by default, 11 per account')
    expect(said.info.description).toContain('a cut-out 5 credits, an ID photo free, a portrait style 9 credits')
    expect(said.info.description).toContain('New accounts have 3 credits. Results are kept for 1 hour.')
    expect(said.paths['/v1/id-photo']!.post).toMatchObject({ description: expect.stringContaining('a JPEG (free)') })
    expect(JSON.stringify(said)).toContain('`full`: clean, 5 credits')
    expect(JSON.stringify(said)).toContain('50 MP, 5 credits')
    expect(JSON.stringify(said)).toContain('max-age=3600')
    expect(JSON.stringify(said)).not.toContain('259200')
  } finally {
    await own.close()
  }
})
