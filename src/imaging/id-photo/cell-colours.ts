/** What a photo shows at each cell of a portrait: lightness, a and b, one after the other. */
import { filled, kernels } from '../kernels/room.js'
import { LINEAR } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import { toPhoto } from './frame.js'
import type { PortraitMatte } from './portrait-matte.js'

/** At the nearest pixel, also for cells beyond the photo. */
export function cellColours(photo: Photo, { width, height, unit, origin, frame }: PortraitMatte): Float32Array {
  const rgb = new Uint8Array(width * height * 3)
  const start = toPhoto(frame, origin)
  const [dx, dy] = [Math.cos(frame.roll) * unit, Math.sin(frame.roll) * unit]
  for (let row = 0, to = 0; row < height; row++)
    to = copyLine(photo, start.x - row * dy, start.y + row * dx, dx, dy, rgb, to, width)
  const labs = new Float32Array(rgb.length)
  kernels.toLabs(rgb, width * height, LINEAR, filled(labs))
  return labs
}

function copyLine(
  { width, height, colour }: Photo,
  x: number,
  y: number,
  dx: number,
  dy: number,
  rgb: Uint8Array,
  start: number,
  count: number,
): number {
  let to = start
  for (let i = 0; i < count; i++) {
    const column = Math.min(width - 1, Math.max(0, Math.round(x + i * dx)))
    const row = Math.min(height - 1, Math.max(0, Math.round(y + i * dy)))
    const from = (row * width + column) * 3
    rgb[to++] = colour[from]!
    rgb[to++] = colour[from + 1]!
    rgb[to++] = colour[from + 2]!
  }
  return to
}
