/** Blurs, and where pixels of one grid lie on another: against the plainest code that says the same. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blur } from '../../src/imaging/raster/blur.js'
import { tapsFor } from '../../src/imaging/raster/taps.js'
import { boxMean } from '../oracles/box-mean.js'
import { apart } from '../support/random-planes.js'

describe('a blur in boxes', () => {
  /** Wide enough for boxes, and not for cells: three boxes of this radius. */
  const [SIGMA, RADIUS] = [2.5, 2]

  it('is three means over windows, also at the border and for windows larger than the picture', () => {
    const side = fc.integer({ min: 1, max: 12 })
    const range = { min: -300, max: 300, noNaN: true }
    const picture = fc.tuple(side, side).chain(([width, height]) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        plane: fc.float32Array({ minLength: width * height, maxLength: width * height, ...range }),
      }),
    )
    fc.assert(
      fc.property(picture, ({ plane, width, height }) => {
        const wanted = plane.slice()
        for (let box = 0; box < 3; box++) boxMean(wanted, width, height, RADIUS)
        expect(apart(blur(plane, width, height, SIGMA), wanted)).toBeLessThan(1e-3)
      }),
    )
  })

  it('is a copy where it is too narrow to change anything', () => {
    const plane = Float32Array.of(1, 2, 3, 4)
    const copy = blur(plane, 2, 2, 0.1)
    expect(copy).toEqual(plane)
    expect(copy).not.toBe(plane)
  })

  it('does not drift along a large picture: the far end is as exact as the near one', () => {
    const [side, part] = [1024, 32]
    const plane = Float32Array.from({ length: side * side }, (_, i) => ((i * 7919) % 1000) / 1000)
    const found = blur(plane, side, side, SIGMA)
    const corner = Float32Array.from({ length: part * part }, (_, i) => {
      const [x, y] = [i % part, Math.floor(i / part)]
      return plane[(side - part + y) * side + side - part + x]!
    })
    for (let box = 0; box < 3; box++) boxMean(corner, part, part, RADIUS)
    expect(found.at(-1)).toBeCloseTo(corner.at(-1)!, 5)
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
