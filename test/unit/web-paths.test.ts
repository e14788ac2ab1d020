/** Which addresses are pages, and where one may be sent after signing in. */
import { expect, test } from 'vitest'
import { isOurs, needsAccount, pageAt, safeNext } from '../../web/src/paths.js'

test.each([
  ['/', 'home'],
  ['/keys', 'keys'],
  ['/keys/', 'keys'],
  ['/guide', 'guide'],
  ['/guide/id-photos', 'guide'],
  ['/docs', 'reference'],
  ['/docs/removeBackground', 'reference'],
  ['/docs/json', 'not-found'],
  ['/v1/remove', 'not-found'],
  ['/constructor', 'not-found'],
])('%s is %s', (path, page) => expect(pageAt(path)).toBe(page))

test('the API, its document and results are not pages of ours', () => {
  for (const path of ['/docs/json', '/r/x.png', '/v1/openapi.json', '/styles/x.jpg']) expect(isOurs(path)).toBe(false)
})

test('guide, reference and entrance need no account', () => {
  expect(needsAccount('reference')).toBe(false)
  expect(needsAccount('guide')).toBe(false)
  expect(needsAccount('sign-in')).toBe(false)
  expect(needsAccount('playground')).toBe(true)
})

test.each([
  ['/keys', '/keys'],
  ['/playground?operation=id-photo', '/playground?operation=id-photo'],
  [null, '/'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example/keys', '/'],
  ['/\\elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/docs/cutout', '/docs/cutout'],
  ['/docs/json', '/'],
])('after signing in, %s leads to %s', (next, path) => expect(safeNext(next)).toBe(path))
