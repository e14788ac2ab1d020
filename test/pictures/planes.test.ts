/** Means over windows, and where pixels of one grid lie on another: against the plainest code that says the same. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tapsFor } from '../../src/imaging/raster/taps.js'
import { boxMean } from '../support/box-mean.js'

/** The mean over a window that ends at the border, written down as it is meant. */
function plainMean(plane: Float32Array, width: number, height: number, radius: number): number[] {
  return Array.from(plane, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    let sum = 0
    let count = 0
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
        sum += plane[v * width + u]!
        count += 1
      }
    }
    return sum / count
  })
}

/** Leaves the plane as it was. */
function meanOf(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const copy = Float32Array.from(plane)
  boxMean(copy, width, height, radius)
  return copy
}

const side = fc.integer({ min: 1, max: 12 })
const picture = fc.tuple(side, side).chain(([width, height]) =>
  fc.record({
    width: fc.constant(width),
    height: fc.constant(height),
    plane: fc.float32Array({ minLength: width * height, maxLength: width * height, min: -300, max: 300, noNaN: true }),
  }),
)

describe('boxMean', () => {
  it('is the mean over the window, also at the border and for windows larger than the picture', () => {
    fc.assert(
      fc.property(picture, fc.integer({ min: 0, max: 15 }), ({ plane, width, height }, radius) => {
        const found = meanOf(plane, width, height, radius)
        for (const [i, wanted] of plainMean(plane, width, height, radius).entries()) {
          expect(Math.abs(found[i]! - wanted)).toBeLessThan(1e-3)
        }
      }),
    )
  })

  it('a radius of 0 changes nothing, a constant stays constant', () => {
    const plane = Float32Array.from({ length: 35 }, (_, i) => Math.sin(i))
    expect([...meanOf(plane, 7, 5, 0)]).toEqual([...plane])
    expect([...meanOf(new Float32Array(35).fill(0.3), 7, 5, 2)].every((v) => Math.abs(v - 0.3) < 1e-6)).toBe(true)
  })

  it('does not drift along a large picture: the far end is as exact as the near one', () => {
    const [width, height, radius] = [1024, 1024, 8]
    const plane = Float32Array.from({ length: width * height }, (_, i) => ((i * 7919) % 1000) / 1000)
    const found = meanOf(plane, width, height, radius)
    const corner = (x: number, y: number): number => {
      let sum = 0
      for (let v = y - radius; v <= y + radius; v++)
        for (let u = x - radius; u <= x + radius; u++) sum += plane[v * width + u]!
      return sum / (2 * radius + 1) ** 2
    }
    expect(found[1010 * width + 1010]).toBeCloseTo(corner(1010, 1010), 5)
  })
})

describe('tapsFor', () => {
  const length = fc.integer({ min: 1, max: 50 })
  const at = ({ low, part }: ReturnType<typeof tapsFor>, i: number): number => low[i]! + part[i]!

  it('both pixels exist and are neighbours, the part lies between them', () => {
    fc.assert(
      fc.property(length, length, (to, from) => {
        const { low, high, part } = tapsFor(to, from)
        expect([low.length, high.length, part.length]).toEqual([to, to, to])
        for (let i = 0; i < to; i++) {
          expect(low[i]!).toBeGreaterThanOrEqual(0)
          expect(high[i]!).toBeLessThan(from)
          expect([0, 1]).toContain(high[i]! - low[i]!)
          expect(part[i]!).toBeGreaterThanOrEqual(0)
          expect(part[i]!).toBeLessThan(1)
        }
      }),
    )
  })

  it('centres lie on centres: (i + 0.5) of one length is (j + 0.5) of the other, ends repeated', () => {
    fc.assert(
      fc.property(length, length, (to, from) => {
        const taps = tapsFor(to, from)
        for (let i = 0; i < to; i++) {
          const wanted = Math.min(from - 1, Math.max(0, ((i + 0.5) / to) * from - 0.5))
          expect(at(taps, i)).toBeCloseTo(wanted, 4)
        }
      }),
    )
  })

  it('is the same from both ends', () => {
    fc.assert(
      fc.property(length, length, (to, from) => {
        const taps = tapsFor(to, from)
        for (let i = 0; i < to; i++) expect(at(taps, i)).toBeCloseTo(from - 1 - at(taps, to - 1 - i), 4)
      }),
    )
  })

  it('the same length reads each pixel as it is', () => {
    const { low, part } = tapsFor(5, 5)
    expect([...low]).toEqual([0, 1, 2, 3, 4])
    expect([...part]).toEqual([0, 0, 0, 0, 0])
  })

  it('twice the length reads quarters', () => {
    const { low, high, part } = tapsFor(4, 2)
    expect([...low]).toEqual([0, 0, 0, 1])
    expect([...high]).toEqual([1, 1, 1, 1])
    expect([...part]).toEqual([0, 0.25, 0.75, 0])
  })
})
