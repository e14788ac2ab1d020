/** The catalogue of ID photos: complete, consistent, and refused when it is not. */
import { describe, expect, it } from 'vitest'
import {
  findBackground,
  findSpec,
  idPhotoCatalog,
  isAllowedBackground,
  parseIdPhotoCatalog,
} from '../../src/catalog/id-photo-formats.js'

const { specs, colors, countries } = idPhotoCatalog()
const count = (test: (spec: (typeof specs)[number]) => boolean): number => specs.filter(test).length

describe('the catalogue', () => {
  it('holds 96 formats, each with its sources', () => {
    expect(specs).toHaveLength(96)
    for (const { id, sources } of specs) expect(sources.length, id).toBeGreaterThan(0)
    expect(count(({ tier }) => tier === 'core')).toBe(45)
  })

  it('has sizes whose pixels and millimetres agree', () => {
    for (const { id, width_mm, height_mm, width_px, height_px, dpi, size_basis } of specs) {
      const slack = size_basis === 'mm' ? 0 : 1
      expect(Math.abs(width_px - Math.round((width_mm / 25.4) * dpi)), id).toBeLessThanOrEqual(slack)
      expect(Math.abs(height_px - Math.round((height_mm / 25.4) * dpi)), id).toBeLessThanOrEqual(slack)
    }
  })

  it('has targets inside their own ranges', () => {
    for (const { id, head_ratio, target, top_margin } of specs) {
      expect(target.head, id).toBeGreaterThanOrEqual(head_ratio[0])
      expect(target.head, id).toBeLessThanOrEqual(head_ratio[1])
      if (!top_margin) continue
      expect(target.top, id).toBeGreaterThanOrEqual(top_margin.ratio[0])
      expect(target.top, id).toBeLessThanOrEqual(top_margin.ratio[1])
    }
  })

  it('tells authorities apart: crowns, policies, limits, colours', () => {
    expect(count(({ crown }) => crown === 'skull')).toBe(14)
    expect(count(({ edited_background_policy: policy }) => policy === 'rejected')).toBe(18)
    expect(count(({ edited_background_policy: policy }) => policy === 'in_person_or_certified')).toBe(2)
    expect(count(({ min_kb, max_kb }) => min_kb !== null || max_kb !== null)).toBe(42)
    const notWhite = specs.filter(({ default_background }) => default_background === 'light_grey').map(({ id }) => id)
    expect(notWhite.sort()).toEqual(['de_passport', 'fr_passport', 'in_oci', 'nz_passport', 'uk_passport'])
    expect(specs.filter(({ rotate }) => rotate === false).map(({ id }) => id)).toEqual(['cn_chsi_graduate'])
  })

  it.each([
    ['1inch', 295, 413, 300],
    ['2inch', 413, 579, 300],
    ['cn_id_card', 358, 441, 350],
    ['us_passport', 600, 600, 300],
    ['icao_35x45', 827, 1063, 600],
    ['ca_passport', 1181, 1654, 600],
    ['in_passport', 630, 810, 457],
  ])('%s is %i x %i at %i dpi', (id, width_px, height_px, dpi) => {
    expect(findSpec(id.toUpperCase())).toMatchObject({ id, width_px, height_px, dpi })
  })
})

describe('colours', () => {
  it('go by name, whatever the case', () => {
    expect(findBackground('Blue')).toEqual({ r: 0x43, g: 0x8e, b: 0xdb })
    for (const text of ['', 'pink', '#ffffff', 'constructor']) expect(findBackground(text), text).toBeUndefined()
  })

  it('are allowed by what they look like, not by what they are called', () => {
    const spec = findSpec('us_passport')!
    expect(isAllowedBackground(spec, findBackground('white')!)).toBe(true)
    expect(isAllowedBackground(spec, findBackground('blue')!)).toBe(false)
  })

  it.each(['uk_passport', 'de_passport', 'fr_passport', 'in_oci', 'nz_passport'])('%s takes grey, not white', (id) => {
    expect(isAllowedBackground(findSpec(id)!, findBackground('white')!)).toBe(false)
    expect(isAllowedBackground(findSpec(id)!, findBackground('light_grey')!)).toBe(true)
  })
})

describe('a catalogue that is wrong', () => {
  const [first] = specs
  it.each<[string, object, string]>([
    ['a ratio above 1', { ...first, head_ratio: [0.6, 72] }, '/specs/0/head_ratio/1'],
    ['a missing field', { ...first, target: undefined }, '/specs/0'],
    ['a country without names', { ...first, country: 'XX' }, 'unknown country XX'],
    ['a colour that nobody knows', { ...first, backgrounds: ['pinkish'] }, 'unknown colour pinkish'],
  ])('is refused: %s', (_name, spec, message) => {
    expect(() => parseIdPhotoCatalog({ colors, countries, specs: [JSON.parse(JSON.stringify(spec))] })).toThrow(message)
  })

  it('is refused when a format is listed twice', () => {
    expect(() => parseIdPhotoCatalog({ colors, countries, specs: [first, first] })).toThrow('1inch is listed twice')
  })
})
