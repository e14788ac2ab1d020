/** How often and from how near the network looks, how its opinions become one, and the planes they are kept in. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsAbove, partOf, toProbability, towardsMiddle } from '../../src/imaging/matte/logit-plane.js'
import { lookAt } from '../../src/imaging/matte/look.js'
import { type LookPlan, type Seen, takeLooks } from '../../src/imaging/matte/looks.js'
import type { MattingNetwork, Prediction } from '../../src/imaging/matte/matting-network.js'
import { enlargeBilinear } from '../../src/imaging/raster/bilinear.js'
import { type Photo, squareOf } from '../../src/imaging/raster/picture.js'
import { wholeView } from '../../src/imaging/raster/view.js'

const SIZE = 32
/** Beyond this a look only claims to be sure. */
const LIMIT = 6

const predictionOf = (size: number, logit: (u: number, v: number) => number): Prediction => ({
  size,
  logits: Float32Array.from({ length: size * size }, (_, i) =>
    logit(((i % size) + 0.5) / size, (Math.floor(i / size) + 0.5) / size),
  ),
})

/** A network whose opinion about a pixel is the pixel's brightness: 0 is -10, 255 is +10. It remembers what it saw. */
function brightnessNetwork(outSize = SIZE): MattingNetwork & { seen: Uint8Array[] } {
  const seen: Uint8Array[] = []
  return {
    size: SIZE,
    seen,
    predict: async (rgb) => {
      seen.push(rgb)
      const step = SIZE / outSize
      const at = (i: number): number => (Math.floor(i / outSize) * SIZE + (i % outSize)) * step
      return {
        size: outSize,
        logits: Float32Array.from({ length: outSize * outSize }, (_, i) => (rgb[at(i) * 3]! / 255) * 20 - 10),
      }
    },
  }
}

/** White in a rectangle, given as shares of both sides, black elsewhere. */
function photoOf(width: number, height: number, box: readonly [number, number, number, number]): Photo {
  const [left, top, right, bottom] = box
  const colour = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    const [u, v] = [((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height]
    if (u > left && u < right && v > top && v < bottom) colour.fill(255, i * 3, i * 3 + 3)
  }
  return { width, height, colour, alpha: undefined }
}

describe('lookAt', () => {
  const photo = photoOf(64, 64, [0, 0, 0.5, 1])

  it('one look shows the network the photo at its own size, once', async () => {
    const network = brightnessNetwork()
    const { square } = await lookAt(network, photo, false)
    expect(network.seen).toEqual([square])
    expect(square.length).toBe(SIZE * SIZE * 3)
  })

  it('certainty counts only up to a limit', async () => {
    const { opinion } = await lookAt(brightnessNetwork(), photo, false)
    expect(opinion.logits[0]).toBe(LIMIT)
    expect(opinion.logits[SIZE - 1]).toBe(-LIMIT)
  })

  it('a mirrored look shows the mirror image as well, and turns the answer back', async () => {
    const network = brightnessNetwork(SIZE / 2)
    const { square, opinion } = await lookAt(network, photo, true)
    expect(network.seen.length).toBe(2)
    const [upright, mirror] = network.seen
    expect(upright).toEqual(square)
    for (const x of [0, 5, SIZE - 1]) {
      for (let c = 0; c < 3; c++) expect(mirror![x * 3 + c]).toBe(square[(SIZE - 1 - x) * 3 + c])
    }
    expect(opinion.size).toBe(SIZE / 2)
    expect(opinion.logits[0]).toBe(LIMIT)
    expect(opinion.logits[SIZE / 2 - 1]).toBe(-LIMIT)
  })

  it('the mean of both opinions counts where they are on one side', async () => {
    let calls = 0
    const moody: MattingNetwork = {
      size: SIZE,
      predict: async () => predictionOf(4, () => (calls++ % 2 === 0 && calls <= 16 ? 1000 : 2)),
    }
    const first = await moody.predict(new Uint8Array())
    calls = 0
    const { opinion } = await lookAt(moody, photo, true)
    const clamped = Math.min(LIMIT, first.logits[0]!)
    expect(opinion.logits[0]).toBeCloseTo((clamped + 2) / 2, 5)
  })
})

describe('takeLooks', () => {
  const GRID = 64
  const small = photoOf(320, 320, [0.4, 0.4, 0.6, 0.6])
  const look = async (photo: Photo, plan: Partial<LookPlan>) => {
    const network = brightnessNetwork()
    const seen = await takeLooks(
      network,
      wholeView(photo),
      { mirrored: false, closeBelow: 0, edges: { largest: 1, rounds: 0 }, ...plan },
      GRID,
    )
    return { ...seen, looks: network.seen.length }
  }
  const solidShare = ({ logits }: Seen): number => logits.filter((logit) => logit > 0).length / logits.length

  it('without a second look the view is the whole photo', async () => {
    const seen = await look(small, {})
    expect(seen.looks).toBe(1)
    expect(seen.view.photo).toBe(small)
    expect(seen.logits.length).toBe(GRID * GRID)
    expect(solidShare(seen)).toBeCloseTo(0.04, 1)
  })

  it('a subject smaller than the plan says is looked at from near, and the view is its close-up', async () => {
    const seen = await look(small, { closeBelow: 0.5 })
    expect(seen.looks).toBe(2)
    const { left, top, width, height } = seen.view.at
    expect(left).toBeLessThan(128)
    expect(top).toBeLessThan(128)
    expect(left + width).toBeGreaterThan(192)
    expect(top + height).toBeGreaterThan(192)
    expect(width).toBeLessThan(160)
    expect([seen.view.photo.width, seen.view.photo.height]).toEqual([width, height])
    expect(solidShare(seen)).toBeCloseTo((64 * 64) / (width * height), 1)
  })

  it('a subject that is as large as the plan says is not', async () => {
    const large = photoOf(320, 320, [0.1, 0.1, 0.9, 0.9])
    expect((await look(large, { closeBelow: 0.7 })).looks).toBe(1)
  })

  it('every look is mirrored if the plan says so', async () => {
    expect((await look(small, { mirrored: true })).looks).toBe(2)
    expect((await look(small, { mirrored: true, closeBelow: 0.5 })).looks).toBe(4)
  })

  it('where nothing is seen, nothing is looked at again', async () => {
    const seen = await look(photoOf(64, 64, [0, 0, 0, 0]), { closeBelow: 0.7 })
    expect(seen.looks).toBe(1)
    expect(solidShare(seen)).toBe(0)
  })

  it('both looks count in the middle, only the first at the border of the close-up', async () => {
    let looks = 0
    const changing: MattingNetwork = {
      size: SIZE,
      predict: async () => {
        looks += 1
        return looks === 1
          ? predictionOf(SIZE, (u, v) => (Math.abs(u - 0.5) < 0.1 && Math.abs(v - 0.5) < 0.1 ? 4 : -4))
          : predictionOf(SIZE, () => 2)
      },
    }
    const { logits } = await takeLooks(
      changing,
      wholeView(small),
      { mirrored: false, closeBelow: 0.5, edges: { largest: 1, rounds: 0 } },
      GRID,
    )
    expect(logits[(GRID / 2) * GRID + GRID / 2]).toBeCloseTo(3, 3)
    expect(logits[0]).toBeLessThan(-3.8)
    expect(logits[GRID * GRID - 1]).toBeLessThan(-3.8)
  })
})

describe('boundsAbove', () => {
  it('is the bounding box of what is above the limit, in shares', () => {
    const plane = predictionOf(8, (u, v) => (u > 0.25 && u < 0.5 && v > 0.5 ? 1 : -1))
    expect(boundsAbove(plane, 0)).toEqual({ left: 0.25, top: 0.5, right: 0.5, bottom: 1 })
    expect(boundsAbove(plane, -2)).toEqual({ left: 0, top: 0, right: 1, bottom: 1 })
    expect(boundsAbove(plane, 2)).toBeUndefined()
  })
})

describe('partOf', () => {
  const ramp = predictionOf(16, (u, v) => 3 * u - 2 * v)

  it('the whole plane is an enlargement', () => {
    const whole = partOf(ramp, { left: 0, top: 0, right: 1, bottom: 1 }, 24)
    const wanted = enlargeBilinear(ramp.logits, squareOf(16), squareOf(24))
    for (const [i, value] of whole.entries()) expect(value).toBeCloseTo(wanted[i]!, 5)
  })

  it('a part of a linear ramp is that part', () => {
    const part = { left: 0.25, top: 0.5, right: 0.5, bottom: 0.75 }
    const found = partOf(ramp, part, 10)
    for (let y = 0; y < 10; y++) {
      for (let x = 0; x < 10; x++) {
        const [u, v] = [0.25 + ((x + 0.5) / 10) * 0.25, 0.5 + ((y + 0.5) / 10) * 0.25]
        expect(found[y * 10 + x]).toBeCloseTo(3 * u - 2 * v, 4)
      }
    }
  })
})

describe('towardsMiddle', () => {
  it('rises from the borders to one', () => {
    const weight = towardsMiddle(100)
    expect(weight(0)).toBeLessThan(0.01)
    expect(weight(50 * 100 + 50)).toBe(1)
    expect(weight(50 * 100 + 3)).toBeGreaterThan(weight(50 * 100 + 2))
    expect(weight(50 * 100 + 2)).toBeCloseTo(weight(50 * 100 + 97), 6)
  })
})

describe('toProbability', () => {
  it('is the logistic function, also far out', () => {
    const values = toProbability(Float32Array.of(0, Math.log(3), -Math.log(3), 200, -200))
    for (const [i, wanted] of [0.5, 0.75, 0.25, 1, 0].entries()) expect(values[i]).toBeCloseTo(wanted, 6)
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
