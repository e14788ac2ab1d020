/** How predictions become one, when a third network is asked, and the enlargement that brings predictions to one size. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askNetworks, type MattingNetworks, networksOf } from '../../src/imaging/matte/ask-networks.js'
import { disagreement, fusePredictions, type Prediction, toProbability } from '../../src/imaging/matte/fuse.js'
import type { MattingNetwork } from '../../src/imaging/matte/matting-network.js'
import { enlargeBilinear } from '../../src/imaging/raster/bilinear.js'
import { squareOf } from '../../src/imaging/raster/picture.js'

const SIZE = 8
const constant = (logit: number, size = SIZE): Prediction => ({
  size,
  logits: new Float32Array(size * size).fill(logit),
})
/** Subject left of the border, background right of it; `border` is a share of the width. */
const leftOf = (border: number, size = SIZE, sure = 5): Prediction => ({
  size,
  logits: Float32Array.from({ length: size * size }, (_, i) => (((i % size) + 0.5) / size < border ? sure : -sure)),
})

/** One value for constant predictions: the fused pixels must all be equal. */
function fused(first: number, ...others: number[]): number {
  const predictions = others.map((logit, i) => constant(logit, i % 2 === 0 ? SIZE / 2 : SIZE))
  const [value, ...rest] = new Set(fusePredictions([constant(first), ...predictions], SIZE))
  expect(rest).toEqual([])
  return value!
}
const logit = fc.double({ min: -40, max: 40, noNaN: true })
const someLogits = fc.array(logit, { minLength: 1, maxLength: 4 })
/** Beyond this a network only claims to be sure. */
const LIMIT = 6

describe('fusePredictions', () => {
  it('where all networks agree, their prediction stands, only clearer', () => {
    for (const value of [-5, -0.5, 0, 0.5, 5]) {
      const agreed = fused(value, value, value)
      expect(Math.sign(agreed)).toBe(Math.sign(value))
      expect(Math.abs(agreed)).toBeGreaterThanOrEqual(Math.abs(value))
    }
  })

  it('what all call subject stays subject, what all call background stays background', () => {
    const certain = fc.double({ min: 0.01, max: 100, noNaN: true })
    fc.assert(
      fc.property(fc.array(certain, { minLength: 1, maxLength: 4 }), ([first, ...others]) => {
        expect(fused(first!, ...others)).toBeGreaterThan(0)
        expect(fused(-first!, ...others.map((value) => -value))).toBeLessThan(0)
      }),
    )
  })

  it('a network that is sure outweighs one that hesitates, whichever it is', () => {
    for (const [sure, hesitant] of [
      [5, -0.5],
      [-5, 0.5],
    ] as const) {
      expect(Math.sign(fused(sure, hesitant))).toBe(Math.sign(sure))
      expect(Math.sign(fused(hesitant, sure))).toBe(Math.sign(sure))
    }
  })

  it('a vote counts only up to a limit: nobody can silence the others by shouting', () => {
    expect(fused(1000, -5, -5)).toBe(fused(LIMIT, -5, -5))
    expect(fused(1000, -5, -5)).toBeLessThan(0)
    expect(fused(-1000, 5, 5)).toBeGreaterThan(0)
    expect(fused(1e30, -1e30)).toBeCloseTo(0, 5)
  })

  it('is the mean of the votes, each within its limits', () => {
    const clipped = (value: number): number => Math.min(LIMIT, Math.max(-LIMIT, value))
    fc.assert(
      fc.property(someLogits, ([first, ...others]) => {
        const all = [first!, ...others]
        const mean = all.reduce((sum, value) => sum + clipped(value), 0) / all.length
        expect(fused(first!, ...others)).toBeCloseTo(fused(mean), 4)
      }),
    )
  })

  it('the order does not matter', () => {
    fc.assert(
      fc.property(logit, logit, logit, (a, b, c) => {
        const wanted = fused(a, b, c)
        for (const [first, ...others] of [
          [a, c, b],
          [b, a, c],
          [c, b, a],
        ] as const) {
          expect(fused(first, ...others)).toBeCloseTo(wanted, 4)
        }
      }),
    )
  })

  it('subject and background are treated alike', () => {
    fc.assert(
      fc.property(someLogits, ([first, ...others]) => {
        expect(fused(-first!, ...others.map((value) => -value))).toBeCloseTo(-fused(first!, ...others), 4)
      }),
    )
  })

  it('more certainty of one never makes the result less certain', () => {
    fc.assert(
      fc.property(logit, logit, fc.double({ min: 0, max: 10, noNaN: true }), (a, b, more) => {
        expect(fused(a + more, b)).toBeGreaterThanOrEqual(fused(a, b))
      }),
    )
  })

  it('has the size of the first prediction, and each half of a coarser one lands on its side', () => {
    const result = fusePredictions([constant(0, 16), leftOf(0.5, 4)], 16)
    expect(result.length).toBe(256)
    for (const y of [0, 8, 15]) {
      expect(result[y * 16]).toBeGreaterThan(1)
      expect(result[y * 16 + 15]).toBeLessThan(-1)
    }
  })

  it('the predictions are left as they were', () => {
    const [one, other] = [leftOf(0.5), leftOf(0.25)]
    fusePredictions([one, other], one.size)
    expect([one, other]).toEqual([leftOf(0.5), leftOf(0.25)])
  })
})

describe('toProbability', () => {
  it('is the logistic function, also far out', () => {
    const values = toProbability(Float32Array.of(0, Math.log(3), -Math.log(3), 200, -200))
    for (const [i, wanted] of [0.5, 0.75, 0.25, 1, 0].entries()) expect(values[i]).toBeCloseTo(wanted, 6)
  })
})

describe('disagreement', () => {
  it('is the share of what either calls subject that the other does not', () => {
    expect(disagreement(leftOf(0.5), leftOf(0.5))).toBe(0)
    expect(disagreement(leftOf(0.5), leftOf(0.25))).toBeCloseTo(0.5)
    expect(disagreement(leftOf(1), leftOf(0.875))).toBeCloseTo(1 / 8)
    expect(disagreement(leftOf(0.5), { ...leftOf(0.5), logits: leftOf(0.5).logits.map((value) => -value) })).toBe(1)
  })

  it('counts sides, not how sure they are', () => {
    expect(disagreement(leftOf(0.5, SIZE, 0.1), leftOf(0.5, SIZE, 9))).toBe(0)
  })

  it('nothing at all is no disagreement; a subject that only one sees is full disagreement', () => {
    expect(disagreement(constant(-5), constant(-5))).toBe(0)
    expect(disagreement(constant(-5), leftOf(0.5))).toBe(1)
    expect(disagreement(leftOf(0.5), constant(-5))).toBe(1)
  })

  it('predictions of different sizes are compared place by place', () => {
    expect(disagreement(leftOf(0.5, 16), leftOf(0.5, 4))).toBe(0)
    expect(disagreement(leftOf(0.5, 4), leftOf(0.5, 16))).toBe(0)
  })

  it('lies between 0 and 1', () => {
    const prediction = fc.float32Array({ minLength: 16, maxLength: 16, min: -5, max: 5, noNaN: true })
    fc.assert(
      fc.property(prediction, prediction, (a, b) => {
        const value = disagreement({ size: 4, logits: a }, { size: 4, logits: b })
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(value).toBeCloseTo(disagreement({ size: 4, logits: b }, { size: 4, logits: a }), 9)
      }),
    )
  })
})

describe('askNetworks', () => {
  /** A network that always says the same, and remembers how large the pictures were that it saw. */
  function network(size: number, prediction: Prediction): MattingNetwork & { seen: number[] } {
    const seen: number[] = []
    return {
      size,
      seen,
      predict: async (rgb) => {
        seen.push(Math.sqrt(rgb.length / 3))
        return prediction
      },
    }
  }
  const SIDE = 32
  const square = new Uint8Array(SIDE * SIDE * 3).fill(100)
  const ask = (networks: MattingNetworks, matteSize = SIZE): Promise<Float32Array> =>
    askNetworks(networks, square, SIDE, matteSize)
  const solid = (logits: Float32Array): boolean[] => Array.from(logits, (value) => value > 0)
  /** The first two differ in one column of eight. */
  const fine = (): MattingNetwork & { seen: number[] } => network(24, leftOf(1))
  const coarse = (): MattingNetwork & { seen: number[] } => network(20, leftOf(0.875))

  it('each network sees the photo at its own size, and is asked once', async () => {
    const [one, other] = [fine(), coarse()]
    await ask({ fine: one, coarse: other })
    expect([one.seen, other.seen]).toEqual([[24], [20]])
  })

  it('the matte has the size that was asked for, whatever the predictions have', async () => {
    const networks = { fine: network(24, leftOf(0.5, 6)), coarse: network(20, leftOf(0.5, 4)) }
    for (const size of [6, 8, 30]) {
      const logits = await ask(networks, size)
      expect(logits.length).toBe(size * size)
      expect(logits[0]).toBeGreaterThan(0)
      expect(logits[size - 1]).toBeLessThan(0)
    }
  })

  it('the arbiter is not asked when the first two differ no more than it was told', async () => {
    const arbiter = network(SIDE, constant(-5))
    await ask({ fine: fine(), coarse: coarse(), arbiter: { network: arbiter, above: 0.13 } })
    await ask({ fine: fine(), coarse: fine(), arbiter: { network: arbiter, above: 0 } })
    expect(arbiter.seen).toEqual([])
  })

  it('the arbiter is asked once, at its own size, when they differ more', async () => {
    for (const above of [0, 0.12]) {
      const arbiter = network(SIDE, leftOf(1))
      await ask({ fine: fine(), coarse: coarse(), arbiter: { network: arbiter, above } })
      expect(arbiter.seen).toEqual([SIDE])
    }
  })

  it('the arbiter decides: the disputed part goes where it says, the rest stays', async () => {
    const disputed = { fine: network(24, leftOf(0.5)), coarse: network(20, leftOf(0.25)) }
    for (const border of [0.25, 0.5]) {
      const arbiter = { network: network(SIDE, leftOf(border)), above: 0.1 }
      expect(solid(await ask({ ...disputed, arbiter }))).toEqual(solid(leftOf(border).logits))
    }
  })

  it('two against one: the arbiter cannot turn what the first two agree on', async () => {
    const disputed = { fine: network(24, leftOf(0.5)), coarse: network(20, leftOf(0.25)) }
    const logits = await ask({ ...disputed, arbiter: { network: network(SIDE, constant(50)), above: 0.1 } })
    for (let x = 4; x < SIZE; x++) expect(logits[x]).toBeLessThan(0)
  })

  it('without an arbiter the more certain of the two decides', async () => {
    const networks = { fine: network(24, leftOf(0.5, SIZE, 5)), coarse: network(20, leftOf(0.25, SIZE, 1)) }
    expect(solid(await ask(networks))).toEqual(solid(leftOf(0.5).logits))
  })

  it('networksOf lists all of them, the arbiter last', () => {
    const [one, other, third] = [fine(), coarse(), network(SIDE, leftOf(1))]
    expect(networksOf({ fine: one, coarse: other })).toEqual([one, other])
    expect(networksOf({ fine: one, coarse: other, arbiter: { network: third, above: 1 } })).toEqual([one, other, third])
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
      const out = enlargeBilinear(new Float32Array(from * from).fill(0.37), squareOf(from), squareOf(to))
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
    const out = enlargeBilinear(plane, squareOf(from), squareOf(to))
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
          const out = enlargeBilinear(plane, squareOf(3), squareOf(to))
          expect(Math.min(...out)).toBeGreaterThanOrEqual(Math.min(...plane) - 1e-5)
          expect(Math.max(...out)).toBeLessThanOrEqual(Math.max(...plane) + 1e-5)
        },
      ),
    )
  })
})
