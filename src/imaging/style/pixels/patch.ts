/** The part of a picture that holds all of a plane that is worth anything: what is fine there need not run elsewhere. */
import type { Box, Size } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'

export const wholeOf = ({ width, height }: Size): Box => ({ left: 0, top: 0, width, height })

/** Undefined where the plane is below `least` everywhere. Soft planes: every other pixel tells. */
export function boxAbove(plane: Float32Array, size: Size, least: number): Box | undefined {
  const { width, height } = size
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 2) {
    for (let x = 0, i = y * width; x < width; x += 2, i += 2) {
      if (plane[i]! < least) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < left) return undefined
  return grown({ left, top, width: right - left + 1, height: bottom - top + 1 }, 1, size)
}

/** The box that holds all points, with so much more on each side as the picture has. */
export function boxAround(points: readonly Point[], by: number, size: Size): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  const box = { left, top, width: Math.ceil(Math.max(...xs)) - left, height: Math.ceil(Math.max(...ys)) - top }
  return grown(box, by, size)
}

/** The box that holds both, where there are any. */
export function boxOfBoth(one: Box | undefined, other: Box | undefined): Box | undefined {
  if (!one || !other) return one ?? other
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  const right = Math.max(one.left + one.width, other.left + other.width)
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return { left, top, width: right - left, height: bottom - top }
}

/** The box with so much more on each side as the picture has. */
export function grown(box: Box, by: number, { width, height }: Size): Box {
  const within = (at: number, most: number): number => Math.min(most, Math.max(0, at))
  const [left, top] = [within(box.left - by, width), within(box.top - by, height)]
  const [right, bottom] = [within(box.left + box.width + by, width), within(box.top + box.height + by, height)]
  return { left, top, width: right - left, height: bottom - top }
}

/** Each pixel of a box: its place in a plane of the box, and where that is in the picture. */
export function eachPixel(box: Box, { width }: Size, visit: (place: number, at: number) => void): void {
  for (let y = 0, place = 0; y < box.height; y++)
    for (let x = 0, at = (box.top + y) * width + box.left; x < box.width; x++) visit(place++, at++)
}

type Pixels = Float32Array | Uint8Array | Uint8ClampedArray

/** `channels` values per pixel. */
export function copyPart<T extends Pixels>(pixels: T, { width }: Size, box: Box, channels: number): T {
  const count = box.width * box.height * channels
  // Not slice() of bytes: of a Buffer it would give the same memory again.
  const part = (pixels instanceof Uint8Array ? new Uint8Array(count) : pixels.slice(0, count)) as T
  for (let y = 0; y < box.height; y++) {
    const from = ((box.top + y) * width + box.left) * channels
    part.set(pixels.subarray(from, from + box.width * channels), y * box.width * channels)
  }
  return part
}

/** Puts what was copied, or made of it, back to where it was. */
export function pastePart(part: Pixels, box: Box, pixels: Pixels, { width }: Size, channels: number): void {
  const row = box.width * channels
  for (let y = 0; y < box.height; y++)
    pixels.set(part.subarray(y * row, (y + 1) * row), ((box.top + y) * width + box.left) * channels)
}
