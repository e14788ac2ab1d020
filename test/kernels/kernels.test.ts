/** Every kernel against plain loops that do the same: test/oracles. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { warpOnto } from '../../src/imaging/id-photo/warp.js'
import { findBelonging } from '../../src/imaging/matte/belonging.js'
import { cleanColours } from '../../src/imaging/matte/foreground.js'
import { softenEdge } from '../../src/imaging/matte/soft-band.js'
import { dropSpecksFillHoles } from '../../src/imaging/matte/whole-pieces.js'
import { distanceTo } from '../../src/imaging/raster/distance.js'
import type { Cutout } from '../../src/imaging/raster/picture.js'
import type { Point } from '../../src/imaging/raster/point.js'
import { findBelonging as belongsPlainly } from '../oracles/belonging.js'
import { distanceTo as distancePlainly } from '../oracles/distance.js'
import { cleanColour as cleanPlainly } from '../oracles/near-edges.js'
import { softenEdge as softenPlainly } from '../oracles/soft-band.js'
import { warpOnto as warpPlainly } from '../oracles/warp.js'
import { dropSpecksFillHoles as wholePlainly } from '../oracles/whole-pieces.js'

describe('pixels near edges', () => {
  // Larger than 600, cells have several pixels; smaller ones are quicker to try.
  const sides = fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 600, max: 700 }))
  const pictures = fc
    .tuple(sides, fc.integer({ min: 1, max: 60 }), fc.boolean(), fc.integer())
    .map(([long, short, upright, seed]) => blobs(upright ? short : long, upright ? long : short, seed))

  test('get the colours of plain arithmetic, up to rounding', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const [ours, plain] = [copyOf(picture), copyOf(picture)]
        cleanColours(ours)
        cleanPlainly(plain)
        expect(largestDifference(ours.colour, plain.colour)).toBeLessThanOrEqual(1)
        expect(ours.alpha).toEqual(picture.alpha)
      }),
      { numRuns: 12 },
    )
  })
})

describe('decisions', () => {
  const sizes = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(160, 200, 320))

  test('about belonging are those of plain sweeps, but for cells that hang in the balance', () => {
    fc.assert(
      fc.property(sizes, fc.integer(), (size, seed) => {
        const evidence = evidenceOf(size, seed)
        const plain = belongsPlainly(evidence)
        const other = findBelonging(evidence).filter((value, i) => value !== plain[i]).length
        expect(other).toBeLessThanOrEqual(size * size * 0.001)
      }),
      { numRuns: 40 },
    )
  })

  test('about specks and holes are those of plain floods', () => {
    fc.assert(
      fc.property(sizes, fc.integer(), (size, seed) => {
        const { logits } = evidenceOf(size, seed)
        const ours = Uint8Array.from(logits, (logit, i) => (logit > 0 !== (i * 7919 + seed) % 97 < 3 ? 1 : 0))
        const plain = ours.slice()
        dropSpecksFillHoles(ours, logits, size)
        wholePlainly(plain, logits, size)
        expect(ours).toEqual(plain)
      }),
      { numRuns: 40 },
    )
  })

  test('about softness are those of plain distances, up to rounding', () => {
    fc.assert(
      fc.property(sizes, fc.integer(), (size, seed) => {
        const { logits } = evidenceOf(size, seed)
        const belongs = Uint8Array.from(logits, (logit) => (logit > 0 ? 1 : 0))
        const [ours, plain] = [softenEdge(belongs, logits, size), softenPlainly(belongs, logits, size)]
        expect(largestDifference(ours.alpha, plain.alpha)).toBeLessThanOrEqual(1)
        expect(ours.band).toEqual(plain.band)
      }),
      { numRuns: 40 },
    )
  })
})

/** A soft round subject in its own colour, and doubt in places. */
function evidenceOf(size: number, seed: number): { logits: Float32Array; rgb: Uint8Array; size: number } {
  const { colour, alpha } = blobs(size, size, seed)
  const grain = noise(size * size, seed + 9)
  const logits = Float32Array.from(
    alpha,
    (value, i) => (value / 255 - 0.5) * 12 * (grain[i]! < 60 ? 0.2 : 1) + grain[i]! / 300,
  )
  return { logits, rgb: colour, size }
}

describe('distances', () => {
  test('equal those of two plain passes', () => {
    const side = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(side, fc.integer(), fc.integer({ min: 0, max: 60 }), (size, seed, density) => {
        const marks = noise(size * size, seed).map((value) => (value < density ? 1 : 0))
        for (const value of [0, 1] as const) {
          const found = distanceTo(value, marks, size)
          for (const [i, wanted] of distancePlainly(value, marks, size).entries())
            if (found[i] !== wanted) expect(found[i]).toBeCloseTo(wanted, 3)
        }
      }),
    )
  })
})

describe('warped pictures', () => {
  test('equal those made pixel by pixel, up to rounding', () => {
    const side = fc.integer({ min: 1, max: 40 })
    const scale = fc.double({ min: 0.3, max: 3, noNaN: true })
    fc.assert(
      fc.property(
        side,
        side,
        scale,
        fc.double({ min: -0.6, max: 0.6, noNaN: true }),
        fc.integer(),
        (width, height, size, roll, seed) => {
          const patch = { ...blobs(width, height, seed), scale: 1, toPatch: (at: Point) => at }
          const middle = { x: width / 2, y: height / 2 }
          const frame = { roll, middle, eyeDistance: 4, chin: 6, skull: -6 }
          const placement = { width: 23, height: 17, scale: size, eyes: { x: 11, y: 8 } }
          const [ours, plain] = [warpOnto, warpPlainly].map((warp) =>
            warp(patch, frame, placement, { r: 10, g: 99, b: 200 }),
          )
          expect(largestDifference(ours!.colour, plain!.colour)).toBeLessThanOrEqual(1)
          expect(largestDifference(ours!.alpha, plain!.alpha)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

const copyOf = ({ width, height, colour, alpha }: Cutout): Cutout => ({
  width,
  height,
  colour: colour.slice(),
  alpha: alpha.slice(),
})

function largestDifference(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length)
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0)
}

/** A round subject with a soft edge in some noise, somewhere in the picture. */
function blobs(width: number, height: number, seed: number): Cutout {
  const [x0 = 0, y0 = 0, size = 0, softness = 0] = noise(4, seed)
  const radius = ((size + 20) / 255) * Math.max(width, height)
  const grain = noise(width * height * 3, seed + 1)
  const colour = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  for (let i = 0; i < alpha.length; i++) {
    const distance = Math.hypot((i % width) - (x0 / 255) * width, Math.floor(i / width) - (y0 / 255) * height)
    const a = Math.min(1, Math.max(0, (radius - distance) / (1 + softness / 8)))
    alpha[i] = a * 255
    for (let c = 0; c < 3; c++) colour[i * 3 + c] = a * (60 + c * 50) + (1 - a) * (200 - c * 60) + grain[i * 3 + c]! / 8
  }
  return { width, height, colour, alpha }
}

/** Bytes that look random and are the same for the same seed. */
function noise(count: number, seed: number): Uint8Array {
  let state = seed | 1
  return Uint8Array.from({ length: count }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ (state << 7)
    return state >>> 24
  })
}
