/** How two opinions become one matte, and the enlargement that brings them to one size. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { enlargeBilinear } from '../../src/imaging/matte/bilinear.js'
import { FINE_WEIGHT, fuseOpinions, type Opinion } from '../../src/imaging/matte/fuse.js'

const SIZE = 8
const constant = (probability: number, size = SIZE): Opinion => ({
  size,
  probability: new Float32Array(size * size).fill(probability),
})
/** One value for constant opinions: the fused pixels must all be equal. */
function fused(fine: number, coarse: number, fineWeight?: number): number {
  const [first, ...rest] = new Set(fuseOpinions(constant(fine), constant(coarse, SIZE / 2), fineWeight))
  expect(rest).toEqual([])
  return first!
}
const probability = fc.double({ min: 0, max: 1, noNaN: true })

describe('fuseOpinions', () => {
  it('where both networks agree, their opinion stands', () => {
    for (const p of [0.01, 0.2, 0.5, 0.8, 0.99]) expect(fused(p, p)).toBeCloseTo(p, 5)
  })

  it('a network that is sure outweighs one that hesitates, whichever it is', () => {
    expect(fused(0.999, 0.4)).toBeGreaterThan(0.9)
    expect(fused(0.4, 0.999)).toBeGreaterThan(0.8)
    expect(fused(0.001, 0.6)).toBeLessThan(0.1)
    expect(fused(0.6, 0.001)).toBeLessThan(0.2)
  })

  it('where both are equally sure of the opposite, the fine network decides', () => {
    expect(FINE_WEIGHT).toBeGreaterThan(0.5)
    expect(fused(0.99, 0.01)).toBeGreaterThan(0.5)
    expect(fused(0.01, 0.99)).toBeLessThan(0.5)
  })

  it('subject and background are treated alike: the inverse of the opinions gives the inverse of the matte', () => {
    fc.assert(
      fc.property(probability, probability, (fine, coarse) => {
        expect(fused(1 - fine, 1 - coarse)).toBeCloseTo(1 - fused(fine, coarse), 4)
      }),
    )
  })

  it('with equal weights it does not matter which network said what', () => {
    fc.assert(
      fc.property(probability, probability, (a, b) => {
        expect(fused(a, b, 0.5)).toBeCloseTo(fused(b, a, 0.5), 5)
      }),
    )
  })

  it('stays between 0 and 1 and between the two opinions, claims of full certainty included', () => {
    // A claim is cut at 1e-4, so it may come out less certain by as much as that (and float32's rounding).
    const claim = fc.oneof(probability, fc.constantFrom(0, 1, 1e-30, -0.01, 1.01))
    fc.assert(
      fc.property(claim, claim, (fine, coarse) => {
        const value = fused(fine, coarse)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(value).toBeGreaterThanOrEqual(Math.min(1, fine, coarse) - 2e-4)
        expect(value).toBeLessThanOrEqual(Math.max(0, fine, coarse) + 2e-4)
      }),
    )
  })

  it('a claim of full certainty can be outvoted', () => {
    // Unbounded, the logit of 0 would be minus infinity and decide alone.
    expect(fused(0.9999, 0)).toBeGreaterThan(0.5)
    expect(fused(1, 0)).toBeLessThan(1)
  })

  it('has the size of the fine opinion, and each half of the coarse one lands on its side', () => {
    const coarse = constant(0.01, 4)
    for (let y = 0; y < 4; y++) coarse.probability.fill(0.99, y * 4 + 2, y * 4 + 4)
    const result = fuseOpinions(constant(0.5, 16), coarse)
    expect(result.length).toBe(256)
    for (const y of [0, 8, 15]) {
      expect(result[y * 16]).toBeLessThan(0.3)
      expect(result[y * 16 + 15]).toBeGreaterThan(0.7)
    }
  })
})

describe('enlargeBilinear', () => {
  it('a constant plane stays constant', () => {
    for (const [from, to] of [
      [1, 5],
      [3, 10],
      [7, 7],
      [320, 1024],
    ] as const) {
      const out = enlargeBilinear(new Float32Array(from * from).fill(0.37), from, to)
      expect(out.length).toBe(to * to)
      expect(out.every((value) => Math.abs(value - 0.37) < 1e-6)).toBe(true)
    }
  })

  it('a linear ramp is reproduced inside, along both axes', () => {
    const [from, to] = [8, 24]
    const ramp = (u: number, v: number): number => 3 * u - 2 * v + 1
    // The centre of pixel i lies at (i + 0.5) / size of the picture's side.
    const plane = Float32Array.from({ length: from * from }, (_, i) =>
      ramp(((i % from) + 0.5) / from, (Math.floor(i / from) + 0.5) / from),
    )
    const out = enlargeBilinear(plane, from, to)
    // Half a source pixel at each edge has no neighbour outside and repeats the edge.
    for (let y = 2; y < to - 2; y++) {
      for (let x = 2; x < to - 2; x++) {
        expect(out[y * to + x]).toBeCloseTo(ramp((x + 0.5) / to, (y + 0.5) / to), 5)
      }
    }
    expect(out[0]).toBeCloseTo(plane[0]!, 6)
    expect(out[to * to - 1]).toBeCloseTo(plane[from * from - 1]!, 6)
  })

  it('never leaves the range of its input', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ minLength: 9, maxLength: 9, min: -5, max: 5, noNaN: true }),
        fc.integer({ min: 3, max: 20 }),
        (plane, to) => {
          const out = enlargeBilinear(plane, 3, to)
          expect(Math.min(...out)).toBeGreaterThanOrEqual(Math.min(...plane) - 1e-5)
          expect(Math.max(...out)).toBeLessThanOrEqual(Math.max(...plane) + 1e-5)
        },
      ),
    )
  })
})
