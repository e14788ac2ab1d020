/** Formats of ID photos in words, and where their guides are drawn. */
import { describe, expect, test } from 'vitest'
import { listIdPhotoFormats } from '../../src/http/catalog.js'
import type { Spec } from '../../web/src/api/types.js'
import { countryName, guidesOf } from '../../web/src/specs.js'

const specs: readonly Spec[] = listIdPhotoFormats().specs

test('every country has a name', () => {
  for (const { country } of specs) expect(countryName(country)).not.toMatch(/^[A-Z]{2,3}$/)
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
