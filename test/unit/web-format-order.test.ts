/** The order in which the playground offers formats. */
import { expect, test } from 'vitest'
import { listIdPhotoFormats } from '../../src/http/catalog.js'
import { orderFormats } from '../../web/src/pages/playground/id-photo/format-order.js'

const { specs } = listIdPhotoFormats()
const order = (languages: readonly string[], used: readonly string[] = []) => orderFormats(specs, { used, languages })
const countriesOf = (languages: readonly string[]) => [...new Set(order(languages).map(({ country }) => country))]

test.each([
  [
    ['de-CH', 'fr'],
    ['CH', 'FR', 'INT', 'EU'],
  ],
  [
    ['de', 'en-GB', 'en'],
    ['DE', 'GB', 'US', 'INT'],
  ],
  [['zh-Hant-TW'], ['TW', 'INT', 'EU']],
  [['eo'], ['INT', 'EU']],
  [[], ['INT', 'EU']],
])('for %o the countries are %o first', (languages, first) => {
  expect(countriesOf(languages).slice(0, first.length)).toEqual(first)
})

test('what was used last comes first, and each format once; the rest is by name', () => {
  const ordered = order(['en-US'], ['jp_passport', 'us_visa', 'gone_since'])
  expect(ordered.slice(0, 2).map(({ id }) => id)).toEqual(['jp_passport', 'us_visa'])
  expect(ordered[2]?.country).toBe('US')
  expect(ordered).toHaveLength(specs.length)
  expect(new Set(ordered).size).toBe(specs.length)
  const rest = ordered.slice(ordered.findLastIndex(({ country }) => country === 'EU') + 1).map(({ name }) => name)
  expect(rest).toEqual(rest.toSorted(new Intl.Collator('en', { numeric: true }).compare))
})
