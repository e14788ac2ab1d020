import { beforeAll, describe, expect, test } from 'vitest'
import { BASE_URL, TestApp, useApp } from './app.js'

const app = useApp()

interface Schema {
  type?: string
  format?: string
  enum?: string[]
  default?: string
  pattern?: string
  description?: string
  required?: string[]
  properties?: Record<string, Schema>
}

interface Content {
  content: Record<string, { schema: Schema }>
}

interface Operation {
  security: Record<string, string[]>[]
  requestBody: Content & { required: boolean }
  responses: Record<string, Content & { description: string }>
}

interface Document {
  openapi: string
  servers: { url: string }[]
  components: { securitySchemes: Record<string, object> }
  paths: Record<string, Record<string, Operation>>
}

let document: Document
let remove: Operation

beforeAll(async () => {
  document = (await app.get('/v1/openapi.json')).json<Document>()
  remove = document.paths['/v1/remove']!.post!
})

describe('/v1/openapi.json', () => {
  test('is an OpenAPI 3.1 document for this server, and needs no key', async () => {
    const answer = await app.get('/v1/openapi.json')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.servers).toEqual([{ url: BASE_URL }])
  })

  test('describes what clients call and nothing else', () => {
    const operations = Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])
    expect(operations).toEqual([
      ['/v1/remove', ['post']],
      ['/v1/portrait-style', ['post']],
      ['/v1/styles', ['get']],
      ['/v1/id-photo', ['post']],
      ['/v1/id-photo/specs', ['get']],
      ['/v1.0/cutout', ['post']],
      ['/v1.0/removebg', ['post']],
      ['/v1.0/account', ['get']],
    ])
  })

  test('says that /v1/remove needs the header X-Api-Key', () => {
    const [scheme] = Object.keys(remove.security[0]!)
    expect(document.components.securitySchemes[scheme!]).toEqual({ type: 'apiKey', in: 'header', name: 'X-Api-Key' })
  })

  test('gives every parameter of /v1/remove with its values and default, in all three encodings', () => {
    const { content } = remove.requestBody
    expect(Object.keys(content)).toEqual([
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'application/json',
    ])
    for (const { schema } of Object.values(content)) {
      const properties = schema.properties!
      expect(Object.keys(properties)).toEqual(['image_file', 'image_url', 'size', 'format', 'bg_color'])
      expect(properties).toMatchObject({
        image_file: { type: 'string', format: 'binary' },
        image_url: { type: 'string' },
        size: { type: 'string', enum: ['preview', 'full', 'auto'], default: 'preview' },
        format: { type: 'string', enum: ['auto', 'png', 'jpg'], default: 'auto' },
        bg_color: { type: 'string', default: 'transparent' },
      })
      for (const [name, { description }] of Object.entries(properties)) expect(description, name).toBeTruthy()
      expect(schema.required, 'there are two ways to give the image').toBeUndefined()
    }
  })

  test('has patterns that accept what the server accepts', () => {
    const { bg_color, image_url } = remove.requestBody.content['application/json']!.schema.properties!
    for (const colour of ['transparent', 'White', '#12abEF']) expect(colour).toMatch(new RegExp(bg_color!.pattern!))
    for (const colour of ['red', '#fff', '12abef']) expect(colour).not.toMatch(new RegExp(bg_color!.pattern!))
    expect('https://example.com/a.jpg').toMatch(new RegExp(image_url!.pattern!))
    expect('ftp://example.com/a.jpg').not.toMatch(new RegExp(image_url!.pattern!))
  })

  test('gives the answer and all errors of /v1/remove, with their code and envelope', () => {
    const codes = {
      400: 'validation error',
      401: 'authentication_failed',
      402: 'not_enough_credit',
      422: 'invalid_image',
      429: 'throttled',
      500: 'internal_error',
      503: 'service_busy',
    }
    expect(Object.keys(remove.responses)).toEqual(['201', ...Object.keys(codes)])
    expect(remove.responses[201]?.content['application/json']?.schema).toMatchObject({
      required: ['url'],
      properties: { url: { type: 'string' } },
    })
    for (const [status, code] of Object.entries(codes)) {
      const { description, content } = remove.responses[status]!
      expect(description).toContain(`\`${code}\``)
      expect(content['application/json']?.schema).toMatchObject({
        required: ['errors'],
        properties: { errors: { required: ['code', 'message'] } },
      })
    }
  })

  test('keeps our own annotations to itself', async () => {
    for (const url of ['/v1/openapi.json', '/docs/json']) expect((await app.get(url)).body).not.toContain('x-allowed')
  })
})

describe('/docs loads nothing from other hosts', () => {
  /** Where a tag or a style points that the browser would load. */
  const loadedBy = (text: string): string[] => [
    ...[...text.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="([^"]*)"/g)].map(([, url]) => url!),
    ...[...text.matchAll(/url\(\s*["']?([^"')]*)/g)].map(([, url]) => url!),
    ...[...text.matchAll(/@import\s+["']([^"']*)/g)].map(([, url]) => url!),
  ]

  test.each(['/docs', '/docs/'])('%s and its styles refer to this server only', async (page) => {
    const answer = await app.get(page)
    expect(answer.statusCode).toBe(200)
    const links = loadedBy(answer.body)
    expect(links.length).toBeGreaterThanOrEqual(5)
    for (const link of links) {
      const url = new URL(link, `${BASE_URL}${page}`)
      expect(url.origin, link).toBe(BASE_URL)
      const loaded = await app.get(url.pathname)
      expect(loaded.statusCode, link).toBe(200)
      if (link.endsWith('.css')) for (const inner of loadedBy(loaded.body)) expect(inner).toMatch(/^data:/)
    }
  })

  test('its script asks this server for the document, and no outside validator for an opinion', async () => {
    const { body } = await app.get('/docs/static/swagger-initializer.js')
    expect(body).toContain("resolveUrl('./json')")
    expect([...body.matchAll(/validatorUrl"?: *([^,}\s]+)/g)].map(([, value]) => value)).not.toEqual([])
    for (const [, value] of body.matchAll(/validatorUrl"?: *([^,}\s]+)/g)) expect(value).toBe('null')
    const code = body.replaceAll(/\/\/ .*$/gm, '') // comments load nothing
    expect(code).not.toMatch(/https?:\/\//)
  })

  test('and if a script tried all the same, the browser would refuse', async () => {
    for (const page of ['/docs', '/docs/', '/docs/static/swagger-ui-bundle.js']) {
      const policy = String((await app.get(page)).headers['content-security-policy'])
      const directives = policy.split('; ').map((directive) => directive.split(' '))
      expect(directives.map(([name]) => name)).toContain('default-src')
      const sources = new Set(directives.flatMap(([, ...values]) => values))
      for (const source of sources) {
        expect(["'self'", "'none'", "'unsafe-inline'", 'data:', 'blob:']).toContain(source)
      }
      expect(directives.find(([name]) => name === 'script-src')).toEqual(['script-src', "'self'"])
    }
  })

  test('the front page has its own policy and leads to the documentation', async () => {
    const { body, headers } = await app.get('/')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).toContain('href="/docs"')
    for (const link of loadedBy(body)) expect(new URL(link, BASE_URL).origin).toBe(BASE_URL)
  })
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
