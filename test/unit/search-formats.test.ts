/** Formats of ID photos are found by the words that people use. */
import { describe, expect, it } from 'vitest'
import { idPhotoCatalog } from '../../src/catalog/id-photo-formats.js'
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
    ['indian passport', 'in_passport'],
    ['U.S. passport', 'us_passport'],
    ['u.k. visa', 'uk_visa'],
    ['korean visa', 'kr_visa'],
    ['german visa', 'schengen_visa'],
    ['french visa', 'schengen_visa'],
    ['usa pasport', 'us_passport'],
    ['uk pasprot', 'uk_passport'],
    ['phillipines', 'ph_passport'],
    ['thailand passport', 'th_visa'],
    ['thai pasport', 'th_visa'],
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

  it('a size is never mistyped, and a word that is known means itself', () => {
    expect(idsOf('36x45 passport')).toEqual([])
    expect(idsOf('austria passport')).toEqual(['schengen_visa'])
  })

  it('finds every format by its id and by its name', () => {
    for (const { id, name } of specs) {
      expect(idsOf(id), id).toContain(id)
      expect(idsOf(name), name).toContain(id)
    }
  })
})

describe('the name of every country, its people and its places', () => {
  const { countries } = idPhotoCatalog()
  const isPassport = ({ id, name }: (typeof specs)[number]): boolean => /passport/i.test(`${id} ${name}`)
  const names = Object.entries(countries).flatMap(([country, all]) => all.map((name) => ({ country, name })))

  const withPassport = new Set(specs.filter(isPassport).map(({ country }) => country))

  const isFirst = (text: string, country: string): boolean => {
    const [first] = searchFormats(specs, text)
    return first?.country === country && (isPassport(first) || !withPassport.has(country))
  }

  it('with “passport” finds its passport first, or whatever else there is of it', () => {
    expect(names.filter(({ country, name }) => !isFirst(`${name} passport`, country))).toEqual([])
  })

  it('does so with a letter left out, doubled or swapped with the next one', () => {
    const slipsOf = (word: string): string[] =>
      [...word].flatMap((letter, i) => {
        const [before, after] = [word.slice(0, i), word.slice(i + 1)]
        const swapped = after && before + after[0] + letter + after.slice(1)
        return [before + after, before + letter + letter + after, swapped || word]
      })
    // Poland is as near, and has the word in its name.
    const ambiguous = new Set(['holand'])
    const missed = names.flatMap(({ country, name }) =>
      name
        .split(' ')
        .filter(({ length }) => length >= 5)
        .flatMap((word) => slipsOf(word).map((slip) => ({ slip, text: `${name.replace(word, slip)} passport` })))
        .filter(({ slip, text }) => !ambiguous.has(slip) && !isFirst(text, country)),
    )
    expect(missed).toEqual([])
  })

  it('is not taken for another country’s', () => {
    const englishName = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const known = new Set(specs.flatMap(({ aliases }) => aliases))
    const unknown = letters
      .flatMap((a) => letters.map((b) => englishName.of(a + b)?.toLowerCase()))
      .filter((name) => name !== undefined && !known.has(name))
    expect(unknown.length).toBeGreaterThan(150)
    // The beginning of Nigeria, for whoever is still typing.
    for (const name of unknown) if (name !== 'niger') expect(idsOf(`${name} passport`), name).toEqual([])
  })
})
