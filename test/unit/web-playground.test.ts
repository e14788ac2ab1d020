/** Pure parts of the playground: recipes, prices, what is chosen, advice. */

import { describe, expect, test } from 'vitest'
import { USUAL_PRICES } from '../../src/catalog/prices.js'
import { listIdPhotoFormats } from '../../src/http/catalog.js'
import { problemOf } from '../../web/src/api/problem.js'
import {
  chosenFormat,
  firstIdPhotoOptions,
  idPhotoFields,
} from '../../web/src/pages/playground/id-photo/id-photo-fields.js'
import { paidResultFor, resultFor, withResult } from '../../web/src/pages/playground/result/results.js'
import { adviceFor } from '../../web/src/pages/playground/run/advice.js'
import { medianOf } from '../../web/src/pages/playground/run/median.js'
import { priceOf, pricesFor } from '../../web/src/pages/playground/run/prices.js'
import type { Call } from '../../web/src/pages/playground/run/same-call.js'
import { readRecipe } from '../../web/src/pages/playground/style/recipe.js'

test('a recipe is read into its parts, with the colours that it names', () => {
  expect(readRecipe('style=watercolour; colours=green #2f8f46; light=dark; strength=100')).toEqual([
    { name: 'style', text: 'watercolour', colours: [] },
    { name: 'colours', text: 'green #2f8f46', colours: ['#2f8f46'] },
    { name: 'light', text: 'dark', colours: [] },
    { name: 'strength', text: '100', colours: [] },
  ])
  expect(readRecipe('style=gouache (by meaning, 0.61); not understood=xyzzy').at(-1)).toMatchObject({
    name: 'not understood',
    text: 'xyzzy',
  })
})

test('an unlimited account pays nothing; others what this server asks', () => {
  const account = { email: '', operator: false, createdAt: 0, hasPassword: true, balance: 0, available: 0 }
  const prices = { ...USUAL_PRICES, remove: 7 }
  const priceFor = (unlimited: boolean) =>
    priceOf(pricesFor({ prices, account: { ...account, unlimited } }), 'remove', { size: 'full' })
  expect([priceFor(false), priceFor(true)]).toEqual([7, 0])
})

test('prices are those of the API', () => {
  expect(priceOf(USUAL_PRICES, 'remove', { size: 'preview' })).toBe(0)
  expect(priceOf(USUAL_PRICES, 'remove', { size: 'full' })).toBe(1)
  expect(priceOf(USUAL_PRICES, 'id-photo', { spec: '1inch' })).toBe(1)
  expect(priceOf(USUAL_PRICES, 'id-photo', { spec: '1inch', preview: '1' })).toBe(0)
  expect(priceOf(USUAL_PRICES, 'portrait-style', { style: 'banknote' })).toBe(2)
  expect(priceOf(USUAL_PRICES, 'portrait-style', { style: 'banknote', preview: '1' })).toBe(0)
})

describe('what was made of a photo', () => {
  const full: Call = { operation: 'remove', fields: { size: 'full' } }
  const small: Call = { operation: 'remove', fields: { size: 'preview' } }
  const idPhoto = (spec: string, more = {}): Call => ({ operation: 'id-photo', fields: { spec, ...more } })
  const preview = { preview: '1' }
  const all = (...made: Call[]): readonly Call[] => made.reduce<readonly Call[]>(withResult, [])

  test('and paid for is not sold again while the options are the same, whatever was made since', () => {
    const made = all(full, idPhoto('us_passport'), idPhoto('uk_passport'), small, idPhoto('1inch', preview))
    for (const call of [full, idPhoto('us_passport'), idPhoto('uk_passport')]) {
      expect(paidResultFor(made, call)).toEqual(call)
      expect(resultFor(made, call)).toEqual(call)
    }
    expect(paidResultFor(made, idPhoto('us_passport', { bg_color: 'blue' }))).toBeUndefined()
    expect(paidResultFor(made, { operation: 'portrait-style', fields: { style: 'banknote' } })).toBeUndefined()
  })

  test('for free is made again as often as anybody likes, and only the last one stays', () => {
    const made = all(idPhoto('1inch', preview), idPhoto('2inch', preview), small)
    expect(made).toEqual([idPhoto('2inch', preview), small])
    expect(paidResultFor(made, small)).toBeUndefined()
    expect(paidResultFor(made, idPhoto('2inch'))).toBeUndefined()
    expect(resultFor(made, idPhoto('2inch'))).toEqual(idPhoto('2inch', preview))
  })

  test('is shown even with other options, the last one first', () => {
    const made = all(idPhoto('1inch'), idPhoto('2inch'), idPhoto('1inch', preview))
    expect(resultFor(made, idPhoto('uk_passport'))).toEqual(idPhoto('1inch', preview))
    expect(resultFor(made, idPhoto('1inch'))).toEqual(idPhoto('1inch'))
    expect(resultFor(made, full)).toBeUndefined()
  })
})

test('the typical time is the median, so that one slow start does not spoil it', () => {
  expect(medianOf([])).toBeUndefined()
  expect(medianOf([60_000, 4000, 5000])).toBe(5000)
})

describe('an ID photo', () => {
  const catalog = listIdPhotoFormats()
  const first = firstIdPhotoOptions(catalog)
  const mm = (width: string, height: string) => ({ ...first.size, width, height })

  test('from a link has the format and its own colour', () => {
    const linked = firstIdPhotoOptions(catalog, 'uk_passport')
    expect(idPhotoFields(linked)).toEqual({ spec: 'uk_passport', bg_color: 'light_grey' })
    expect(chosenFormat(linked, catalog)).toMatchObject({ spec: { id: 'uk_passport' } })
    expect(chosenFormat(firstIdPhotoOptions(catalog, 'moon'), catalog)).toHaveProperty('problem')
  })

  test('of a format that the search hides is nobody’s choice', () => {
    expect(chosenFormat({ ...first, search: 'japan' }, catalog)).toEqual({ problem: expect.stringContaining('1 inch') })
    expect(chosenFormat({ ...first, search: 'one inch' }, catalog)).toMatchObject({ spec: { id: '1inch' } })
  })

  test('of one’s own size has only what was said, and is checked as the server does it', () => {
    const own = { ...first, by: 'size', size: mm('40', '50') } as const
    expect(idPhotoFields({ ...own, print: { ...first.print, paper: 'a4' } })).toEqual({
      width_mm: '40',
      height_mm: '50',
      bg_color: 'white',
      sheet: 'a4',
    })
    expect(chosenFormat(own, catalog)).toMatchObject({ spec: { width_px: 472, height_px: 591 } })
    expect(chosenFormat({ ...own, size: mm('40', '') }, catalog)).toEqual({ problem: 'Enter width and height.' })
    expect(chosenFormat({ ...own, size: mm('wide', '50') }, catalog)).toEqual({
      problem: "Width, mm must be a number from 10 to 200; got 'wide'",
    })
    const printed = { ...first.print, paper: '4x6' } as const
    expect(chosenFormat({ ...own, size: mm('150', '150'), print: printed }, catalog)).toHaveProperty('problem')
    const mixed = { ...own, print: { ...printed, copies: '2', gap: '0', others: [{ spec: '1inch', copies: '3' }] } }
    expect(idPhotoFields(mixed)).toEqual({
      sheet: '4x6',
      sheet_photos: '40x50mm:2,1inch:3',
      sheet_gap: '0',
      bg_color: 'white',
    })
    expect(chosenFormat(mixed, catalog)).toHaveProperty('spec')
    expect(chosenFormat({ ...own, print: { ...printed, copies: '99' } }, catalog)).toHaveProperty('problem')
  })
})

describe('refusals', () => {
  const head = { status: 422, header: (name: string) => (name === 'Retry-After' ? '7' : null) }

  test('are read from their envelope, and from answers without any', () => {
    const facts = { code: 'invalid_image', message: 'No face was found' }
    expect(problemOf(head, JSON.stringify({ errors: facts }))).toMatchObject({ ...facts, retryAfterSeconds: 7 })
    expect(problemOf(head, '<html>Bad gateway</html>')).toMatchObject({
      code: 'unexpected_answer',
      message: 'The server answered with status 422.',
    })
  })

  test('come with what helps: first by the message, then by the code', () => {
    expect(adviceFor({ code: 'invalid_image', message: 'No face was found in the photo' })).toMatch(/from the front/)
    const stone = 'No face was found that has the colour of skin: use a photo of a living person, in colour'
    expect(adviceFor({ code: 'invalid_image', message: stone })).toMatch(/living person/)
    expect(adviceFor({ code: 'throttled', message: 'Too many' })).toMatch(/Wait/)
    expect(adviceFor({ code: 'never heard of', message: 'x' })).toBe('')
  })
})
