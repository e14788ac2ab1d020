/**
 * The photo's background, blurred as if the subject were not there: its colours do not bleed into the background, because
 * every pixel is weighted by how much of it is background.
 */
import { blur } from './blur.js'
import { alphaOf, type Size } from './frame.js'

/** `photo` and `cutout` as in ImageData, of the same size. Opaque. */
export function blurBehind(
  photo: Uint8ClampedArray,
  cutout: Uint8ClampedArray,
  { width, height }: Size,
  sigma: number,
): Uint8ClampedArray<ArrayBuffer> {
  // Never zero, so that a subject that fills the picture still has something behind it.
  const weights = Float32Array.from(alphaOf(cutout), (alpha) => Math.max(1e-4, (255 - alpha) / 255) ** 2)
  const total = blur(weights, width, height, sigma)
  const blurred = new Uint8ClampedArray(photo.length).fill(255)
  for (const channel of [0, 1, 2]) {
    const weighted = weights.map((weight, at) => weight * photo[at * 4 + channel]!)
    const plane = blur(weighted, width, height, sigma)
    for (let at = 0; at < plane.length; at++) blurred[at * 4 + channel] = plane[at]! / total[at]!
  }
  return blurred
}
