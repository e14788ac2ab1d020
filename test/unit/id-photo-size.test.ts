/** Which size a photo with few pixels is delivered at. */
import { expect, it } from 'vitest'
import { findSpec, type IdPhotoSpec } from '../../src/catalog/id-photo-formats.js'
import type { Fit } from '../../src/imaging/id-photo/fit.js'
import { atPermittedSize } from '../../src/imaging/id-photo/size.js'
import { customFormat } from '../../src/parameters/custom-size.js'

const sized = (spec: IdPhotoSpec, scale: number) =>
  atPermittedSize(spec, { scale, eyes: { x: spec.width_px / 2, y: 100 } } as Fit)

it('is the usual one where the photo has the pixels, also slightly enlarged', () => {
  const spec = findSpec('de_passport')!
  expect(sized(spec, 1.25)).toMatchObject({ spec: { width_px: 827, height_px: 1063, dpi: 600 }, fit: { scale: 1.25 } })
})

it('is smaller, down to 300 dpi on paper or to the limit of the portal', () => {
  expect(sized(findSpec('de_passport')!, 2)).toMatchObject({ spec: { width_px: 517, height_px: 664, dpi: 375 } })
  expect(sized(findSpec('de_passport')!, 4)).toMatchObject({ spec: { width_px: 413, height_px: 531, dpi: 300 } })
  expect(sized(findSpec('uk_passport')!, 2).spec.width_px).toBeGreaterThanOrEqual(600)
})

it('is never smaller where there is no choice, and then the face may be too small', () => {
  expect(() => sized(findSpec('us_passport')!, 2.6)).toThrow('The face is too small')
  const own = customFormat({ width_mm: 35, height_mm: 45, dpi: 600 })
  expect(sized(own, 2).spec).toBe(own)
})
