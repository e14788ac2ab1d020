/** The mark of the free tier: there on every subject and in every crop, legible, and only ever in the colours. */
import { describe, expect, it } from 'vitest'
import type { Mark } from '../../src/imaging/raster/letter-rows.js'
import type { Cutout } from '../../src/imaging/raster/picture.js'
import { drawWatermark, drawWatermarkOnMask } from '../../src/imaging/raster/watermark.js'

type PixelValue = (x: number, y: number) => number

function cutoutOf(width: number, height: number, grey: PixelValue, alpha: PixelValue = () => 255): Cutout {
  const colour = new Uint8Array(width * height * 3)
  const plane = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      colour.fill(grey(x, y), (y * width + x) * 3, (y * width + x + 1) * 3)
      plane[y * width + x] = alpha(x, y)
    }
  }
  return { width, height, colour, alpha: plane }
}

/** The whole picture is the subject. */
const markFor = ({ width, height }: Cutout, seed = 1): Mark => ({ seed, subject: { left: 0, top: 0, width, height } })

/** How far each pixel moved: the largest difference of its three channels. */
function marksOn(cutout: Cutout, mark = markFor(cutout)): Uint8Array {
  const before = Uint8Array.from(cutout.colour)
  drawWatermark(cutout, mark)
  return Uint8Array.from({ length: cutout.alpha.length }, (_, i) =>
    Math.max(...[0, 1, 2].map((channel) => Math.abs(cutout.colour[i * 3 + channel]! - before[i * 3 + channel]!))),
  )
}

const mean = (values: Uint8Array): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('drawWatermark', () => {
  it('changes colours, never alpha', () => {
    const alpha: PixelValue = (x, y) => (x * 3 + y * 5) % 256
    const cutout = cutoutOf(300, 200, () => 90, alpha)
    const before = Uint8Array.from(cutout.alpha)
    const marks = marksOn(cutout)
    expect(cutout.alpha).toEqual(before)
    expect(Math.max(...marks)).toBeGreaterThan(30)
  })

  it('leaves pixels that nobody sees alone', () => {
    const cutout = cutoutOf(
      300,
      200,
      () => 90,
      (x) => (x < 150 ? 0 : 255),
    )
    const marks = marksOn(cutout)
    let [hidden, visible] = [0, 0]
    for (let i = 0; i < marks.length; i++) {
      if (cutout.alpha[i] === 0) hidden += marks[i]!
      else visible += marks[i]!
    }
    expect(hidden).toBe(0)
    expect(visible).toBeGreaterThan(0)
  })

  // A mark that only lightens or only darkens would vanish on one of these. A mean above 25 would hide the photo.
  it.each([
    ['black', 0],
    ['dark grey', 64],
    ['mid-grey', 128],
    ['light grey', 192],
    ['white', 255],
  ])('is visible on %s without hiding the picture', (_name, grey) => {
    const marks = marksOn(cutoutOf(900, 600, () => grey))
    expect(Math.max(...marks.subarray(0, 100_000))).toBeGreaterThan(60)
    expect(mean(marks)).toBeGreaterThan(4)
    expect(mean(marks)).toBeLessThan(25)
    const touched = marks.filter((mark) => mark > 20).length / marks.length
    expect(touched).toBeGreaterThan(0.04)
    expect(touched).toBeLessThan(0.35)
  })

  it('is visible in every crop of a third of the width and a third of the height', () => {
    const [width, height] = [900, 600]
    const marks = marksOn(cutoutOf(width, height, () => 128))
    const counts = prefixSums(marks, width, height)
    const [cropWidth, cropHeight] = [width / 3, height / 3]
    let min = Number.POSITIVE_INFINITY
    for (let y = 0; y + cropHeight <= height; y++) {
      for (let x = 0; x + cropWidth <= width; x++) {
        min = Math.min(min, countIn(counts, width, x, y, cropWidth, cropHeight))
      }
    }
    // Not just a stray pixel: two per cent of the crop.
    expect(min).toBeGreaterThan(0.02 * cropWidth * cropHeight)
  })

  it.each([
    [32, 8],
    [8, 32],
    [32, 32],
    [1000, 1],
    [3000, 40],
  ])('marks even a picture of %i x %i', (width, height) => {
    const marks = marksOn(cutoutOf(width, height, () => 128))
    expect(marks.filter((mark) => mark > 20).length).toBeGreaterThan(0.01 * width * height)
  })

  it('reaches the far corner of 4000 x 3000', () => {
    const cutout: Cutout = {
      width: 4000,
      height: 3000,
      colour: new Uint8Array(36_000_000).fill(128),
      alpha: new Uint8Array(12_000_000).fill(255),
    }
    drawWatermark(cutout, markFor(cutout))
    expect(cutout.colour.subarray(-4000 * 3 * 1000).some((value) => value !== 128)).toBe(true)
  })

  it('is the same for the same seed, and has no letter in the same place for another', () => {
    const drawn = (seed: number): Uint8Array => {
      const cutout = cutoutOf(320, 200, () => 40)
      return marksOn(cutout, markFor(cutout, seed))
    }
    expect(drawn(1)).toEqual(drawn(1))
    const [one, other] = [drawn(1), drawn(2)]
    // In each patch of about a letter's size.
    for (let top = 0; top < 200; top += 40) {
      for (let left = 0; left < 320; left += 40) {
        let differing = 0
        for (let i = 0; i < 1600; i++) {
          const at = (top + Math.floor(i / 40)) * 320 + left + (i % 40)
          if (one[at]! > 20 !== other[at]! > 20) differing += 1
        }
        expect(differing).toBeGreaterThan(0)
      }
    }
  })

  it('covers the same of a subject, wherever it is on the picture and however large', () => {
    const [width, height] = [300, 200]
    const onSubject = (left: number, top: number, scale: number): Uint8Array => {
      const cutout = cutoutOf(900, 700, () => 128)
      const marks = marksOn(cutout, { seed: 5, subject: { left, top, width: width * scale, height: height * scale } })
      const middle = Math.floor(scale / 2)
      return Uint8Array.from({ length: width * height }, (_, i) => {
        const [x, y] = [(i % width) * scale + middle, Math.floor(i / width) * scale + middle]
        return marks[(top + y) * 900 + left + x]!
      })
    }
    const one = onSubject(10, 20, 1)
    const differenceTo = (other: Uint8Array): number =>
      mean(one.map((value, i) => Math.abs(value - (other[i] ?? 0)))) / mean(one)
    expect(differenceTo(onSubject(433, 311, 1))).toBeLessThan(0.1) // the grain
    expect(differenceTo(onSubject(0, 50, 3))).toBeLessThan(0.5) // strokes two pixels wide are mostly soft edges
    expect(differenceTo(one.subarray(6))).toBeGreaterThan(0.9) // only that far aside, and they would miss
  })

  it('takes no colour from what is hidden', () => {
    const hidden = (value: number): Uint8Array => {
      const cutout = cutoutOf(
        300,
        200,
        (x) => (x < 150 ? value : 90),
        (x) => (x < 150 ? 0 : 255),
      )
      drawWatermark(cutout, markFor(cutout))
      return cutout.colour.filter((_, i) => (i / 3) % 300 >= 150)
    }
    expect(hidden(255)).toEqual(hidden(0))
  })
})

describe('drawWatermarkOnMask', () => {
  it('marks what the mask shows, and nothing vanishes or appears', () => {
    const cutout = cutoutOf(
      300,
      200,
      () => 90,
      (x) => (x < 150 ? 0 : x < 200 ? 1 : 255),
    )
    const [colour, alpha] = [Uint8Array.from(cutout.colour), Uint8Array.from(cutout.alpha)]
    drawWatermarkOnMask(cutout, markFor(cutout))
    expect(cutout.colour).toEqual(colour)
    let [appeared, marked] = [0, 0]
    for (let i = 0; i < alpha.length; i++) {
      if (cutout.alpha[i]! > 0 !== alpha[i]! > 0) appeared += 1
      if (alpha[i]! - cutout.alpha[i]! > 20) marked += 1
    }
    expect(appeared).toBe(0)
    expect(marked).toBeGreaterThan(500)
  })
})

/** Sums over all rectangles from the upper left corner: any crop is then four look-ups. */
function prefixSums(marks: Uint8Array, width: number, height: number): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y + 1) * (width + 1) + x + 1
      sums[at] = (marks[y * width + x]! > 20 ? 1 : 0) + sums[at - 1]! + sums[at - width - 1]! - sums[at - width - 2]!
    }
  }
  return sums
}

function countIn(
  sums: Uint32Array,
  width: number,
  x: number,
  y: number,
  cropWidth: number,
  cropHeight: number,
): number {
  const at = (column: number, row: number): number => sums[row * (width + 1) + column]!
  return at(x + cropWidth, y + cropHeight) - at(x, y + cropHeight) - at(x + cropWidth, y) + at(x, y)
}
