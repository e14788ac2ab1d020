/** The account page as files: where they are found, how long they are kept, and what browsers are told about them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DocumentOperation, readDocument } from '../../web/src/reference/read-document.js'
import type { ApiDocument } from '../../web/src/reference/schemas.js'
import { guide } from '../../web/src/texts/en/guide.js'
import { operator } from '../../web/src/texts/en/operator.js'
import { values } from '../../web/src/texts/en/reference.js'
import { CDN_URL, errorOf, TestApp } from './app.js'

const INDEX = '<!doctype html><title>The account page</title>'
const GERMAN = '<!doctype html><title>Die Kontoseite</title>'
const sectionsOf = (tree: string, names: object): string[] =>
  Object.keys(names).map((name) => (name === '' ? tree : `${tree}/${name}`))
const PATHS = [
  '/',
  '/sign-in',
  '/sign-up',
  '/keys',
  '/usage',
  '/requests',
  '/results',
  '/playground',
  '/settings',
  ...sectionsOf('/operator', operator.tabs.names),
]
const GUIDE = [
  ...sectionsOf('/guide', guide.names),
  '/docs',
  '/docs/',
  '/docs/removeBackground',
  '/docs/removeBackground/',
  '/guide/errors/',
]

const app = new TestApp()
app.pageFiles = {
  'index.html': INDEX,
  'de/index.html': GERMAN,
  'de/assets/index-Cy8Za.js': 'laufe()',
  'theme.js': 'theme()',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-Bx7Yz.js': 'run()',
  'assets/index-Bx7Yz.js.br': 'brotli',
  'assets/index-Bx7Yz.js.gz': 'gzip',
  'assets/index-Bx7Yz.css': 'a {}',
}
beforeAll(() => app.start())
afterAll(() => app.close())

/** `img-src` → `'self' data:` */
const policyOf = (headers: Record<string, unknown>): Map<string, string> =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => directive.split(/ (.*)/s) as [string, string]),
  )

describe('every address of the page', () => {
  test.each([...PATHS, ...GUIDE, '/?x=1', '/sign-in?next=/keys'])('%s gives the same file', async (url) => {
    const { statusCode, headers, body } = await app.get(url)
    expect([statusCode, body]).toEqual([200, INDEX])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  })

  test.each([
    ['as the browser asks', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, GERMAN],
    ['the first of equals', { 'accept-language': 'en, de' }, INDEX],
    ['the heavier one', { 'accept-language': 'en;q=0.3, de;q=0.7' }, GERMAN],
    ['not one that is refused', { 'accept-language': 'de;q=0' }, INDEX],
    ['ours for one that we do not speak', { 'accept-language': 'ja' }, INDEX],
    ['as chosen, whatever the browser asks', { 'accept-language': 'en', cookie: 'silhouette_language=de' }, GERMAN],
    ['as the browser asks where the choice is nonsense', { cookie: 'silhouette_language=../etc' }, INDEX],
  ])('is in the reader’s language: %s', async (_why, headers, document) => {
    const answer = await app.get('/keys', headers as Record<string, string>)
    expect([answer.statusCode, answer.body]).toEqual([200, document])
    expect(answer.headers.vary).toContain('Accept-Language, Cookie')
  })

  test('is described by HEAD, and is not sent again to a browser that has it', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/keys' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-security-policy']).toBeDefined()
    const known = await app.get('/keys', { 'if-none-match': String((await app.get('/keys')).headers.etag) })
    expect(known.statusCode).toBe(304)
  })

  test('is protected: nothing from elsewhere, nothing inline, no frame, no guessing', async () => {
    const { headers } = await app.get('/')
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    })
    const policy = policyOf(headers)
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('base-uri')).toBe("'none'")
    expect(policy.get('form-action')).toBe("'self'")
    for (const kind of ['script-src', 'style-src', 'font-src']) expect(policy.get(kind)).toBe("'self'")
    expect(policy.get('img-src')).toBe(`'self' blob: data: ${app.baseUrl} ${CDN_URL}`)
    expect(policy.get('connect-src')).toBe(`'self' ${app.baseUrl} ${CDN_URL}`)
    expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|\*|https?:(?!\/\/(api|cdn)\.example)/)
    expect(headers).not.toHaveProperty('set-cookie')
  })
})

describe('a file', () => {
  test.each([
    ['/assets/index-Bx7Yz.js', 'run()', /^(text|application)\/javascript/, 'public, max-age=31536000, immutable'],
    ['/de/assets/index-Cy8Za.js', 'laufe()', /^(text|application)\/javascript/, 'public, max-age=31536000, immutable'],
    ['/assets/index-Bx7Yz.css', 'a {}', /^text\/css/, 'public, max-age=31536000, immutable'],
    ['/theme.js', 'theme()', /^(text|application)\/javascript/, 'no-cache'],
    ['/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', /^image\/svg\+xml/, 'no-cache'],
  ])('%s has its type and may be kept as long as its name says', async (url, content, type, cache) => {
    const { statusCode, headers, body } = await app.get(url)
    expect([statusCode, body]).toEqual([200, content])
    expect(headers['content-type']).toMatch(type)
    expect(headers['cache-control']).toBe(cache)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each([
    '/assets/gone.js',
    '/assets/',
    '/assets',
    '/nope',
    '/keys/nope',
    '/../silhouette.db',
    '/assets/../../silhouette.db',
    '/%2e%2e/silhouette.db',
    '/assets/%2e%2e%2f%2e%2e%2fsilhouette.db',
    '/..%5csilhouette.db',
    '/%00',
    '/silhouette.db',
    '/.env',
  ])('%s is none', async (url) => {
    expect(errorOf(await app.get(url))).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('in transit', () => {
  const get = (url: string, encodings: string) => app.get(url, { 'accept-encoding': encodings })

  test.each([
    ['gzip, deflate, br, zstd', 'br', 'brotli'],
    ['gzip, deflate', 'gzip', 'gzip'],
    ['gzip;q=1, br;q=0', 'gzip', 'gzip'],
    ['identity', undefined, 'run()'],
  ])('for %s a file is sent as %s', async (encodings, encoding, content) => {
    const { statusCode, headers, body } = await get('/assets/index-Bx7Yz.js', encodings)
    expect([statusCode, headers['content-encoding'], body]).toEqual([200, encoding, content])
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding')
  })

  test('what was not worth compressing is sent as it is, and compressed files have no address of their own', async () => {
    const page = await get('/keys', 'gzip, br')
    expect([page.statusCode, page.headers['content-encoding'], page.body]).toEqual([200, undefined, INDEX])
    expect(page.headers['cache-control']).toBe('no-cache')
    expect((await get('/assets/index-Bx7Yz.js.br', 'br')).statusCode).toBe(404)
  })
})

describe('an address that leads nowhere', () => {
  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' }

  const NO_PAGES = [
    '/docs/nope',
    '/docs/removeBackground/nope',
    '/guide/nope',
    '/guide/id-photos/nope',
    '/operator/nope',
  ]

  test.each(['/nope', '/keys/nope', '/r/gone.png', '/styles/gone.jpg', ...NO_PAGES])(
    '%s shows the page in a browser',
    async (url) => {
      const { statusCode, headers, body } = await app.get(url, BROWSER)
      expect([statusCode, body]).toEqual([404, INDEX])
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-frame-options': 'DENY',
        vary: 'Accept, Accept-Language, Cookie',
      })
      expect(policyOf(headers).get('default-src')).toBe("'none'")
      expect((await app.get(url, { ...BROWSER, 'accept-language': 'de' })).body).toBe(GERMAN)
    },
  )

  test.each([undefined, '*/*', 'application/json', 'image/avif,image/webp,*/*'])(
    'is data for whoever asks for %s',
    async (accept) => {
      for (const url of ['/nope', '/r/gone.png']) {
        const answer = await app.get(url, accept === undefined ? {} : { accept })
        expect(errorOf(answer)).toMatchObject({ status: 404, code: 'not_found' })
        expect(answer.headers.vary).toBe('Accept')
      }
    },
  )

  test('is data in the API, and for whoever sends something', async () => {
    for (const url of ['/v1/nope', '/web/nope', '/v1.0/nope']) {
      const { statusCode, headers } = await app.get(url, BROWSER)
      expect([statusCode, headers['content-type']], url).toEqual([404, 'application/json; charset=utf-8'])
    }
    const posted = await app.inject({ method: 'POST', url: '/nope', headers: BROWSER })
    expect(errorOf(posted)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

test('each operation of the API document has a page in the reference', async () => {
  const document = (await app.get('/v1/openapi.json')).json<ApiDocument<DocumentOperation>>()
  const ids = readDocument(document, values).map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(5)
  for (const id of ids) expect((await app.get(`/docs/${id}`)).statusCode, id).toBe(200)
})

test('everything else is where it was', async () => {
  expect((await app.get('/docs')).statusCode).toBe(200)
  expect((await app.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(errorOf(await app.inject({ method: 'POST', url: '/' }))).toMatchObject({ status: 405 })
  expect(errorOf(await app.inject({ method: 'POST', url: '/v1/remove' }))).toMatchObject({ status: 401 })
  const { paths } = (await app.get('/v1/openapi.json')).json<{ paths: object }>()
  expect(Object.keys(paths).every((path) => /^\/(v1|r\/)/.test(path))).toBe(true)
})

describe('what the page shows to everybody', () => {
  test('the catalogue: styles, formats, presets, colours, warnings, limits and errors, as the API has them', async () => {
    const { key } = await app.caller()
    const [styles, specs, presets] = await Promise.all(
      ['/v1/styles', '/v1/id-photo/specs', '/v1/presets'].map(async (url) =>
        (await app.get(url, { 'x-api-key': key })).json<{ warnings?: object }>(),
      ),
    )
    const warnings = { ...specs?.warnings, ...presets?.warnings }
    const { limits, errors, ...rest } = (await app.get('/web/catalog')).json<{
      limits: object
      errors: { code: string; status: number; meaning: string }[]
    }>()
    const prices = { remove: 1, 'id-photo': 1, 'portrait-style': 2 }
    expect(rest).toEqual({ ...styles, ...specs, ...presets, warnings, prices })
    expect(limits).toEqual({
      uploadBytes: 20_971_520,
      pixels: 50_000_000,
      rateLimitPerMinute: 40,
      resultTtlMs: 259_200_000,
      previewMaxSide: 4096,
    })
    expect(errors.map(({ code, status }) => [status, code])).toEqual(
      expect.arrayContaining([
        [400, 'validation error'],
        [401, 'authentication_failed'],
        [402, 'not_enough_credit'],
        [404, 'not_found'],
        [422, 'invalid_image'],
        [429, 'throttled'],
        [500, 'internal_error'],
        [503, 'service_busy'],
      ]),
    )
    for (const { code, meaning } of errors) expect(meaning, code).toBeTruthy()
    expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length)
  })

  test('the sample photo', async () => {
    const { statusCode, headers, rawPayload } = await app.get('/web/sample')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': String(rawPayload.length) })
    expect((await app.inject({ method: 'HEAD', url: '/web/sample' })).statusCode).toBe(200)
  })
})

test('while the page is not built, its addresses say so, protected in the same way', async () => {
  const unbuilt = new TestApp()
  await unbuilt.start()
  try {
    for (const url of [...PATHS, ...GUIDE]) {
      const { statusCode, headers, body } = await unbuilt.get(url)
      expect(statusCode, url).toBe(200)
      expect(body).toContain('npm run build')
      expect(body).toContain('href="/v1/openapi.json"')
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' })
      expect(policyOf(headers).get('default-src')).toBe("'none'")
    }
  } finally {
    await unbuilt.close()
  }
})
