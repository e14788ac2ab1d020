/**
 * The photo's background, blurred as if the subject were not there: its colours do not bleed into the background. Every
 * pixel is weighted by how much of it is background; three box passes approximate a Gaussian.
 */
import type { Size } from './frame.js'

/** `photo` and `cutout` as in ImageData, of the same size. Opaque. */
export function blurBehind(
  photo: Uint8ClampedArray,
  cutout: Uint8ClampedArray,
  { width, height }: Size,
  radius: number,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = width * height
  const planes = Array.from({ length: 4 }, () => new Float32Array(pixels)) as [Plane, Plane, Plane, Plane]
  const [red, green, blue, weight] = planes
  for (let at = 0; at < pixels; at++) {
    // Never zero, so that a subject that fills the picture still has something behind it.
    const share = Math.max(1e-4, (255 - cutout[at * 4 + 3]!) / 255) ** 2
    red[at] = photo[at * 4]! * share
    green[at] = photo[at * 4 + 1]! * share
    blue[at] = photo[at * 4 + 2]! * share
    weight[at] = share
  }
  const spare = new Float32Array(pixels)
  for (const plane of planes) {
    for (let pass = 0; pass < 3; pass++) {
      boxBlur(plane, spare, width, height, 1, width, radius)
      boxBlur(spare, plane, height, width, width, 1, radius)
    }
  }
  const blurred = new Uint8ClampedArray(pixels * 4)
  for (let at = 0; at < pixels; at++) {
    blurred[at * 4] = red[at]! / weight[at]!
    blurred[at * 4 + 1] = green[at]! / weight[at]!
    blurred[at * 4 + 2] = blue[at]! / weight[at]!
    blurred[at * 4 + 3] = 255
  }
  return blurred
}

type Plane = Float32Array<ArrayBuffer>

/** Along lines of `length` pixels that are `step` apart; border pixels are repeated beyond the border. */
function boxBlur(from: Plane, to: Plane, length: number, lines: number, step: number, next: number, radius: number) {
  const reach = Math.max(1, Math.round(radius))
  const last = length - 1
  for (let line = 0; line < lines; line++) {
    const start = line * next
    const value = (at: number): number => from[start + Math.min(last, Math.max(0, at)) * step]!
    let sum = 0
    for (let at = -reach; at <= reach; at++) sum += value(at)
    for (let at = 0; at < length; at++) {
      to[start + at * step] = sum / (2 * reach + 1)
      sum += value(at + reach + 1) - value(at - reach)
    }
  }
}
