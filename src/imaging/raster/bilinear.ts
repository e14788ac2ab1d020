/** Bilinear enlargement of a plane, pixel centres at half coordinates, edges repeated. */
import { filled, floats, type Held, hold, kernels } from '../kernels/room.js'
import type { Size } from './picture.js'
import { tapsFor } from './taps.js'

export function enlargeBilinear(plane: Float32Array, from: Size, to: Size): Float32Array {
  if (from.width === to.width && from.height === to.height) return plane
  const enlarged = new Float32Array(to.width * to.height)
  hold({ plane, enlarged: filled(enlarged) }, (held) => enlargeHeld(held.plane, from, held.enlarged, to))
  return enlarged
}

/** `reach`: how many pixels of the larger plane the smaller one covers, when that is more than all. */
export function enlargeHeld(
  plane: Held<Float32Array>,
  from: Size,
  out: Held<Float32Array>,
  { width, height }: Size,
  reach: Size = { width, height },
): void {
  const across = tapsFor(width, from.width, reach.width)
  const down = tapsFor(height, from.height, reach.height)
  const regions = { low: across.low, parts: across.part, line: floats(from.width + 1) }
  hold(regions, ({ low, parts, line }) => {
    for (let y = 0; y < height; y++) {
      const [top, bottom] = [plane.at(down.low[y]! * from.width), plane.at(down.high[y]! * from.width)]
      kernels.enlargeRow(top, bottom, down.part[y]!, from.width, low, parts, width, line, out.at(y * width))
    }
  })
}
