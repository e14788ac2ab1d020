/** The part of a picture that holds all of a plane that is worth anything: what is fine there need not run elsewhere. */
import type { Box, Size } from '../../raster/picture.js'

/** Undefined where the plane is below `least` everywhere. */
export function boxAbove(plane: Float32Array, { width, height }: Size, least: number): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (plane[i]! < least) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return right < left ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** `channels` values per pixel. */
export function copyPart<T extends Float32Array | Uint8ClampedArray>(
  pixels: T,
  { width }: Size,
  box: Box,
  channels: number,
): T {
  const part = pixels.slice(0, box.width * box.height * channels) as T
  for (let y = 0; y < box.height; y++) {
    const from = ((box.top + y) * width + box.left) * channels
    part.set(pixels.subarray(from, from + box.width * channels), y * box.width * channels)
  }
  return part
}
