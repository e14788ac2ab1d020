/**
 * What somebody can restore of a preview who knows the code, and even the seed of the letters. The picture is as small as
 * previews get, which makes strokes thin and easy to fill in; on photos the same attacks come to about the same.
 */
import { describe, expect, it } from 'vitest'
import { drawWatermark } from '../../src/imaging/raster/watermark.js'
import { valueNoise } from '../../src/imaging/style/pixels/noise.js'

const [WIDTH, HEIGHT] = [400, 300]
const PIXELS = WIDTH * HEIGHT
/** What counts as restored. */
const ENOUGH_DB = 30

type Plane = Float32Array

/** Outlines and fine detail, as in photos. */
const photo: Plane = Float32Array.from({ length: PIXELS }, (_, i) => {
  const noise = (size: number): number => valueNoise(size)((i % WIDTH) / size, Math.floor(i / WIDTH) / size) - 0.5
  const shape = noise(40) + noise(20) > 0 ? 175 : 85
  return Math.round([16, 8, 4, 2].reduce((sum, size) => sum + 36 * noise(size), shape))
})

const flat = (value: number): Plane => new Float32Array(PIXELS).fill(value)

type Draw = (picture: Plane, seed: number) => Plane

/** `aside`: how far the subject is from the middle of the picture. */
function drawOn(picture: Plane, seed: number, aside: number): Plane {
  const colour = new Uint8Array(PIXELS * 3)
  for (let i = 0; i < PIXELS; i++) colour.fill(picture[i]!, i * 3, i * 3 + 3)
  const subject = { left: aside, top: aside, width: WIDTH, height: HEIGHT }
  drawWatermark({ width: WIDTH, height: HEIGHT, colour, alpha: new Uint8Array(PIXELS).fill(255) }, { seed, subject })
  return Float32Array.from({ length: PIXELS }, (_, i) => colour[i * 3]!)
}

const draw: Draw = (picture, seed) => drawOn(picture, seed, 0)

/** Whatever differs from the photo. */
const markOn = (preview: Plane): Uint8Array => Uint8Array.from(preview, (value, i) => (value === photo[i] ? 0 : 1))

function psnr(restored: Plane, inside: Uint8Array): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < PIXELS; i++) {
    if (inside[i] === 0) continue
    sum += (Math.min(255, Math.max(0, restored[i]!)) - photo[i]!) ** 2
    count += 1
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

/** Draws the same letters on two pictures of their own, and from that computes what they do to a pixel, and back. */
function computedAway(preview: Plane, seed: number, drawMark = draw): Plane {
  const [dark, light] = [drawMark(flat(60), seed), drawMark(flat(180), seed)]
  return preview.map((value, i) => {
    const share = (light[i]! - dark[i]!) / 120
    return share > 0.02 ? 60 + (value - dark[i]!) / share : value
  })
}

const ofAll = (planes: readonly Plane[], pick: (values: number[]) => number): Plane =>
  photo.map((_, i) => pick(planes.map((plane) => plane[i]!)))

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Continues what surrounds a hole into it, as smoothly as can be. */
function filledIn(picture: Plane, hole: Uint8Array): Plane {
  const filled = picture.slice()
  const inside = Int32Array.from(hole.keys()).filter((i) => hole[i] === 1)
  for (const i of inside) filled[i] = 128
  for (let round = 0; round < 60; round++) {
    for (const i of inside) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
      const beside = (x > 0 ? filled[i - 1]! : filled[i + 1]!) + (x < WIDTH - 1 ? filled[i + 1]! : filled[i - 1]!)
      const aside =
        (y > 0 ? filled[i - WIDTH]! : filled[i + WIDTH]!) + (y < HEIGHT - 1 ? filled[i + WIDTH]! : filled[i - WIDTH]!)
      filled[i]! += 1.6 * ((beside + aside) / 4 - filled[i]!) // a little too far, which gets there sooner
    }
  }
  return filled
}

/** Takes from each preview what is not covered there, and fills in the rest. */
function collected(previews: readonly Plane[]): Plane {
  const covered = Uint8Array.from(photo, (value, i) => (previews.some((preview) => preview[i] === value) ? 0 : 1))
  return filledIn(photo, covered)
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

describe('the attack itself', () => {
  it('restores what is under a mark that leaves a share of each pixel', () => {
    const blended: Draw = (picture) =>
      picture.map((value, i) => (i % 7 < 3 ? Math.round(value * 0.28 + 255 * 0.72) : value))
    const preview = blended(photo, 0)
    expect(psnr(preview, markOn(preview))).toBeLessThan(15)
    expect(psnr(computedAway(preview, 0, blended), markOn(preview))).toBeGreaterThan(45)
  })

  it('collects everything if letters are elsewhere in each preview', () => {
    const previews = SEEDS.map((seed) => drawOn(photo, seed, seed * 10))
    expect(psnr(collected(previews), markOn(previews[0]!))).toBeGreaterThan(45)
  })
})

describe('under the letters', () => {
  const preview = draw(photo, 1)
  const inside = markOn(preview)

  it('the picture is covered', () => {
    expect(inside.filter((value) => value === 1).length / PIXELS).toBeGreaterThan(0.15)
    expect(psnr(preview, inside)).toBeLessThan(20)
  })

  it('arithmetic does not restore it, even if every letter is known', () => {
    expect(psnr(computedAway(preview, 1), inside)).toBeLessThan(ENOUGH_DB)
  })

  it('filling in does not restore it', () => {
    expect(psnr(filledIn(preview, inside), inside)).toBeLessThan(ENOUGH_DB)
  })

  // Copies of a photo that differ in a single byte have different seeds.
  const previews = SEEDS.map((seed) => draw(photo, seed))

  it.each([
    ['mean', mean],
    ['median', median],
  ])('the %s of nine previews of altered copies does not restore it', (_name, pick) => {
    expect(psnr(ofAll(previews, pick), inside)).toBeLessThan(ENOUGH_DB)
    const computed = previews.map((one, i) => computedAway(one, SEEDS[i]!))
    expect(psnr(ofAll(computed, pick), inside)).toBeLessThan(ENOUGH_DB)
  })

  it('nor does it help to collect from the nine what is not covered', () => {
    expect(psnr(collected(previews), inside)).toBeLessThan(ENOUGH_DB)
  })
})
