/** Backgrounds that are drawn: a gradient of two colours, and what was behind the subject in the photo, blurred. */
import type { Background } from '../job.js'
import { blur } from '../raster/blur.js'
import { hashNoise } from '../raster/hash-noise.js'
import { type Cutout, fitWithin, type Photo, type Size } from '../raster/picture.js'
import { rawPicture, resample } from '../raster/resample.js'

/** RGB. Neighbouring shades are dithered: on a large canvas their borders would show. */
export function drawGradient(
  { width, height }: Size,
  { from, to, shape }: Extract<Background, { kind: 'gradient' }>,
): Uint8Array {
  const picture = new Uint8Array(width * height * 3)
  const radius = Math.hypot(width, height) / 2
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const share = shape === 'down' ? y / (height - 1 || 1) : Math.hypot(x - width / 2, y - height / 2) / radius
      const nudge = hashNoise(x, y, 1)
      picture[at] = from.r + (to.r - from.r) * share + nudge
      picture[at + 1] = from.g + (to.g - from.g) * share + nudge
      picture[at + 2] = from.b + (to.b - from.b) * share + nudge
    }
  }
  return picture
}

/** At 100 percent, in shares of the picture's longer side. */
const WIDEST_BLUR = 0.05
/** A blur of this many pixels hides that it was computed on a smaller copy. */
const PIXELS_PER_SIGMA = 4

export const sigmaFor = (blurPercent: number, { width, height }: Size): number =>
  (blurPercent / 100) * WIDEST_BLUR * Math.max(width, height)

/** The photo without its subject, whose colours must not glow around it, scaled to cover the canvas. */
export async function blurredSurroundings(
  photo: Photo,
  alpha: Uint8Array,
  { width, height }: Size,
  blurPercent: number,
): Promise<Uint8Array> {
  const wide = sigmaFor(blurPercent, photo)
  const side = Math.max(photo.width, photo.height) * Math.min(1, PIXELS_PER_SIGMA / wide)
  const size = fitWithin(photo, Math.max(64, Math.round(side)))
  const colour = await resample(photo.colour, photo, 3, size)
  const subject = await resample(alpha, photo, 1, size)
  const blurred = blurOutside({ ...size, colour, alpha: subject }, sigmaFor(blurPercent, size))
  return rawPicture(blurred, size, 3).resize(width, height, { fit: 'cover', kernel: 'cubic' }).raw().toBuffer()
}

/** Colours weighted by what is not subject; deep inside of it, where there are none, by very little of its own. */
function blurOutside({ width, height, colour, alpha }: Cutout, sigma: number): Uint8Array {
  const weights = Float32Array.from(alpha, (a) => (a === 0 ? 1 : 1e-4))
  const total = blur(weights, width, height, sigma)
  const out = new Uint8Array(colour.length)
  for (let channel = 0; channel < 3; channel++) {
    const weighted = blur(
      weights.map((weight, i) => weight * colour[i * 3 + channel]!),
      width,
      height,
      sigma,
    )
    for (let i = 0; i < total.length; i++) out[i * 3 + channel] = Math.min(255, weighted[i]! / total[i]! + 0.5)
  }
  return out
}
