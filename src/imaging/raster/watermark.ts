/**
 * The watermark of the free tier: our name all over the picture, light with a dark rim, so that it is legible on light and
 * dark subjects alike. It changes colours only, never alpha.
 *
 * Under a letter nothing of the picture is left but one colour, the mean of what was there: an attacker who knows this
 * code, and even the seed, can compute that mean and no more. What is left to try is to guess the picture from what surrounds the
 * letters, or to combine previews in which the letters lie elsewhere; `letter-rows.ts` leaves little room for the latter.
 * All this keeps a preview from passing for the result. It does not keep anything from the person who sent the photo:
 * most of the colours are that photo's. What a paid cut-out adds for them is its edge (`cutout/coarse-edges.ts`).
 */
import { clamp, clamp01 } from './clamp.js'
import { hashNoise } from './hash-noise.js'
import { lettersOn, type Mark, type PlacedLetter } from './letter-rows.js'
import { HEIGHT, MARGIN, SPACING } from './lettering.js'
import type { Cutout } from './picture.js'

export function drawWatermark(cutout: Cutout, mark: Mark): void {
  draw(cutout, mark, WHITE)
}

/** For a mask that is itself the result: marks visible pixels only, and keeps them visible. */
export function drawWatermarkOnMask({ width, height, alpha }: Cutout, mark: Mark): void {
  const colour = new Uint8Array(alpha.length * 3)
  for (let i = 0; i < alpha.length; i++) colour.fill(alpha[i]!, i * 3, i * 3 + 3)
  draw({ width, height, colour, alpha }, mark, GREY) // on what is white, white letters would be rims alone
  for (let i = 0; i < alpha.length; i++) if (alpha[i]! > 0) alpha[i] = Math.max(1, colour[i * 3]!)
}

const WHITE = 255
const GREY = 127

/** Half the width of the strokes, in units of the letters: of their light body, and with the dark rim. */
const BODY = 7
const RIM = 13
const RIM_DARKNESS = 0.32
/** Letters are a little grainy, by so much either way. */
const GRAIN = 3

function draw(cutout: Cutout, mark: Mark, light: number): void {
  const covered = new CoveredPixels()
  for (const letter of lettersOn(cutout, mark)) {
    covered.find(letter, cutout)
    paint(covered, letter, cutout.colour, light, mark.seed)
  }
}

/** The visible pixels that a letter covers, and their mean colour. One for all letters, for the sake of its memory. */
class CoveredPixels {
  count = 0
  pixels = new Int32Array(0)
  /** From the nearest stroke, in units of the letter. */
  distances = new Float32Array(0)
  mean = { r: 0, g: 0, b: 0 }

  find(placed: PlacedLetter, { width, height, colour, alpha }: Cutout): void {
    this.count = 0
    const { letter, scale, x: centreX, y: centreY } = placed
    const { distances, columns, rows } = letter
    const end = RIM + 0.5 / scale
    const [cos, sin] = [Math.cos(placed.angle), Math.sin(placed.angle)]
    const reachX = ((letter.width / 2 + end) * cos + (HEIGHT / 2 + end) * Math.abs(sin)) * scale
    const reachY = ((letter.width / 2 + end) * Math.abs(sin) + (HEIGHT / 2 + end) * cos) * scale
    const [left, right] = [Math.max(0, Math.floor(centreX - reachX)), Math.min(width, Math.ceil(centreX + reachX))]
    const [top, bottom] = [Math.max(0, Math.floor(centreY - reachY)), Math.min(height, Math.ceil(centreY + reachY))]
    if (left >= right || top >= bottom) return
    this.makeRoom((right - left) * (bottom - top))
    const [stepU, stepV] = [cos / scale / SPACING, -sin / scale / SPACING]
    let [count, weight, r, g, b] = [0, 0, 0, 0, 0]
    for (let y = top; y < bottom; y++) {
      // Where the middle of the row's first pixel is among the letter's distances.
      const dx = left + 0.5 - centreX
      const dy = y + 0.5 - centreY
      const startU = ((dx * cos + dy * sin) / scale + letter.width / 2 + MARGIN) / SPACING
      const startV = ((dy * cos - dx * sin) / scale + HEIGHT / 2 + MARGIN) / SPACING
      for (let x = left; x < right; x++) {
        const u = startU + (x - left) * stepU
        const v = startV + (x - left) * stepV
        const pixel = y * width + x
        const visible = alpha[pixel]!
        if (visible === 0 || u < 0 || v < 0 || u >= columns - 1 || v >= rows - 1) continue
        const column = u | 0
        const row = v | 0
        const at = row * columns + column
        const below = at + columns
        const upper = distances[at]! + (distances[at + 1]! - distances[at]!) * (u - column)
        const lower = distances[below]! + (distances[below + 1]! - distances[below]!) * (u - column)
        const distance = upper + (lower - upper) * (v - row)
        if (distance >= end) {
          x += ((distance - end) * scale) | 0 // nothing on the way can be nearer
          continue
        }
        this.pixels[count] = pixel
        this.distances[count] = distance
        count += 1
        weight += visible
        r += colour[pixel * 3]! * visible
        g += colour[pixel * 3 + 1]! * visible
        b += colour[pixel * 3 + 2]! * visible
      }
    }
    this.count = count
    this.mean = { r: r / weight, g: g / weight, b: b / weight }
  }

  private makeRoom(pixels: number): void {
    if (this.pixels.length >= pixels) return
    this.pixels = new Int32Array(pixels)
    this.distances = new Float32Array(pixels)
  }
}

function paint(
  { count, pixels, distances, mean }: CoveredPixels,
  { scale, strength }: PlacedLetter,
  colour: Uint8Array,
  light: number,
  seed: number,
): void {
  for (let i = 0; i < count; i++) {
    const pixel = pixels[i]!
    // Edges are half a pixel soft, either way.
    const cover = clamp01((RIM - distances[i]!) * scale + 0.5)
    const body = clamp01((BODY - distances[i]!) * scale + 0.5)
    const grain = (hashNoise(pixel, 0, seed) * 2 - 1) * GRAIN
    const ofPicture = 1 - cover
    const ofMean = cover * (1 - RIM_DARKNESS + (RIM_DARKNESS - strength) * body)
    const added = cover * (light * strength * body + grain) + 0.5
    const at = pixel * 3
    colour[at] = clamp(colour[at]! * ofPicture + mean.r * ofMean + added, 0, 255)
    colour[at + 1] = clamp(colour[at + 1]! * ofPicture + mean.g * ofMean + added, 0, 255)
    colour[at + 2] = clamp(colour[at + 2]! * ofPicture + mean.b * ofMean + added, 0, 255)
  }
}
