/** Formats of ID photos are found by the words that people use. */
import { describe, expect, it } from 'vitest'
import { searchFormats } from '../../src/catalog/search-formats.js'
import { listIdPhotoFormats } from '../../src/http/catalog.js'

const { specs } = listIdPhotoFormats()
const idsOf = (text: string): string[] => searchFormats(specs, text).map(({ id }) => id)

describe('the search', () => {
  it.each([
    ['usa', 'us_passport'],
    ['USA passport', 'us_passport'],
    ['america', 'us_passport'],
    ['united states', 'us_passport'],
    ['us visa', 'us_visa'],
    ['2x2 inch', 'us_passport'],
    ['2 x 2', 'us_passport'],
    ['2 by 2 inches', 'us_passport'],
    ['2" x 2"', 'us_passport'],
    ['600x600', 'us_passport'],
    ['england', 'uk_passport'],
    ['britain visa', 'uk_visa'],
    ['35x45', 'icao_35x45'],
    ['35 x 45 mm', 'icao_35x45'],
    ['35×45mm', 'icao_35x45'],
    ['3,5 x 4,5 cm', 'icao_35x45'],
    ['passport japan', 'jp_passport'],
    ['japan passport', 'jp_passport'],
    ['日本', 'jp_passport'],
    ['germany', 'de_passport'],
    ['Deutschland', 'de_passport'],
    ['germany visa', 'schengen_visa'],
    ['China', 'cn_passport'],
    ['china visa', 'cn_visa'],
    ['中国', '1inch'],
    ['españa', 'es_dni'],
    ['espana', 'es_dni'],
    ['türkiye', 'tr_passport'],
    ['passport photo for india', 'in_passport'],
    ['south korea', 'kr_passport'],
    ['1 inch', '1inch'],
    ['one inch', '1inch'],
    ['schengen_visa', 'schengen_visa'],
    ['japa', 'jp_passport'],
  ])('%s: %s is among the first three', (text, id) => {
    expect(idsOf(text).slice(0, 3)).toContain(id)
  })

  it('all words have to match, and nothing at all means everything', () => {
    expect(idsOf('japan 600x600 china')).toEqual([])
    expect(idsOf('  ')).toEqual(specs.map(({ id }) => id))
  })

  it('a short word is not found in the middle of another one', () => {
    expect(idsOf('us')).not.toContain('ru_passport')
    expect(idsOf('35x4').length).toBeGreaterThan(idsOf('35x45').length - 1)
  })

  it('finds every format by its id and by its name', () => {
    for (const { id, name } of specs) {
      expect(idsOf(id), id).toContain(id)
      expect(idsOf(name), name).toContain(id)
    }
  })
})
