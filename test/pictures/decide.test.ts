/** Doubt is decided: drawn opinions of a network on photos of few colours, and what must come of any opinion. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../../src/imaging/matte/decide.js'
import type { DecidedMatte } from '../../src/imaging/matte/decided-matte.js'

const SIZE = 160
const SURE = 6

type Colour = readonly [number, number, number]
const RED: Colour = [200, 40, 30]
const GREEN: Colour = [40, 120, 60]

/** A photo and what the network thinks of it, drawn over each other: later shapes hide earlier ones. */
class Scene {
  readonly logits = new Float32Array(SIZE * SIZE).fill(-SURE)
  readonly rgb = new Uint8Array(SIZE * SIZE * 3)

  constructor(background: Colour = GREEN) {
    this.draw(() => true, -SURE, background)
  }

  draw(covers: (x: number, y: number) => boolean, logit: number, colour?: Colour): this {
    for (let i = 0; i < this.logits.length; i++) {
      if (!covers(i % SIZE, Math.floor(i / SIZE))) continue
      this.logits[i] = logit
      if (colour) this.rgb.set(colour, i * 3)
    }
    return this
  }

  decide(): DecidedMatte {
    return decide({ logits: this.logits, rgb: this.rgb, size: SIZE })
  }
}

const disc = (left: number, top: number, radius: number) => (x: number, y: number) =>
  Math.hypot(x - left, y - top) <= radius
const box = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom
const at = ({ alpha }: DecidedMatte, x: number, y: number): number => alpha[y * SIZE + x]!
/** How many cells of a row are in the band. */
const bandIn = ({ band }: DecidedMatte, y: number, from: number, to: number): number =>
  band.subarray(y * SIZE + from, y * SIZE + to).reduce((sum, value) => sum + value, 0)

const body = (): Scene => new Scene().draw(disc(80, 80, 50), SURE, RED)

describe('areas of doubt', () => {
  it('a doubtful torso within a sure body is solid', () => {
    for (const logit of [1, 0, -0.8]) {
      const matte = body()
        .draw(disc(80, 80, 30), logit)
        .decide()
      for (const [x, y] of [
        [80, 80],
        [60, 80],
        [80, 105],
      ] as const) {
        expect(at(matte, x, y)).toBe(255)
      }
    }
  })

  it('half of a body that looks like the sure half belongs to it', () => {
    const matte = body()
      .draw((x, y) => disc(80, 80, 50)(x, y) && y > 90, -0.5)
      .decide()
    expect(at(matte, 80, 115)).toBe(255)
  })

  it('a faint ghost in the background vanishes without a trace', () => {
    for (const logit of [-3, -2, -0.5])
      expectSame(
        body()
          .draw(disc(145, 20, 12), logit)
          .decide(),
        body().decide(),
      )
  })

  it('haze beside the subject that looks like the background is background', () => {
    const matte = body()
      .draw(box(128, 60, 150, 100), 0.5, GREEN)
      .decide()
    expect(at(matte, 145, 80)).toBe(0)
  })

  it('something else that the network is sure of stays', () => {
    expect(
      at(
        body()
          .draw(disc(145, 20, 12), SURE, [30, 30, 200])
          .decide(),
        145,
        20,
      ),
    ).toBe(255)
  })
})

describe('pieces and holes', () => {
  it('the gap between arm and body stays open', () => {
    const matte = body()
      .draw(box(70, 60, 90, 100), -SURE, GREEN)
      .decide()
    expect(at(matte, 80, 80)).toBe(0)
  })

  it('a small hole that the network was not sure of is filled, even if it looks like the background', () => {
    expect(
      at(
        body()
          .draw(disc(80, 80, 4), -1.5, GREEN)
          .decide(),
        80,
        80,
      ),
    ).toBe(255)
  })

  it('a speck goes, however sure the network is of it', () => {
    expectSame(
      body()
        .draw(disc(150, 10, 2), SURE, RED)
        .decide(),
      body().decide(),
    )
  })

  it('the measure is the subject, not the picture: a small subject is no speck', () => {
    expect(at(new Scene().draw(disc(80, 80, 2), SURE, RED).decide(), 80, 80)).toBe(255)
  })
})

describe('what settles a doubt', () => {
  it('is what it hangs together with, where colours prove nothing', () => {
    // As red as the subject is most of the background, too, but not what is next to the subject.
    const scene = new Scene(RED).draw(box(25, 25, 135, 135), -SURE, GREEN).draw(disc(80, 80, 50), SURE, RED)
    expect(at(scene.draw(disc(80, 80, 15), -0.8).decide(), 80, 80)).toBe(255)
  })

  it('a small hole that the network is sure of stays a hole', () => {
    expect(
      at(
        body()
          .draw(disc(80, 80, 6), -SURE, GREEN)
          .decide(),
        80,
        80,
      ),
    ).toBe(0)
  })

  it('a wide soft rim of the body is solid, not transparent', () => {
    const matte = new Scene()
      .draw(disc(80, 80, 50), 1, RED)
      .draw(disc(80, 80, 25), SURE, RED)
      .decide()
    for (const x of [110, 118, 125]) expect(at(matte, x, 80)).toBe(255)
  })
})

describe('the band', () => {
  it('is a few cells wide along a sharp edge', () => {
    const width = bandIn(body().decide(), 80, 80, SIZE)
    expect(width).toBeGreaterThanOrEqual(2)
    expect(width).toBeLessThanOrEqual(4)
  })

  it('is as wide as the hair where it is hair, and keeps what the network saw there', () => {
    const hair = (x: number, y: number): boolean => y < 32 && y > 22 && y % 3 === 0 && x > 60 && x < 100
    const matte = body().draw(hair, -1, RED).decide()
    expect(bandIn(matte, 24, 70, 90)).toBe(20)
    expect(at(matte, 80, 24)).toBeGreaterThan(30)
    expect(at(matte, 80, 24)).toBeLessThan(128)
  })

  it('hair is not longer than hair can be', () => {
    const far = body()
      .draw(box(10, 5, 150, 7), -1, RED)
      .decide()
    expect(at(far, 80, 6)).toBe(0)
  })

  it('runs along the border of the picture only where the subject ends', () => {
    const matte = new Scene().draw(box(40, 60, 120, SIZE), SURE, RED).decide()
    expect(at(matte, 80, SIZE - 1)).toBe(255)
    expect(matte.band[(SIZE - 1) * SIZE + 80]).toBe(0)
  })
})

describe('nothing to decide', () => {
  it.each([
    ['nothing at all', -SURE, 0],
    ['everything', SURE, 255],
    ['doubt that leans to background', -0.1, 0],
    ['doubt that leans to subject', 0.1, 255],
  ])('%s is one value without a band', (_name, logit, value) => {
    const { alpha, band } = new Scene().draw(() => true, logit).decide()
    expect(new Set(alpha)).toEqual(new Set([value]))
    expect(new Set(band)).toEqual(new Set([0]))
  })
})

describe('for any opinion about any photo', () => {
  const shape = fc.record({
    x: fc.integer({ min: 0, max: SIZE }),
    y: fc.integer({ min: 0, max: SIZE }),
    radius: fc.integer({ min: 1, max: 60 }),
    logit: fc.double({ min: -30, max: 30, noNaN: true }),
    colour: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
  })
  const scene = fc.array(shape, { maxLength: 8 }).map((shapes) => {
    const drawn = new Scene()
    for (const { x, y, radius, logit, colour } of shapes) drawn.draw(disc(x, y, radius), logit, colour)
    return drawn
  })
  const forAny = (property: (drawn: Scene) => void): void => fc.assert(fc.property(scene, property), { numRuns: 12 })

  it('alpha is exactly 0 or 255 outside the band', () => {
    forAny((drawn) => {
      const { alpha, band } = drawn.decide()
      expect(alpha.every((value, i) => band[i] === 1 || value === 0 || value === 255)).toBe(true)
    })
  })

  it('no cell outside the band touches one of the other side', () => {
    forAny((drawn) => {
      const { alpha, band } = drawn.decide()
      const differs = alpha.some(
        (value, i) => i % SIZE > 0 && !band[i] && !band[i - 1] && Math.abs(value - alpha[i - 1]!) === 255,
      )
      expect(differs).toBe(false)
    })
  })

  it('the same is decided each time, and what was given is left as it was', () => {
    forAny((drawn) => {
      const before = drawn.logits.slice()
      expectSame(drawn.decide(), drawn.decide())
      expect(drawn.logits.every((logit, i) => logit === before[i])).toBe(true)
    })
  })
})

/** Names the first cells that differ: whole mattes would fill the screen. */
function expectSame(found: DecidedMatte, wanted: DecidedMatte): void {
  const different: string[] = []
  for (let i = 0; i < wanted.alpha.length && different.length < 5; i++) {
    if (found.alpha[i] === wanted.alpha[i]) continue
    different.push(`${i % SIZE},${Math.floor(i / SIZE)}: ${found.alpha[i]}, not ${wanted.alpha[i]}`)
  }
  expect(different).toEqual([])
}
