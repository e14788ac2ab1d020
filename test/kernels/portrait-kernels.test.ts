/** The kernels of ID photos against plain loops that do the same. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellColours } from '../../src/imaging/id-photo/cell-colours.js'
import { toFace } from '../../src/imaging/id-photo/frame.js'
import { columnOf, type PortraitMatte, rowOf, samplePortrait } from '../../src/imaging/id-photo/portrait-matte.js'
import { changed, ints, kernels, bytes as scratch } from '../../src/imaging/kernels/room.js'
import { componentsOf } from '../../src/imaging/raster/components.js'
import { distanceToLevels } from '../../src/imaging/raster/distance.js'
import { toLab } from '../../src/imaging/raster/lab.js'
import { distanceTo as distancePlainly } from '../oracles/distance.js'
import { createFlood } from '../oracles/flood.js'

const bytes = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (Math.imul(i + 1, 2_654_435_761) ^ Math.imul(seed, 40_503)) >>> 11)

const cellUnder = (portrait: PortraitMatte, x: number, y: number): number => {
  const { u, v } = toFace(portrait.frame, { x, y })
  const [column, row] = [Math.round(columnOf(portrait, u)), Math.round(rowOf(portrait, v))]
  const isThere = column >= 0 && row >= 0 && column < portrait.width && row < portrait.height
  return isThere ? row * portrait.width + column : -1
}

test('a cell has the colour of the pixel under it', () => {
  const photo = { width: 40, height: 50, colour: bytes(6000, 7), alpha: undefined }
  const frame = { roll: 0, chin: 20, middle: { x: 20, y: 16 }, eyeDistance: 16, skull: -20 }
  const portrait = samplePortrait({ width: 40, height: 50, alpha: bytes(2000, 7) }, frame)
  const labs = cellColours(photo, portrait)
  for (const [x, y] of [
    [5, 9],
    [20, 16],
    [31, 44],
  ] as const) {
    const [r, g, b] = photo.colour.subarray(3 * (y * 40 + x))
    const cell = cellUnder(portrait, x, y)
    for (const [i, value] of toLab(r!, g!, b!).entries()) expect(labs[3 * cell + i]).toBeCloseTo(value, 2)
  }
})

test('pieces are those of plain floods', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer(),
      (width, height, seed) => {
        const matte = bytes(width * height, seed).map((value) => (value < 110 ? 0 : value < 140 ? 30 : 200))
        const labels = new Int32Array(matte.length)
        const flood = createFlood(matte.length, width)
        let count = 0
        const spread = (start: number, least: number): void =>
          flood.spread(start, (at, from) => {
            if (labels[at] !== 0 || matte[at]! < least) return false
            labels[at] = labels[from]!
            return true
          })
        for (let at = 0; at < matte.length; at++) {
          if (matte[at]! < 64 || labels[at] !== 0) continue
          const start = flood.count
          labels[at] = ++count
          flood.add(at)
          spread(start, 64)
        }
        spread(0, 1)
        expect(componentsOf(matte, width)).toEqual({ count, labels })
      },
    ),
    { numRuns: 40 },
  )
})

test('crumbs go, and whatever is larger or hangs together stays', () => {
  const rows = ['.....#..', '.##..+.#', '.##.....', '......##', '+.......']
  const levels = { '.': 0, '+': 20, '#': 200 } as Readonly<Record<string, number>>
  const planeOf = (lines: readonly string[]) => Uint8Array.from(lines.join(''), (sign) => levels[sign]!)
  const alpha = planeOf(rows)
  kernels.dropCrumbs(changed(alpha), 8, alpha.length, 26, 2, scratch(40), ints(40), ints(40))
  expect(alpha).toEqual(planeOf(['........', '.##..+..', '.##.....', '......##', '+.......']))
})

test('distances to levels are those to marks', () => {
  const plane = bytes(35 * 20, 3)
  const marks = plane.map((value) => (value >= 200 && value <= 230 ? 1 : 0))
  expect(distanceToLevels(200, 230, plane, 35)).toEqual(distancePlainly(1, marks, 35))
})
