/** The kernels of single steps of styles against plain loops that do the same: test/oracles. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changed, filled, hold, kernels, floats as roomForFloats } from '../../src/imaging/kernels/room.js'
import { blur, cellOf } from '../../src/imaging/raster/blur.js'
import type { Layer } from '../../src/imaging/style/media/drawing/hatching.js'
import { type Guide, hatchTones } from '../../src/imaging/style/media/drawing/hatching.js'
import { sequence, valueNoise } from '../../src/imaging/style/pixels/noise.js'
import type { Scene } from '../../src/imaging/style/scene.js'
import { paintStep } from '../../src/imaging/style/steps.js'
import { eachPixel, lumaAt } from '../oracles/blend.js'
import { blurOnCells } from '../oracles/cells.js'
import { glow as glowPlainly } from '../oracles/glow.js'
import { gradeColours as gradePlainly } from '../oracles/grade.js'
import { printFour as printFourPlainly, printOne as printOnePlainly } from '../oracles/halftone.js'
import { hatchRows as hatchPlainly, latticeIndex } from '../oracles/hatching.js'
import { emptyLayer, type Layer as PlainLayer } from '../oracles/pencil.js'
import { bringTones as bringPlainly } from '../oracles/tone.js'
import { apart, bytes, floats } from '../support/random-planes.js'

const side = fc.integer({ min: 1, max: 60 })
const seeds = fc.integer({ min: 0, max: 1e6 })
const sigmas = fc.constantFrom(3, 5, 9, 14)

test('wide blurs equal those on plain cells', () => {
  fc.assert(
    fc.property(side, side, seeds, sigmas, (width, height, seed, sigma) => {
      const plane = floats(width * height, sequence(seed))
      const ours = blur(plane, width, height, sigma)
      expect(apart(ours, blurOnCells(plane, { width, height }, sigma, 'mean', cellOf(sigma)))).toBeLessThan(1e-4)
    }),
    { numRuns: 40 },
  )
})

test('a wide blur is about as wide on cells as it was to be', () => {
  const [width, height] = [301, 3]
  const plane = new Float32Array(width * height)
  for (let y = 0; y < height; y++) plane[y * width + 150] = 1
  for (const sigma of [6, 10, 17, 30]) {
    const row = blur(plane, width, height, sigma).subarray(width, 2 * width)
    const sum = row.reduce((total, value) => total + value, 0)
    const variance = row.reduce((total, value, x) => total + value * (x - 150) ** 2, 0) / sum
    expect(sum).toBeCloseTo(1, 1)
    expect(Math.abs(Math.sqrt(variance) / sigma - 1)).toBeLessThan(0.12)
  }
})

test('grading equals that of single channels', () => {
  fc.assert(
    fc.property(side, side, seeds, fc.boolean(), (width, height, seed, tinted) => {
      const random = sequence(seed)
      const [exposure, warmth, saturation, tint] = [random() - 0.5, random() - 0.5, 2 * random(), tinted ? random() : 0]
      const mixer = [random(), random(), random()] as [number, number, number]
      const colour = bytes(width * height * 3, random)
      const canvas = { width, height, colour: colour.slice() }
      const colours = { shadows: '#204060', highlights: '#ffe0c0' }
      paintStep(canvas, { skin: new Float32Array(0), photo: new Uint8Array(0) } as Scene, {
        do: 'grade',
        exposure,
        warmth,
        saturation,
        tint,
        mixer,
        ...colours,
      })
      const curve = Float32Array.from({ length: 256 }, (_, value) => Math.min(255, value * 2 ** exposure))
      gradePlainly(colour, curve, {
        mixer,
        gains: [1 + warmth * 0.16, 1, 1 - warmth * 0.18],
        lifts: [0x20, 0x40, 0x60].map((value) => (value / 255) * 0.45),
        drops: [0xff, 0xe0, 0xc0].map((value) => 1 - value / 255),
        saturation,
        tint,
      })
      expect(apart(canvas.colour, colour)).toBeLessThanOrEqual(1)
    }),
  )
})

describe('on cells', () => {
  test('glowing highlights equal those of plain planes', () => {
    fc.assert(
      fc.property(side, side, seeds, sigmas, (width, height, seed, sigma) => {
        const colour = bytes(width * height * 3, sequence(seed))
        const canvas = { width, height, colour: colour.slice() }
        paintStep(canvas, { unit: 1 } as Scene, { do: 'glow', radius: sigma, amount: 0.7, threshold: 0.4 })
        glowPlainly({ width, height, colour }, sigma, 0.7, 0.4)
        expect(apart(canvas.colour, colour)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 40 },
    )
  })

  test('tones led back equal those of plain planes', () => {
    fc.assert(
      fc.property(side, side, seeds, sigmas, (width, height, seed, sigma) => {
        const random = sequence(seed)
        const area = width * height
        const [skin, hair, luma] = [0, 1, 2].map(() => floats(area, random)) as Planes
        const colour = bytes(area * 3, random)
        const canvas = { width, height, colour: colour.slice() }
        const scene = { skin, hair, luma, faceHeight: 16 * sigma } as unknown as Scene
        const tones = { skin: 0.9, hair: 0.4, range: [0.1, 0.9] as [number, number] }
        paintStep(canvas, scene, { do: 'tone', ...tones, scale: 1 / 16 })
        const weights = skin.map((value, i) => Math.max(value * 0.9, hair[i]! * 0.4))
        bringPlainly({ width, height, colour }, luma, weights, sigma, [0.1, 0.9])
        expect(apart(canvas.colour, colour)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 40 },
    )
  })
})

type Planes = [Float32Array, Float32Array, Float32Array]

type Guiding = Record<Exclude<keyof Guide, 'soft'>, Float32Array>

/** Draws with all that strokes need in the kernels' memory. */
function onLayer(plain: PlainLayer, planes: Guiding, draw: (layer: Layer, guide: Guide) => void): void {
  const room = roomForFloats(plain.density.length)
  hold({ density: changed(plain.density), soft: room, ...planes }, ({ density, ...guide }) =>
    draw({ width: plain.width, height: plain.height, density }, guide),
  )
}

test('hatching sets the strokes that are walked one by one', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const random = sequence(seed)
      const area = width * height
      const half = ((width + 1) >> 1) * ((height + 1) >> 1)
      const wanted = floats(area, random)
      const bends = { bends: floats(half * 4, random).map((value) => value - 0.5), strands: floats(half, random) }
      const hatch = {
        angle: random() * 3,
        spacing: 1.5 + 3 * random(),
        length: 6 + 20 * random(),
        nib: { width: 0.8 + 3 * random(), taper: 4, swell: random() },
        from: 0.3,
        upTo: 0.9,
        pressure: [0.4, 1.2] as const,
        looseness: random(),
        seed,
        rubbed: 0,
      }
      const [ours, plain] = [emptyLayer({ width, height }), emptyLayer({ width, height })]
      onLayer(ours, { wanted, ...bends, skin: wanted }, (layer, guide) =>
        hatchTones(layer, guide, [hatch], { share: 0, onSkin: 0 }),
      )
      hatchPlainly(plain, wanted, bends, hatch)
      expect(apart(ours.density, plain.density)).toBeLessThan(0.01)
    }),
    { numRuns: 40 },
  )
})

test('dots are printed as they are one by one', async () => {
  await fc.assert(
    fc.asyncProperty(side, side, seeds, async (width, height, seed) => {
      const colour = bytes(width * height * 3, sequence(seed))
      const none = new Float32Array(width * height)
      const scene = {
        width,
        height,
        unit: 1,
        pixel: 1,
        faces: [] as Scene['faces'],
        faceHeight: 0,
        features: none,
        subject: none,
        skin: none,
      } as Scene
      const [one, four] = [colour.slice(), colour.slice()]
      const inks = { colour: '#203040', paper: '#f0e8d8', angle: 30, pitch: 6 }
      paintStep({ width, height, colour: one }, scene, { do: 'halftone', inks: 'one', ...inks })
      paintStep({ width, height, colour: four }, scene, { do: 'halftone', inks: 'four', pitch: 6 })
      const wanted = printOnePlainly({ width, height, colour }, 6, 30, [32, 48, 64], [240, 232, 216])
      expect(apart(one, wanted)).toBeLessThanOrEqual(2)
      expect(apart(four, printFourPlainly({ width, height, colour }, 6))).toBeLessThanOrEqual(2)
    }),
    { numRuns: 25 },
  )
})

test('grain is strongest in the midtones', async () => {
  await fc.assert(
    fc.asyncProperty(side, side, seeds, async (width, height, seed) => {
      const colour = bytes(width * height * 3, sequence(seed))
      const canvas = { width, height, colour: colour.slice() }
      paintStep(canvas, { unit: 1, seed } as Scene, { do: 'grain', amount: 0.4, size: 2 })
      const wanted = eachPixel(colour, (value, pixel) => {
        const luma = lumaAt(colour, pixel) / 255
        const noise = valueNoise(seed)((pixel % width) / 2, Math.floor(pixel / width) / 2)
        return value + (noise - 0.5) * 1.4 * 110 * 0.4 * (0.35 + 2.6 * luma * (1 - luma))
      })
      expect(apart(canvas.colour, wanted)).toBeLessThanOrEqual(1)
    }),
    { numRuns: 25 },
  )
})

test('features and short hair are worked out, and lights in hair lifted, pixel by pixel', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), seeds, (area, seed) => {
      const random = sequence(seed)
      const [density, soft, wanted] = [floats(area, random), floats(area, random), floats(area, random)]
      const [fine, hair] = [floats(area, random), floats(area, random)]
      const plain = density.map((there, i) => {
        const [lack, length] = [wanted[i]! - soft[i]!, hair[i]! / 0.4]
        const strands = lack > 0 && length > 1 ? 2 - length : Math.min(1, length)
        const share = Math.min(1, Math.max(fine[i]! * 1.3, strands)) * 0.8
        return there + share * lack * (lack > 0 ? 1 : there / soft[i]!)
      })
      kernels.workOut(changed(density), soft, wanted, fine, hair, area, 0.4, 0.8)
      expect(apart(density, plain)).toBeLessThan(1e-4)
    }),
  )
})

test('amounts of pencils are looked up pixel by pixel, on skin in a table of their own, and the largest is found', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), seeds, (area, seed) => {
      const random = sequence(seed)
      const colours = bytes(area * 3, random)
      const [onSkin, beside] = [floats(32 ** 3, random), floats(32 ** 3, random)]
      const [bare, drawn] = [floats(area, random), floats(area, random)]
      const amountAt = (own: Float32Array | null, i: number): number => {
        const place = latticeIndex(colours[3 * i]!, colours[3 * i + 1]!, colours[3 * i + 2]!)
        return ((own?.[place] ?? 0) * bare[i]! + beside[place]! * (1 - bare[i]!)) * drawn[i]!
      }
      for (const own of [onSkin, null]) {
        const [found, wanted] = [floats(area, random), drawn.map((_, i) => amountAt(own, i))]
        kernels.mixAmounts(colours, own, beside, bare, drawn, area, filled(found))
        expect(apart(found, wanted)).toBeLessThan(1e-6)
        expect(kernels.largestIn(found, area)).toBeCloseTo(Math.max(...wanted), 6)
      }
    }),
  )
})

test('the side of the lead lays an even tone, and more of it on skin', () => {
  fc.assert(
    fc.property(side, side, seeds, (width, height, seed) => {
      const random = sequence(seed)
      const [wanted, skin] = [floats(width * height, random), floats(width * height, random)]
      const half = ((width + 1) >> 1) * ((height + 1) >> 1)
      const bends = { bends: new Float32Array(half * 4), strands: new Float32Array(half) }
      const ours = emptyLayer({ width, height })
      const nib = { width: 1, taper: 4, swell: 0 }
      const strokes = {
        angle: 0,
        spacing: 2,
        length: 9,
        nib,
        pressure: [0.1, 1] as const,
        looseness: 0,
        seed,
        rubbed: 0,
      }
      const beyondAnyTone = { ...strokes, from: 2, upTo: 3 }
      onLayer(ours, { wanted, ...bends, skin }, (layer, guide) =>
        hatchTones(layer, guide, [beyondAnyTone], { share: 0.3, onSkin: 0.5 }),
      )
      const plain = wanted.map((tone, i) => tone * (0.3 + 0.5 * skin[i]!))
      expect(apart(ours.density, plain)).toBeLessThan(1e-5)
    }),
  )
})
