/** The kernels that change or measure every pixel of a picture, against plain loops that do the same: test/oracles. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, hold, kernels } from '../../src/imaging/kernels/room.js'
import { blur, blurColours } from '../../src/imaging/raster/blur.js'
import { TILE, toothOf } from '../../src/imaging/style/finish/tooth.js'
import { layDown } from '../../src/imaging/style/media/drawing/lay-down.js'
import { lightPaint } from '../../src/imaging/style/media/painting/light.js'
import { finestAt } from '../../src/imaging/style/media/painting/sizes.js'
import { layWashes } from '../../src/imaging/style/media/watercolour/lay-wash.js'
import { mixInColour, mixInColours, mixInPicture } from '../../src/imaging/style/pixels/blend.js'
import { lumaPlane, type Rgb } from '../../src/imaging/style/pixels/canvas.js'
import { flowOfHalf, halve } from '../../src/imaging/style/pixels/flow.js'
import { cloudNoise, sequence } from '../../src/imaging/style/pixels/noise.js'
import type { Scene } from '../../src/imaging/style/scene.js'
import { paintStep } from '../../src/imaging/style/steps.js'
import { coverage, eachPixel, lumaAt, mixedIn, lightSurface as surfacePlainly } from '../oracles/blend.js'
import { flowOf, halve as halvePlainly } from '../oracles/flow.js'
import { layWashes as washPlainly } from '../oracles/wash.js'
import { apart, bytes, floats } from '../support/random-planes.js'

const side = fc.integer({ min: 1, max: 60 })
const seeds = fc.integer({ min: 0, max: 1e6 })

test('colours and pictures are mixed in channel by channel', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const random = sequence(seed)
      const [colour, other] = [bytes(width * height * 3, random), bytes(width * height * 3, random)]
      const shares = floats(width * height, random).map((share) => Math.max(0, share * 1.4 - 0.4))
      const parts = floats(width * height, random)
      const pen: Rgb = [250, 3, 127]
      const paper: Rgb = [12, 240, 99]
      const [coloured, between, mixed] = [colour.slice(), colour.slice(), colour.slice()]
      mixInColour({ colour: coloured }, pen, (plane) => plane.set(shares))
      mixInColours({ colour: between }, [pen, paper], parts, (plane) => plane.set(shares))
      mixInPicture({ colour: mixed }, other, (plane) => plane.set(shares))
      const penned = mixedIn(colour, (_, channel) => pen[channel]!, shares)
      expect(apart(coloured, penned)).toBeLessThanOrEqual(1)
      const mixture = (pixel: number, channel: number): number =>
        pen[channel]! + (paper[channel]! - pen[channel]!) * parts[pixel]!
      expect(apart(between, mixedIn(colour, mixture, shares))).toBeLessThanOrEqual(1)
      const combined = mixedIn(colour, (pixel, channel) => other[pixel * 3 + channel]!, shares)
      expect(apart(mixed, combined)).toBeLessThanOrEqual(1)
    }),
  )
})

test('light multiplies and adds, and never leaves the range of a byte', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const random = sequence(seed)
      const colour = bytes(width * height * 3, random)
      const [factors, added] = [floats(width * height, random), floats(width * height, random)]
      for (let i = 0; i < added.length; i++) added[i] = (added[i]! - 0.5) * 600
      const lit = colour.slice()
      kernels.lightPicture(changed(lit), factors, added, width * height)
      const wanted = eachPixel(colour, (value, pixel) => value * factors[pixel]! + added[pixel]!)
      expect(apart(lit, wanted)).toBeLessThanOrEqual(1)
    }),
  )
})

test('brushes are as fine as the finest that is needed', () => {
  fc.assert(
    fc.property(side, side, seeds, fc.boolean(), (width, height, seed, hasFace) => {
      const random = sequence(seed)
      const plane = () => floats(width * height, random)
      const planes = { subject: plane().fill(1), hair: plane(), skin: plane(), features: plane() }
      const scene = { width, height, unit: 0.7, faceHeight: hasFace ? 200 : 0, hasSubject: false, ...planes }
      const brushes = { behind: 12, subject: 5, hair: 3, skin: 2, features: 0.9 }
      const onBody = hasFace ? 200 / 320 : 0.7
      const onFace = Math.sqrt(onBody * 0.7)
      const wanted = planes.hair.map((hair, i) => {
        let radius = (5 + (3 - 5) * hair) * onBody
        radius += (2 * onFace - radius) * planes.skin[i]!
        radius += (0.9 * onFace - radius) * Math.min(1, planes.features[i]! * 1.15)
        return Math.max(0.9, radius)
      })
      expect(apart(finestAt(scene as Scene, brushes), wanted)).toBeLessThan(1e-4)
    }),
    { numRuns: 40 },
  )
})

test('thick paint is lit from the upper left, less so on skin', () => {
  fc.assert(
    fc.property(side, side, seeds, fc.constantFrom(1, 2, 3), (width, height, seed, reach) => {
      const random = sequence(seed)
      const colour = bytes(width * height * 3, random)
      const plane = () => floats(width * height, random)
      const [thickness, skin, features] = [plane(), plane(), plane()]
      const subject = new Float32Array(width * height)
      const painting = { width, height, colour: colour.slice(), thickness }
      lightPaint(painting, { unit: reach, faceHeight: 0, subject, skin, features } as Scene, {
        relief: 1.7,
        onSkin: 0.3,
        gloss: 0.5,
        ridges: 0,
      })
      const wanted = eachPixel(colour, (value, pixel) => {
        const [x, y] = [pixel % width, Math.floor(pixel / width)]
        const left = thickness[pixel - (x >= reach ? reach : 0)]!
        const above = thickness[pixel - (y >= reach ? reach * width : 0)]!
        const calm = Math.max(skin[pixel]! * 0.7, features[pixel]! * 0.7)
        const lit = (2 * thickness[pixel]! - left - above) * 1.7 * (1 - calm)
        const shine = 0.15 + (0.85 * lumaAt(colour, pixel)) / 255
        return value * (1 + 0.3 * Math.min(1, Math.max(-1, lit))) + Math.max(0, lit - 0.25) * 0.5 * 70 * shine
      })
      expect(apart(painting.colour, wanted)).toBeLessThanOrEqual(1)
    }),
  )
})

test('brightness is that of each pixel', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const colour = bytes(width * height * 3, sequence(seed))
      const wanted = Float32Array.from({ length: width * height }, (_, pixel) => lumaAt(colour, pixel) / 255)
      expect(apart(lumaPlane(colour), wanted)).toBeLessThan(1e-5)
    }),
  )
})

test('three channels are blurred as three planes', () => {
  fc.assert(
    fc.property(side, side, seeds, fc.constantFrom(0.8, 2, 5), (width, height, seed, sigma) => {
      const colour = bytes(width * height * 3, sequence(seed))
      const planes = [0, 1, 2].map((channel) => {
        const plane = Float32Array.from({ length: width * height }, (_, i) => colour[i * 3 + channel]!)
        return blur(plane, width, height, sigma)
      })
      const wanted = eachPixel(colour, (_, pixel, channel) => planes[channel]![pixel]!)
      expect(apart(blurColours(colour, width, height, sigma), wanted)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 40 },
  )
})

test('paper is lit pixel by pixel', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const random = sequence(seed)
      const colour = bytes(width * height * 3, random)
      const amount = random()
      const canvas = { width, height, colour: colour.slice() }
      const step = { do: 'paper', kind: 'rough', amount, face: 0.3 } as const
      const [skin, features] = [floats(width * height, random), floats(width * height, random)]
      paintStep(canvas, { width, height, unit: 1, seed, skin, features, faceHeight: 0 } as unknown as Scene, step)
      const hill = 0.45 / 2.6
      const heights = Float32Array.from({ length: (width + 1) * (height + 1) }, (_, i) =>
        cloudNoise(seed + 12)((i % (width + 1)) * hill, (Math.floor(i / (width + 1)) - 1) * hill),
      )
      const seenAt = (pixel: number): number => amount * (1 - 0.7 * Math.max(skin[pixel]!, features[pixel]!))
      expect(apart(canvas.colour, surfacePlainly(colour, heights, width, seenAt))).toBeLessThanOrEqual(1)
    }),
  )
})

test('threads are woven into noise, and nothing else', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const random = sequence(seed)
      const [plane, warp, weft] = [width * height, width, height].map((length) => floats(length, random))
      const plain = plane!.map(
        (noise, i) => 0.5 + 0.3 * warp![i % width]! * weft![Math.floor(i / width)]! + (noise - 0.5) * 0.35,
      )
      kernels.weave(changed(plane!), width, height, warp!, weft!)
      expect(apart(plane!, plain)).toBeLessThan(1e-6)
    }),
  )
})

test('pigment covers the hills of the paper first, and glazes pass light', () => {
  fc.assert(
    fc.property(side, side, seeds, fc.boolean(), (width, height, seed, opaque) => {
      const random = sequence(seed)
      const colour = bytes(width * height * 3, random)
      const density = floats(width * height, random).map((value) => Math.max(0, 3 * value - 0.6))
      const tooth = toothOf({ seed, unit: 1 }, 1.6)
      const [pen, grain]: [Rgb, number] = [[40, 90, 200], random()]
      const drawn = { width, height, colour: colour.slice() }
      hold({ picture: changed(drawn.colour), density }, (held) => {
        const layer = { width, height, density: held.density }
        layDown(held.picture, layer, tooth, { colour: pen, opaque, grain })
      })
      const wanted = eachPixel(colour, (value, pixel, channel) => {
        const place = (Math.floor(pixel / width) % TILE) * TILE + ((pixel % width) % TILE)
        const ink = coverage(density[pixel]!, tooth[place]!, grain)
        return value + ((opaque ? pen[channel]! : (pen[channel]! * value) / 255) - value) * ink
      })
      expect(apart(drawn.colour, wanted)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 25 },
  )
})

test('washes add up as they do one by one', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const random = sequence(seed)
      const plane = () => floats(width * height, random)
      const sheet = { deep: plane(), own: plane(), soft: plane(), calm: plane() }
      // Nothing in the upper part: only the rows of a wash are blurred.
      sheet.deep.fill(0, 0, Math.floor(height / 3) * width)
      const washes = [0.1, 0.4, 0.8, 1.9].map((from) => ({ from, deep: 0.3 + from }))
      const found = layWashes({ width, height }, sheet, washes, 1.3, 1.9)
      expect(apart(found, washPlainly({ width, height }, sheet, washes, 1.3, 1.9))).toBeLessThan(0.002)
    }),
    { numRuns: 40 },
  )
})

test('the flow is across the gradient', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const plane = floats(width * height, sequence(seed))
      expect(apart(halve(plane, width, height), halvePlainly(plane, width, height))).toBeLessThan(1e-6)
      const [found, wanted] = [flowOfHalf(plane, width, height, 1.5), flowOf(plane, width, height, 1.5)]
      expect(apart(found.clarity, wanted.clarity)).toBeLessThan(0.001)
      for (let i = 0; i < plane.length; i++) {
        // Where there is hardly a direction, rounding decides; a direction and its opposite are the same.
        if (wanted.clarity[i]! < 0.05) continue
        expect(Math.abs(found.x[i]! * wanted.x[i]! + found.y[i]! * wanted.y[i]!)).toBeGreaterThan(0.999)
      }
    }),
    { numRuns: 40 },
  )
})
