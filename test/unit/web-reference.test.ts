/** The reference in the page: what is read from the API document, what is sent, what is found. */
import { beforeAll, describe, expect, test } from 'vitest'
import { builtReference, type Reference } from '../../scripts/built-reference.js'
import { requestSamples } from '../../web/src/code-samples.js'
import { filledIn, sampleRequest, startingValues } from '../../web/src/reference/build-request.js'
import type { Route } from '../../web/src/reference/read-document.js'
import { type SearchEntry, searchEntries } from '../../web/src/reference/search.js'

let routes: readonly Route[]
let index: readonly SearchEntry[]
let german: Reference

beforeAll(async () => {
  ;({
    en: { routes, index },
    de: german,
  } = await builtReference())
}, 60_000)

const routeOf = (id: string): Route => routes.find((route) => route.id === id)!

describe('a route', () => {
  test('has its parameters with values, default and meaning, the photo first', () => {
    const { parameters } = routeOf('removeBackground')
    expect(parameters.map(({ name }) => name)).toEqual([
      ...['image_file', 'image_url', 'size', 'format', 'bg_color', 'bg_image_url', 'preset', 'canvas', 'fill'],
      ...['fill_by', 'align', 'margin', 'crop', 'scale', 'position', 'bg_gradient', 'bg_blur', 'shadow'],
      ...['shadow_strength', 'shadow_softness', 'output', 'quality', 'roi', 'detail', 'bg_image_file'],
      'Idempotency-Key',
    ])
    expect(parameters[0]).toMatchObject({ isFile: true, values: 'a file', place: 'body' })
    expect(parameters[2]).toMatchObject({ choices: ['preview', 'full', 'auto'], default: 'preview' })
    expect(parameters[2]!.text).not.toContain('unless given')
    expect(parameters.at(-1)).toMatchObject({ place: 'header', required: false })
    expect(routeOf('makeIdPhoto').parameters.find(({ name }) => name === 'spec')!.choices).toContain('us_passport')
  })

  test('has its answer, and examples for every error with a body', () => {
    for (const { id, answers, errors } of routes) {
      expect(answers.length, id).toBeGreaterThan(0)
      const withBody = errors.filter(({ types }) => types.length > 0)
      expect(withBody.length, id).toBeGreaterThan(2)
      for (const { status, examples } of withBody) expect(examples.length, `${id} ${status}`).toBeGreaterThan(0)
    }
  })
})

test('the German reference has the same routes and entries, in German words', () => {
  expect(german.routes.map(({ id }) => id)).toEqual(routes.map(({ id }) => id))
  expect(german.routes[0]!.parameters[0]!.values).toBe('eine Datei')
  expect(german.index.map(({ href }) => href)).toEqual(index.map(({ href }) => href))
  expect(searchEntries(german.index, 'Schnellstart')[0]?.entry.href).toBe('/guide')
})

describe('a request', () => {
  test('holds what is filled in, each at its place', () => {
    const values = { size: 'full', format: '', bg_color: '', 'Idempotency-Key': 'once' }
    expect(filledIn(routeOf('removeBackground'), values)).toEqual({
      path: '/v1/remove',
      headers: { 'Idempotency-Key': 'once' },
      fields: { size: 'full' },
    })
    expect(filledIn(routeOf('listIdPhotoFormats'), { search: 'usa & uk' }).path).toBe(
      '/v1/id-photo/specs?search=usa+%26+uk',
    )
    for (const id of ['cutout', 'removebg']) {
      expect(filledIn(routeOf(id), startingValues(routeOf(id))).fields, id).toEqual({})
    }
  })

  test('is shown with a photo in every language, unless it has one by other means', () => {
    const at = { origin: 'https://photos.example', key: undefined }
    for (const route of routes) {
      const samples = requestSamples(sampleRequest(route, startingValues(route), {}, at))
      // Our client is given the address of a result, not its name, asks /v1 for the balance, and has its own form for jobs.
      const own = ['getResult', 'getAccount', 'createJob', 'listJobs'].includes(route.id) ? [] : ['TypeScript']
      expect(samples.map(({ language }) => language)).toEqual(['curl', ...own, 'Node', 'Python', 'PHP'])
      for (const { language, code } of samples) {
        expect(code.includes('photo.jpg'), `${route.id} ${language}`).toBe(route.method === 'POST')
        expect(/KEY|X-Api-Key/i.test(code), `${route.id} ${language}`).toBe(route.id !== 'getResult')
      }
    }
    const deletion = requestSamples(sampleRequest(routeOf('deleteResult'), { id: 'r1' }, {}, at))
    const codes = ['-X DELETE', "results.delete('r1')", "method: 'DELETE'", 'requests.delete', "=> 'DELETE'"]
    for (const [index, { code }] of deletion.entries()) expect(code).toContain(codes[index])
    const [, paged] = requestSamples(sampleRequest(routeOf('listResults'), { operation: 'remove', limit: '2' }, {}, at))
    expect(paged!.code).toContain("console.log(await silhouette.results.page({ operation: 'remove', limit: 2 }))")
    const byUrl = sampleRequest(routeOf('cutout'), { image_url: 'https://a.example/b.jpg' }, {}, at)
    expect(byUrl.files).toEqual({})
    for (const { code } of requestSamples({ ...byUrl, key: 'sk_mine' })) {
      expect(code).toContain('sk_mine')
      expect(code).not.toContain('SILHOUETTE_KEY')
    }
  })
})

describe('the search', () => {
  const first = (query: string): string | undefined => searchEntries(index, query)[0]?.entry.href

  test.each([
    ['bg_color', '/docs/removeBackground#parameter-bg_color'],
    ['ID photo formats', '/guide/id-photos'],
    ['402', '/docs/removeBackground#error-402'],
    ['not_enough', '/docs/removeBackground#error-402'],
    ['coming from', '/guide/remove-bg'],
    ['paint portrait', '/docs/stylePortrait'],
    ['dimensions', '/guide/limits'],
    ['Watercolour', '/guide/styles'],
  ])('%s leads to %s', (query, href) => {
    expect(searchEntries(index, query).map(({ entry }) => entry.href)).toContain(href)
  })

  test('the best comes first: a title before a text', () => {
    expect(first('limits')).toBe('/guide/limits')
    expect(first('crop')).toBe('/docs/removeBackground#parameter-crop')
    expect(first('quick start')).toBe('/guide')
  })

  test('needs all words, and shows where a text has them', () => {
    expect(searchEntries(index, 'crop zebra')).toEqual([])
    expect(searchEntries(index, '   ')).toEqual([])
    const [match] = searchEntries([{ href: '/', title: 'A', place: '', text: `${'x '.repeat(200)}needle y` }], 'needle')
    expect(match!.excerpt).toMatch(/^… .*needle y$/)
  })

  test('entries have their own addresses', () => {
    const hrefs = index.map(({ href }) => href)
    expect(new Set(hrefs).size).toBe(hrefs.length)
  })
})
