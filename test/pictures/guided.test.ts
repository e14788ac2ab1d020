/** Edges after the photo's own colours: pictures whose true matte is known. */
import { describe, expect, it } from 'vitest'
import { enlargeAlongEdges, fitLinearMatte, type LinearMatte } from '../../src/imaging/matte/guided.js'
import type { Photo } from '../../src/imaging/raster/picture.js'

type Rgb = readonly [number, number, number]
type Scene = (u: number, v: number) => Rgb

/** A picture of a scene; u and v run from 0 to 1 over its sides. */
function paint(width: number, height: number, scene: Scene): Photo {
  const colour = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++)
    colour.set(scene(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height).map(Math.round), i * 3)
  return { width, height, colour, alpha: undefined }
}

const planeOf = (width: number, height: number, value: (u: number, v: number) => number): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, i) =>
    Math.round(255 * value(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height)),
  )

/** With colours that say nothing the enlargement is what the matte alone gives. */
const enlarged = (matte: Uint8Array, size: number, width: number, height: number): Uint8Array =>
  enlargeAlongEdges(
    matte,
    itself(matte, size),
    paint(width, height, () => [0, 0, 0]),
  )
const itself = (matte: Uint8Array, size: number): LinearMatte => ({
  size,
  coefficients: Float32Array.from({ length: size * size * 4 }, (_, i) => (i % 4 === 3 ? matte[(i - 3) / 4]! : 0)),
})

const meanError = (found: Uint8Array, wanted: Uint8Array): number =>
  found.reduce((sum, value, i) => sum + Math.abs(value - wanted[i]!), 0) / found.length
/** The largest step from one pixel to the next, along the middle row. */
function steepest(alpha: Uint8Array, width: number): number {
  const middle = Math.floor(alpha.length / width / 2) * width
  const row = alpha.subarray(middle, middle + width)
  return Math.max(...Array.from(row.subarray(1), (value, x) => Math.abs(value - row[x]!)))
}

describe('fitLinearMatte', () => {
  /** Colours that vary in all three channels, each in its own way. */
  const SIZE = 48
  const varied: Scene = (u, v) => [
    128 + 110 * Math.sin(9 * u + 2 * v),
    128 + 110 * Math.cos(7 * v - 3 * u),
    128 + 110 * Math.sin(5 * u * v + 11 * v),
  ]
  const { colour } = paint(SIZE, SIZE, varied)
  const linear = (r: number, g: number, b: number): number => 0.5 * r - 0.3 * g + 0.2 * b + 0.3

  it('a matte that is a linear function of the colour is reproduced', () => {
    const matte = Uint8Array.from({ length: SIZE * SIZE }, (_, i) =>
      Math.round(255 * linear(colour[i * 3]! / 255, colour[i * 3 + 1]! / 255, colour[i * 3 + 2]! / 255)),
    )
    const { coefficients } = fitLinearMatte(matte, colour, SIZE, { radius: 8, epsilon: 1e-6 })
    for (let i = 0; i < SIZE * SIZE; i++) {
      const [r, g, b, offset] = coefficients.subarray(i * 4, i * 4 + 4)
      const found = r! * colour[i * 3]! + g! * colour[i * 3 + 1]! + b! * colour[i * 3 + 2]! + offset!
      expect(Math.abs(found - matte[i]!)).toBeLessThan(1.5)
    }
  })

  it('where the photo has one colour only, the matte is averaged and the colour not blamed for it', () => {
    const grey = new Uint8Array(SIZE * SIZE * 3).fill(90)
    const half = planeOf(SIZE, SIZE, (u) => (u < 0.5 ? 1 : 0))
    const { coefficients } = fitLinearMatte(half, grey, SIZE)
    for (let i = 0; i < SIZE * SIZE; i++) {
      for (const factor of coefficients.subarray(i * 4, i * 4 + 3)) expect(Math.abs(factor)).toBeLessThan(1e-3)
      expect(coefficients[i * 4 + 3]).toBeGreaterThan(-1)
      expect(coefficients[i * 4 + 3]).toBeLessThan(256)
    }
  })

  it('a constant matte stays constant whatever the colours', () => {
    const { coefficients } = fitLinearMatte(new Uint8Array(SIZE * SIZE).fill(200), colour, SIZE)
    for (let i = 0; i < SIZE * SIZE; i++) {
      expect(coefficients[i * 4 + 3]).toBeCloseTo(200, 0)
      expect(coefficients[i * 4]).toBeCloseTo(0, 3)
    }
  })
})

describe('enlargeAlongEdges', () => {
  const SIZE = 64
  /** Orange left of a slanted line, blue right of it. */
  const isSubject = (u: number, v: number): boolean => u < 0.4 + 0.2 * v
  const scene: Scene = (u, v) => (isSubject(u, v) ? [230, 140, 40] : [30, 60, 160])
  /** What a network says of it: the line, moved by `shift`, blurred over a tenth of the picture. */
  const blurred = (shift = 0): Uint8Array =>
    planeOf(SIZE, SIZE, (u, v) => Math.min(1, Math.max(0, 0.5 + (0.4 + shift + 0.2 * v - u) / 0.1)))
  const truth = (width: number, height: number): Uint8Array =>
    planeOf(width, height, (u, v) => (isSubject(u, v) ? 1 : 0))

  /** The matte enlarged without a look at the photo, and with one. */
  function enlargedBothWays(width: number, height: number, matte: Uint8Array, look = scene) {
    const fit = fitLinearMatte(matte, paint(SIZE, SIZE, look).colour, SIZE, { radius: 8, epsilon: 3e-4 })
    const before = enlarged(matte, SIZE, width, height)
    return { before, after: enlargeAlongEdges(matte, fit, paint(width, height, look)) }
  }

  it.each([
    [200, 200],
    [320, 120],
    [90, 260],
    [64, 64],
    [31, 17],
  ])('a blurred matte becomes sharper and truer on a photo of %i x %i', (width, height) => {
    const { before, after } = enlargedBothWays(width, height, blurred())
    expect(meanError(after, truth(width, height))).toBeLessThan(0.5 * meanError(before, truth(width, height)))
    expect(steepest(after, width)).toBeGreaterThan(2 * steepest(before, width))
  })

  it.each([-0.02, 0.02])('an edge that is off by %d of the width moves to where the colours change', (shift) => {
    const { before, after } = enlargedBothWays(240, 160, blurred(shift))
    expect(meanError(after, truth(240, 160))).toBeLessThan(0.6 * meanError(before, truth(240, 160)))
  })

  it('pixels of which the networks are sure are not touched', () => {
    const { before, after } = enlargedBothWays(200, 150, blurred())
    let changed = 0
    for (const [i, value] of before.entries()) {
      if (value < 5 || value > 250) expect(after[i]).toBe(value)
      else if (after[i] !== value) changed += 1
    }
    expect(changed).toBeGreaterThan(500)
  })

  it('sure pixels stay even where the colours say the opposite', () => {
    const photo = paint(SIZE, SIZE, scene)
    const wrong = planeOf(SIZE, SIZE, (u, v) => (isSubject(u, v) ? 0 : 1))
    expect(enlargeAlongEdges(wrong, fitLinearMatte(blurred(), photo.colour, SIZE), photo)).toEqual(wrong)
  })

  it('colours beyond those of the fit give no more than nothing and no less than everything', () => {
    const grey = (level: number): LinearMatte => ({
      size: 2,
      coefficients: Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? level : 9)),
    })
    const photo = paint(3, 3, () => [200, 100, 50])
    const unsure = new Uint8Array(4).fill(100)
    expect([...enlargeAlongEdges(unsure, grey(0), photo)]).toEqual(new Array(9).fill(255))
    expect([...enlargeAlongEdges(unsure, grey(-9000), photo)]).toEqual(new Array(9).fill(0))
  })

  it('on a photo of one colour there is nothing to follow: the edge stays where the networks put it', () => {
    const [width, height] = [120, 120]
    const { before, after } = enlargedBothWays(width, height, blurred(), () => [90, 90, 90])
    const area = (alpha: Uint8Array): number => alpha.reduce((sum, value) => sum + value, 0) / 255
    expect(Math.abs(area(after) - area(before)) / height).toBeLessThan(1.5)
  })

  it('a matte that needs no look at the photo is enlarged smoothly: a ramp stays a ramp', () => {
    const ramp = planeOf(SIZE, SIZE, (u) => u)
    const wide = enlarged(ramp, SIZE, 300, 40)
    for (let x = 3; x < 297; x++) expect(Math.abs(wide[20 * 300 + x]! - (255 * (x + 0.5)) / 300)).toBeLessThan(1.5)
  })

  it('matte and photo are left as they were', () => {
    const [matte, photo] = [blurred(), paint(90, 70, scene)]
    const fit = fitLinearMatte(matte, paint(SIZE, SIZE, scene).colour, SIZE, { radius: 8, epsilon: 3e-4 })
    enlargeAlongEdges(matte, fit, photo)
    expect(matte).toEqual(blurred())
    expect(photo).toEqual(paint(90, 70, scene))
  })
})
