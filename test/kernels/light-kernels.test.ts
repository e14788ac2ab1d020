/** The kernels of exposure, detail, hues and lamps against plain loops that do the same: test/oracles/light.ts. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, kernels } from '../../src/imaging/kernels/room.js'
import { blurApart, blurWithin } from '../../src/imaging/style/pixels/blur-within.js'
import { sequence } from '../../src/imaging/style/pixels/noise.js'
import { mixedIn } from '../oracles/blend.js'
import * as plainly from '../oracles/light.js'
import { apart, bytes, floats } from '../support/random-planes.js'

const areas = fc.integer({ min: 1, max: 400 })
const seeds = fc.integer({ min: 0, max: 1e6 })
const STEPS = 2048
const LOGARITHMS = Float32Array.from({ length: STEPS + 1 }, (_, i) => Math.log(Math.max(0.03, i / STEPS)))
const DARKNESS = Float32Array.from({ length: 256 }, (_, value) => Math.log(1 - value / 255))

/** Half of the pixels are wholly of a plane, or not at all. */
const shares = (area: number, random: () => number) =>
  floats(area, random).map((value) => Math.min(1, Math.max(0, 2 * value - 0.5)))

function each(check: (area: number, random: () => number, colour: Uint8ClampedArray) => void): void {
  fc.assert(
    fc.property(areas, seeds, (area, seed) => {
      const random = sequence(seed)
      check(area, random, bytes(area * 3, random))
    }),
    { numRuns: 60 },
  )
}

test.each([false, true])('pictures are exposed as by powers, with a gamma for each pixel: %s', (ofPixels) => {
  each((area, random, colour) => {
    const [subject, skin, ours] = [shares(area, random), shares(area, random), colour.slice()]
    const gammas = ofPixels ? floats(area, random).map((value) => 0.5 + value) : null
    const [alone, behind] = [0.5 + random(), 0.5 + random()]
    const lights = ofPixels ? floats(area, random).map((value) => 0.7 + value) : null
    const features = shares(area, random)
    const planes = [subject, skin, features, lights, gammas] as const
    kernels.exposePicture(changed(ours), ...planes, alone, behind, LOGARITHMS, STEPS, area)
    const lightAt = (i: number) => (lights ? 1 + Math.max(skin[i]!, features[i]!) * (lights[i]! - 1) : 1)
    plainly.expose(colour, { subject, skin }, (i) => gammas?.[i] ?? alone, lightAt, behind)
    expect(apart(ours, colour)).toBeLessThanOrEqual(1)
  })
})

test('details are added by where they lie', () => {
  each((area, random, colour) => {
    const [luma, coarse] = [floats(area, random), floats(area, random)]
    const [features, hair] = [shares(area, random), shares(area, random)]
    const [subject, skin] = [shares(area, random), shares(area, random)]
    const [weights, ours] = [[1.2, 0.4, 0.3, -0.4] as const, colour.slice()]
    kernels.addDetail(changed(ours), luma, coarse, features, hair, subject, skin, area, ...weights)
    const planes = { luma, coarse, features, hair, subject, skin }
    plainly.addDetail(colour, planes, weights)
    expect(apart(ours, colour)).toBeLessThanOrEqual(1)
  })
})

test.each([false, true])('hues come back, with a rim and whites: %s', (all) => {
  each((area, random, colour) => {
    const [skin, hair, features] = [shares(area, random), shares(area, random), shares(area, random)]
    const [inner, teeth, whites] = [shares(area, random), shares(area, random), shares(area, random)]
    const [photo, ours, weights] = [Uint8Array.from(bytes(area * 3, random)), colour.slice(), [0.3, 0.8, 0.7] as const]
    const maybe = (plane: Float32Array): Float32Array | null => (all ? plane : null)
    const rest = [maybe(inner), maybe(teeth), maybe(whites)] as const
    kernels.bringHues(changed(ours), photo, skin, hair, features, ...rest, area, ...weights)
    plainly.bringHues(colour, photo, { skin, hair, features, ...(all && { inner, teeth, whites }) }, weights)
    expect(apart(ours, colour)).toBeLessThanOrEqual(1)
  })
})

test('a lamp shines as on film', () => {
  each((area, random, colour) => {
    const [lit, subject, ours] = [floats(area, random), shares(area, random), colour.slice()]
    kernels.shineLamp(changed(ours), lit, subject, DARKNESS, 1.9, area)
    plainly.shineLamp(colour, { lit, subject }, 1.9)
    expect(apart(ours, colour)).toBeLessThanOrEqual(1)
  })
})

test.each([false, true])('lamps shine from both sides; without colours: %s', (colourless) => {
  each((area, random, colour) => {
    const [left, right, glosses] = [floats(area, random), floats(area, random), floats(area, random)]
    const [subject, skin, ours] = [shares(area, random), shares(area, random), colour.slice()]
    const settings = Array.from({ length: 9 }, random)
    const planes = [left, right, glosses, subject, skin] as const
    kernels.shineRims(changed(ours), ...planes, area, Float32Array.from(settings), Number(colourless))
    plainly.shineRims(colour, { left, right, glosses, subject, skin }, settings, colourless)
    expect(apart(ours, colour)).toBeLessThanOrEqual(1)
  })
})

test('both sides of a part are blurred apart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), seeds, (width, height, seed) => {
      const random = sequence(seed)
      const part = shares(width * height, random)
      const canvas = { width, height, colour: bytes(width * height * 3, random) }
      const inside = blurWithin(canvas, part, 5)
      const outside = blurWithin(
        canvas,
        part.map((share) => 1 - share),
        5,
      )
      const mixed = mixedIn(outside, (pixel, channel) => inside[pixel * 3 + channel]!, part)
      expect(apart(blurApart(canvas, part, 5), mixed)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 40 },
  )
})
