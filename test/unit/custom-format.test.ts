/** A size of the caller's own is a format like any other. */
import { describe, expect, it } from 'vitest'
import { idPhotoCatalog, isAllowedBackground } from '../../src/catalog/id-photo-formats.js'
import { solve } from '../../src/imaging/id-photo/solve.js'
import { CUSTOM_FIELDS, type CustomSize, customFormat } from '../../src/parameters/custom-size.js'

const SITTER = { centre: 0, width: 230, chin: 200, hair: -230, wisps: -230, skull: -190 }
const ROOM_ON_ALL_SIDES = {
  sides: () => ({ left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }),
  bottom: () => 2000,
}

describe('a size of one’s own', () => {
  it('has every field of a format', () => {
    const [first] = idPhotoCatalog().specs
    const { rotate: _, aliases: __, ...known } = { rotate: true, ...first! }
    expect(Object.keys(customFormat({ width_mm: 35, height_mm: 45 })).sort()).toEqual(Object.keys(known).sort())
  })

  it('allows every colour: there is no authority', () => {
    expect(isAllowedBackground(customFormat({ width_mm: 35, height_mm: 45 }), { r: 1, g: 2, b: 3 })).toBe(true)
  })

  it.each<[CustomSize, number]>([
    [{ width_mm: 35, height_mm: 45 }, 0.65],
    [{ width_px: 900, height_px: 600 }, 0.65],
    [{ width_mm: 50, height_mm: 50, head_min: 20, head_max: 30 }, 0.25],
    [{ width_mm: 50, height_mm: 70, head_min: 44, head_max: 52 }, 0.48],
    [{ width_mm: 35, height_mm: 45, head_min: 70, head_max: 80 }, 0.75],
    [{ width_mm: 35, height_mm: 45, head_min: 90, head_max: 90 }, 0.9],
  ])('%j puts the head where it is wanted', (size, head) => {
    const fit = solve(SITTER, ROOM_ON_ALL_SIDES, customFormat(size))
    expect(fit).toMatchObject({ relaxed: [] })
    expect((fit as { h: number }).h).toBeCloseTo(head, 2)
  })

  it('speaks of fields as the caller spells them', () => {
    for (const field of CUSTOM_FIELDS) {
      expect(() => customFormat({ [field]: 0 }, (name) => `<${name}>`)).toThrow(`<${field}> must be`)
    }
  })
})
