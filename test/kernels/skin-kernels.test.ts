/** The kernels for skin against plain loops that do the same: test/oracles/skin.ts. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, filled, kernels } from '../../src/imaging/kernels/room.js'
import { CELL_FLOATS, cellsOf } from '../../src/imaging/style/pixels/cell-grid.js'
import { sequence } from '../../src/imaging/style/pixels/noise.js'
import { withChanges } from '../../src/imaging/style/sitter/prepare-skin.js'
import * as plainly from '../oracles/skin.js'
import { apart, bytes, floats } from '../support/random-planes.js'

const areas = fc.integer({ min: 1, max: 300 })
const seeds = fc.integer({ min: 0, max: 1e6 })
/** A rounded level, where floats are shorter than numbers. */
const ALIKE = 1

test('what is greyer than skin is found', () => {
  fc.assert(
    fc.property(areas, seeds, (area, seed) => {
      const random = sequence(seed)
      const [photo, luma, skin] = [bytes(3 * area, random), floats(area, random), floats(area, random)]
      const ours = new Float32Array(area)
      kernels.greynessOf(photo, luma, skin, area, 0.5, filled(ours))
      expect(apart(ours, plainly.greynessOf(photo, luma, skin, 0.5))).toBeLessThan(1e-4)
    }),
  )
})

test('shadows are lifted', () => {
  fc.assert(
    fc.property(areas, seeds, (area, seed) => {
      const random = sequence(seed)
      const photo = bytes(3 * area, random)
      const plane = () => floats(area, random)
      const planes = {
        luma: plane(),
        coarse: plane(),
        wide: plane(),
        own: plane(),
        features: plane(),
      }
      const settings = [200, 150, 120, 0.6, 0.5, 0.7]
      const ours = photo.slice()
      const { luma, coarse, wide, own, features } = planes
      const values = Float32Array.from(settings)
      kernels.liftShadows(changed(ours), luma, coarse, wide, own, features, area, values)
      expect(apart(ours, plainly.liftShadows(photo, planes, settings))).toBeLessThanOrEqual(ALIKE)
    }),
  )
})

test('skin keeps its colour', () => {
  fc.assert(
    fc.property(areas, seeds, fc.constantFrom(0, 0.4, 1), (area, seed, own) => {
      const random = sequence(seed)
      const [colour, photo, skin] = [bytes(3 * area, random), bytes(3 * area, random), floats(area, random)]
      const ours = colour.slice()
      kernels.keepSkinColours(changed(ours), photo, skin, area, own, 67, 0.7)
      const theirs = plainly.keepSkinColours(colour, photo, skin, own, 67, 0.7)
      expect(apart(ours, theirs)).toBeLessThanOrEqual(ALIKE)
    }),
  )
})

test('a small copy has the mean colour of each cell', () => {
  const sides = fc.integer({ min: 1, max: 24 })
  fc.assert(
    fc.property(sides, sides, fc.integer({ min: 1, max: 5 }), seeds, (width, height, cell, seed) => {
      const picture = bytes(3 * width * height, sequence(seed))
      const size = cellsOf({ width, height }, cell)
      const small = new Uint8Array(3 * size.width * size.height)
      kernels.shrinkPicture(picture, width, height, cell, filled(small))
      expect(apart(small, plainly.shrunk(picture, width, height, cell))).toBeLessThanOrEqual(ALIKE)
    }),
  )
})

test('what changes in a small copy is added to the picture, between its pixels', () => {
  const sides = fc.integer({ min: 1, max: 24 })
  fc.assert(
    fc.property(sides, sides, sides, sides, seeds, (width, height, columns, rows, seed) => {
      const random = sequence(seed)
      const area = columns * rows
      const picture = Uint8Array.from(bytes(3 * width * height, random), (value) => 40 + value / 2)
      const before = bytes(3 * area, random).map((value) => 40 + value / 2)
      const added = [20, -30, 0]
      const after = before.map((value, i) => value + added[i % 3]!)
      const changes = new Float32Array(CELL_FLOATS * area)
      kernels.changesOf(before, after, area, filled(changes))
      const ours = withChanges(picture, { width, height }, { width: columns, height: rows, changes })
      expect(
        apart(
          ours,
          picture.map((value, i) => value + added[i % 3]!),
        ),
      ).toBe(0)
    }),
  )
})
