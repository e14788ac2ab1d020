/** The kernels of styles against plain loops that do the same: test/oracles. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enlargeBilinear } from '../../src/imaging/raster/bilinear.js'
import { blur } from '../../src/imaging/raster/blur.js'
import { createBristles } from '../../src/imaging/style/media/painting/bristles.js'
import { type BrushShape, emptyStroke, paintWith } from '../../src/imaging/style/media/painting/brush.js'
import { blurWithin } from '../../src/imaging/style/pixels/blur-within.js'
import { calmest } from '../../src/imaging/style/pixels/calmest.js'
import { coherentLines } from '../../src/imaging/style/pixels/coherent-lines.js'
import { findHalfFlow } from '../../src/imaging/style/pixels/flow.js'
import {
  cloudNoise,
  cloudNoisePlane,
  sequence,
  valueNoise,
  valueNoisePlane,
} from '../../src/imaging/style/pixels/noise.js'
import { alongFlow as alongPlainly, doubled } from '../oracles/along-flow.js'
import { enlargeBilinear as enlargePlainly } from '../oracles/bilinear.js'
import { blurWithin as blurPlainly } from '../oracles/blur-within.js'
import { createBrush as brushPlainly } from '../oracles/brush.js'
import { calmest as calmestPlainly } from '../oracles/calmest.js'
import { apart, floats } from '../support/random-planes.js'

const side = fc.integer({ min: 1, max: 60 })
const seeds = fc.integer({ min: 0, max: 1e6 })

describe('strokes of a brush', () => {
  test('leave what they leave pixel by pixel', () => {
    fc.assert(
      fc.property(side, side, seeds, fc.boolean(), (width, height, seed, flat) => {
        const random = sequence(seed)
        const shape: BrushShape = {
          tip: flat ? 'flat' : 'round',
          taper: random(),
          streaks: random(),
          dry: random(),
          rim: 2 * random(),
        }
        const stroke = emptyStroke()
        stroke.count = 2 + Math.floor(random() * 6)
        for (let k = 0; k < stroke.count; k++) {
          stroke.x[k] = (random() * 1.6 - 0.3) * width
          stroke.y[k] = (random() * 1.6 - 0.3) * height
        }
        const paint = { radius: 0.9 + 12 * random(), red: 300 * random() - 20, green: 90, blue: 250, opacity: random() }
        Object.assign(stroke, paint, { soft: random(), marked: random(), hairs: Math.floor(random() * 65536) })
        const [ours, plain] = [0, 1].map(() => {
          const of = sequence(seed + 1)
          const colour = Uint8ClampedArray.from({ length: width * height * 3 }, () => 256 * of())
          return { width, height, colour, thickness: floats(width * height, of) }
        }) as [Wet, Wet]
        const bristles = createBristles(seed)
        paintWith(ours, bristles, shape, (draw) => draw(stroke))
        brushPlainly(plain, bristles, shape)(stroke)
        // Between two hairs or two segments of the path rounding decides.
        const mayDiffer = 3 + width * height * 0.005
        expect(differing(ours.colour, plain.colour, 1)).toBeLessThan(mayDiffer * 3)
        expect(differing(ours.thickness, plain.thickness, 1e-3)).toBeLessThan(mayDiffer)
      }),
    )
  })
})

interface Wet {
  width: number
  height: number
  colour: Uint8ClampedArray
  thickness: Float32Array
}

describe('blurs of one part', () => {
  test('equal those of plain planes', () => {
    fc.assert(
      fc.property(side, side, seeds, fc.constantFrom(2.6, 5, 9, 14), (width, height, seed, sigma) => {
        const random = sequence(seed)
        const colour = Uint8ClampedArray.from({ length: width * height * 3 }, () => 256 * random())
        const part = floats(width * height, random)
        const wanted = blurPlainly({ width, height, colour }, part, sigma)
        expect(apart(blurWithin({ width, height, colour }, part, sigma), wanted)).toBeLessThan(0.51)
      }),
      { numRuns: 30 },
    )
  })
})

describe('painterly smoothing', () => {
  test('equals that made pixel by pixel, up to rounding', () => {
    fc.assert(
      fc.property(side, side, seeds, fc.constantFrom(2, 5, 9), (width, height, seed, radius) => {
        const random = sequence(seed)
        const colour = Uint8ClampedArray.from({ length: width * height * 3 }, (_, i) => 60 * random() + (i % 190))
        const [ours, plain] = [calmest, calmestPlainly].map((by) => by({ width, height, colour }, radius, 4))
        expect(apart(ours!, plain!)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 30 },
    )
  })
})

describe('coherent lines', () => {
  test('are ink where the mean of a plain walk along the flow is below the threshold', () => {
    fc.assert(
      fc.property(side, side, seeds, (width, height, seed) => {
        const luma = floats(width * height, sequence(seed)).map((v, i) => (i % width > width / 3 ? 0.45 + v / 2 : v))
        const [sigma, sharpness, softness] = [1.2, 12, 8]
        const { ink } = coherentLines(luma, width, height, { sigma, sharpness, softness })
        const [narrow, wide] = [blur(luma, width, height, sigma), blur(luma, width, height, sigma * 1.6)]
        const flow = doubled(findHalfFlow(narrow, width, height, 2.5 * sigma + 1), width, height)
        const response = narrow.map((fine, i) => Math.fround(sharpness * Math.fround(fine - wide[i]!)))
        const means = alongPlainly(response, flow, width, height, 3, Math.fround(0.22))
        const wanted = means.map((mean) => Math.tanh(softness * Math.max(0, -0.08 - mean)))
        // The kernel's tangent is a fraction of polynomials.
        expect(apart(ink, wanted)).toBeLessThan(0.002)
      }),
    )
  })
})

describe('enlarged planes', () => {
  test('equal those made pixel by pixel', () => {
    fc.assert(
      fc.property(side, side, side, side, seeds, (width, height, across, down, seed) => {
        const plane = floats(width * height, sequence(seed))
        const [from, to] = [
          { width, height },
          { width: across, height: down },
        ]
        expect(enlargeBilinear(plane, from, to)).toEqual(enlargePlainly(plane, from, to))
      }),
    )
  })
})

describe('noise', () => {
  test('is the same on planes and nearby as at single places', () => {
    const size = { width: 90, height: 7 }
    for (const from of [-1.3, 0, 2.71, 40.5]) {
      const places = { across: 0.137, down: 0.41, from }
      const [values, clouds] = [valueNoisePlane(size, places, 5), cloudNoisePlane(size, places, 5)]
      const [value, cloud] = [valueNoise(5), cloudNoise(5)]
      for (let i = 0; i < values.length; i++) {
        const [x, y] = [(i % size.width) * 0.137, from + Math.floor(i / size.width) * 0.41]
        expect(values[i]).toBeCloseTo(value(x, y), 5)
        expect(clouds[i]).toBeCloseTo(cloud(x, y), 5)
      }
    }
  })
})

/** How many values are further apart than that. */
function differing(one: ArrayLike<number>, other: ArrayLike<number>, tolerance: number): number {
  expect(one.length).toBe(other.length)
  let count = 0
  for (let i = 0; i < one.length; i++) if (Math.abs(one[i]! - other[i]!) > tolerance) count++
  return count
}
