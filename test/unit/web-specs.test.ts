/** Searching formats of ID photos, and where their guides are drawn. */
import { describe, expect, test } from 'vitest'
import { listIdPhotoFormats } from '../../src/http/catalog.js'
import type { Spec } from '../../web/src/api/types.js'
import { countryName, guidesOf, searchSpecs } from '../../web/src/specs.js'

const specs: readonly Spec[] = listIdPhotoFormats().specs
const idsOf = (text: string): string[] => searchSpecs(specs, text).map(({ id }) => id)

describe('the search', () => {
  test('finds by name, country, code and id, whatever the case', () => {
    expect(idsOf('us passport')).toContain('us_passport')
    expect(idsOf('JAPAN')).toEqual(idsOf('japan'))
    expect(idsOf('japan')).toContain('jp_visa')
    expect(idsOf('schengen_visa')).toEqual(['schengen_visa'])
  })

  test('finds by size, however it is written', () => {
    for (const text of ['35x45', '35 x 45', '35×45', '35x45mm']) expect(idsOf(text)).toContain('icao_35x45')
    expect(idsOf('600x600')).toContain('us_passport')
  })

  test('all words have to match, and nothing at all means everything', () => {
    expect(idsOf('japan 600x600 china')).toEqual([])
    expect(idsOf('  ')).toHaveLength(specs.length)
  })

  test('every country has a name', () => {
    for (const { country } of specs) expect(countryName(country)).not.toMatch(/^[A-Z]{2,3}$/)
  })
})

describe('the guides', () => {
  test('of a US passport: eyes 56 to 69 % from the bottom', () => {
    const { eyes, top, chin } = guidesOf(specs.find(({ id }) => id === 'us_passport')!)
    expect(eyes!.band.map((y) => Math.round(600 - y))).toEqual([Math.round(0.69 * 600), Math.round(0.56 * 600)])
    expect(top.line).toBeLessThan(eyes!.band[0])
    expect(chin.line).toBeGreaterThan(eyes!.band[1])
  })

  test('of every format lie inside the picture, from top to bottom', () => {
    for (const spec of specs) {
      const { top, eyes, chin } = guidesOf(spec)
      for (const { band } of [top, chin, ...(eyes ? [eyes] : [])]) {
        expect(band[0], spec.id).toBeGreaterThanOrEqual(0)
        expect(band[1], spec.id).toBeLessThanOrEqual(spec.height_px)
        expect(band[0], spec.id).toBeLessThanOrEqual(band[1])
      }
      expect(top.line, spec.id).toBeLessThan(chin.line!)
    }
  })
})
