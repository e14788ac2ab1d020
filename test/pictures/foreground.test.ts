/** The subject's own colours at its edge: pictures composed of two known ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanColours } from '../../src/imaging/matte/foreground.js'

interface Picture {
  width: number
  height: number
  colour: Uint8Array
  alpha: Uint8Array
}
type Rgb = readonly [number, number, number]

const clamp = (value: number): number => Math.min(255, Math.max(0, value))
const estimated = ({ colour, alpha, width, height }: Picture): Uint8Array => {
  const out = Uint8Array.from(colour)
  cleanColours({ colour: out, alpha, width, height })
  return out
}
const isSoft = (alpha: number): boolean => alpha > 0 && alpha < 255

/** alpha * subject + (1 - alpha) * background, pixel by pixel. */
function compose(
  width: number,
  height: number,
  alphaAt: (x: number, y: number) => number,
  subjectAt: (x: number, y: number) => Rgb,
  backgroundAt: (x: number, y: number) => Rgb,
): Picture & { subject: Uint8Array } {
  const colour = new Uint8Array(width * height * 3)
  const subject = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  for (let i = 0; i < alpha.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    alpha[i] = Math.round(clamp(255 * alphaAt(x, y)))
    const [front, back] = [subjectAt(x, y), backgroundAt(x, y)]
    for (let c = 0; c < 3; c++) {
      subject[i * 3 + c] = front[c]!
      colour[i * 3 + c] = Math.round((front[c]! * alpha[i]! + back[c]! * (255 - alpha[i]!)) / 255)
    }
  }
  return { width, height, colour, alpha, subject }
}

function largestDifference(found: ArrayLike<number>, wanted: ArrayLike<number>): number {
  let largest = 0
  for (let i = 0; i < wanted.length; i++) largest = Math.max(largest, Math.abs(found[i]! - wanted[i]!))
  return largest
}

/** Over soft pixels only; the rest is not what it is about. */
function meanError(found: ArrayLike<number>, wanted: ArrayLike<number>, alpha: Uint8Array): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < alpha.length; i++) {
    if (!isSoft(alpha[i]!)) continue
    for (let c = i * 3; c < i * 3 + 3; c++) sum += Math.abs(found[c]! - wanted[c]!)
    count += 3
  }
  return sum / count
}

const disc =
  (x0: number, y0: number, radius: number, softness: number) =>
  (x: number, y: number): number =>
    (radius - Math.hypot(x - x0, y - y0)) / softness + 0.5
const waves = (x: number, y: number): Rgb => [
  Math.round(128 + 100 * Math.sin(x / 7)),
  Math.round(128 + 100 * Math.cos(y / 9)),
  Math.round(128 + 100 * Math.sin((x + y) / 11)),
]
const RED = (): Rgb => [220, 30, 20]
const BLUE = (): Rgb => [20, 40, 230]

describe('the colours of soft pixels', () => {
  it('are bytes and nothing breaks, whatever the picture', () => {
    const side = fc.integer({ min: 1, max: 24 })
    const level = fc.oneof(fc.constantFrom(0, 255), fc.constantFrom(0, 255), fc.integer({ min: 0, max: 255 }))
    const picture = fc.tuple(side, side).chain(([width, height]) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        colour: fc.uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 }),
        alpha: fc
          .array(level, { minLength: width * height, maxLength: width * height })
          .map((levels) => Uint8Array.from(levels)),
      }),
    )
    fc.assert(
      fc.property(picture, (each) => {
        const found = estimated(each)
        for (let i = 0; i < each.alpha.length; i++) {
          if (each.alpha[i] === 0) expect(found.slice(i * 3, i * 3 + 3)).toEqual(each.colour.slice(i * 3, i * 3 + 3))
        }
      }),
    )
  })

  it('of a red subject before blue are red, within four levels', () => {
    for (const softness of [2, 4, 8]) {
      const picture = compose(480, 320, disc(240, 160, 90, softness), RED, BLUE)
      const before = meanError(picture.colour, picture.subject, picture.alpha)
      const after = meanError(estimated(picture), picture.subject, picture.alpha)
      expect(before).toBeGreaterThan(40)
      expect(after).toBeLessThan(4)
    }
  })

  it('of a textured subject are close to its own', () => {
    const picture = compose(480, 320, disc(240, 160, 90, 6), waves, () => [20, 250, 20])
    const before = meanError(picture.colour, picture.subject, picture.alpha)
    expect(meanError(estimated(picture), picture.subject, picture.alpha)).toBeLessThan(0.5 * before)
  })

  it('of a thin hair before blue are those of the hair', () => {
    const hair = (x: number, y: number): number => (Math.abs(x - 60 - 10 * Math.sin(y / 20)) < 1 ? 0.6 : 0)
    const head = disc(60, 20, 18, 3)
    const picture = compose(120, 120, (x, y) => Math.max(hair(x, y), head(x, y)), RED, BLUE)
    const before = meanError(picture.colour, picture.subject, picture.alpha)
    expect(meanError(estimated(picture), picture.subject, picture.alpha)).toBeLessThan(0.7 * before)
  })

  it('stay where subject and background have the same colour', () => {
    const picture = compose(80, 60, disc(40, 30, 15, 6), RED, RED)
    expect(largestDifference(estimated(picture), picture.colour)).toBeLessThanOrEqual(1)
  })
})

describe('an alpha that is wrong', () => {
  it.each([
    [-2, 0.5],
    [-1, 0.4],
    [1, 0.4],
    [2, 0.5],
  ])('by %i pixels leaves at most %d of the fringe', (off, most) => {
    const picture = compose(480, 320, disc(240, 160, 90, 3), RED, BLUE)
    const alpha = compose(480, 320, disc(240, 160, 90 + off, 3), RED, BLUE).alpha
    const found = estimated({ ...picture, alpha })
    let [before, after, count] = [0, 0, 0]
    for (let i = 0; i < alpha.length; i++) {
      // What alpha shows, weighed as it shows.
      if (alpha[i] === 0 || picture.alpha[i] === 255) continue
      count += alpha[i]! / 255
      before += (alpha[i]! / 255) * Math.abs(picture.colour[i * 3]! - 220)
      after += (alpha[i]! / 255) * Math.abs(found[i * 3]! - 220)
    }
    expect(before / count).toBeGreaterThan(20)
    expect(after / before).toBeLessThan(most)
  })

  it('makes no specks: colours stay between those that are there', () => {
    const picture = compose(
      300,
      200,
      disc(150, 100, 60, 3),
      () => [200, 160, 120],
      () => [40, 60, 50],
    )
    const alpha = picture.alpha.map((value, i) => (isSoft(value) && i % 3 === 0 ? value / 3 : value))
    const found = estimated({ ...picture, alpha })
    for (let i = 0; i < alpha.length; i++) if (alpha[i]! > 0) expect(found[i * 3]).toBeLessThanOrEqual(212)
  })
})

describe('sure pixels', () => {
  it('away from the edge keep their bytes', () => {
    const picture = compose(1000, 130, disc(500, 60, 40, 10), waves, (x, y) => waves(y, x))
    const found = estimated(picture)
    for (let i = 0; i < picture.alpha.length; i++) {
      const fromEdge = Math.abs(Math.hypot((i % 1000) - 500, Math.floor(i / 1000) - 60) - 40)
      if (fromEdge < 20) continue
      for (let c = i * 3; c < i * 3 + 3; c++) if (found[c] !== picture.colour[c]) expect.fail(`pixel ${i} changed`)
    }
  })

  it('with a texture of their own keep it at the edge, too', () => {
    const stripes = (x: number): Rgb => (Math.floor(x / 3) % 2 === 0 ? [30, 30, 40] : [230, 230, 230])
    const picture = compose(400, 300, disc(200, 150, 90, 2), stripes, () => [235, 235, 240])
    const found = estimated(picture)
    let [sum, count] = [0, 0]
    for (let i = 0; i < picture.alpha.length; i++) {
      if (picture.alpha[i] !== 255) continue
      if (Math.hypot((i % 400) - 200, Math.floor(i / 400) - 150) < 85) continue
      sum += Math.abs(found[i * 3]! - picture.colour[i * 3]!)
      count++
    }
    expect(sum / count).toBeLessThan(15)
  })

  it.each([0, 255])('a picture of nothing but alpha %i is not touched', (value) => {
    const picture = compose(70, 50, () => value / 255, waves, BLUE)
    expect(estimated(picture)).toEqual(picture.colour)
  })

  it('the alpha is only read', () => {
    const picture = compose(70, 50, disc(35, 25, 12, 6), RED, BLUE)
    const before = Uint8Array.from(picture.alpha)
    estimated(picture)
    expect(picture.alpha).toEqual(before)
  })
})

describe('the place in the picture', () => {
  it('hardly matters: moved by any number of pixels, the subject gets nearly the same colours', () => {
    const [width, height] = [186, 140]
    const alphaAt = disc(90, 70, 40, 7)
    const found = estimated(compose(width, height, alphaAt, waves, BLUE))
    let worst = 0
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [3, 2],
      [5, 13],
      [7, 64],
    ] as const) {
      const moved = (x: number, y: number): [number, number] => [x - dx, y - dy]
      const [w, h] = [width + dx, height + dy]
      const shifted = estimated(
        compose(
          w,
          h,
          (x, y) => alphaAt(...moved(x, y)),
          (x, y) => waves(...moved(x, y)),
          BLUE,
        ),
      )
      for (let y = 10; y < height - 10; y++) {
        const row = (at: number, columns: number, x: number): number => (at * columns + x) * 3
        const [a, b] = [row(y, width, 10), row(y + dy, w, 10 + dx)]
        const length = (width - 20) * 3
        worst = Math.max(worst, largestDifference(shifted.subarray(b, b + length), found.subarray(a, a + length)))
      }
    }
    // The grids that spread the colours lie differently then.
    expect(worst).toBeLessThanOrEqual(15)
  })

  it('a subject that touches the border is treated there like elsewhere', () => {
    for (const [x, y] of [
      [0, 0],
      [399, 319],
      [0, 160],
      [200, 319],
    ] as const) {
      const picture = compose(400, 320, disc(x, y, 120, 6), RED, BLUE)
      const before = meanError(picture.colour, picture.subject, picture.alpha)
      expect(meanError(estimated(picture), picture.subject, picture.alpha)).toBeLessThan(0.5 * before)
    }
  })
})

describe('pictures of odd shapes', () => {
  it.each([
    [1, 1],
    [1, 90],
    [90, 1],
    [2, 7],
    [3, 3],
    [131, 67],
    [5, 400],
    [1, 1300],
    [1201, 2],
  ])('%i x %i, all of it soft, keeps colours that are there', (width, height) => {
    const picture = compose(width, height, (x, y) => 0.1 + 0.8 * ((x * 7 + y * 3) % 10) * 0.1, waves, BLUE)
    expect(meanError(estimated(picture), picture.colour, picture.alpha)).toBeLessThan(80)
  })
})

describe('a picture whose side is no multiple of the grid', () => {
  it('gets the same colours at its far edge as one that is', () => {
    const edgeOf = (width: number): number[] => {
      const height = 40
      const colour = new Uint8Array(width * height * 3)
      const alpha = new Uint8Array(width * height)
      const end = 3989 // where the subject ends, four soft pixels wide
      for (let i = 0; i < alpha.length; i++) {
        const a = Math.min(1, Math.max(0, (end - (i % width)) / 5))
        alpha[i] = Math.round(a * 255)
        for (const [c, subject] of [220, 180, 150].entries())
          colour[i * 3 + c] = Math.round(subject * a + [90, 120, 200][c]! * (1 - a))
      }
      cleanColours({ colour: colour, alpha, width, height })
      const at = (20 * width + end - 1) * 3
      return [...colour.subarray(at, at + 3)]
    }
    const even = edgeOf(4000)
    for (const width of [4001, 4032]) {
      for (const [c, value] of edgeOf(width).entries()) expect(Math.abs(value - even[c]!)).toBeLessThanOrEqual(2)
    }
  })
})

describe('a rim of a third colour', () => {
  it('keeps it, and does not turn into what is left of it without the background', () => {
    // A lit ear: its inside is dark and uneven, its rim lighter and bluer than any mixture of the inside and the wall.
    const rim: Rgb = [212, 149, 132]
    const wall: Rgb = [222, 185, 100]
    const fromMiddle = (x: number, y: number): number => Math.hypot(x - 100, y - 100)
    const inside = (x: number, y: number): Rgb => ((x + y) % 12 < 6 ? [180, 110, 90] : [112, 42, 24])
    const picture = compose(
      200,
      200,
      (x, y) => (fromMiddle(x, y) < 57 ? 1 : fromMiddle(x, y) < 60 ? 0.84 : 0),
      (x, y) => (fromMiddle(x, y) < 57 ? inside(x, y) : rim),
      () => wall,
    )
    expect(meanError(estimated(picture), picture.subject, picture.alpha)).toBeLessThan(25)
  })
})
