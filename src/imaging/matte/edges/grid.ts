/** A square grid over a photo, and what it says of each pixel. */
import { filled, floats, hold, kernels } from '../../kernels/room.js'
import type { Size } from '../../raster/picture.js'
import { tapsFor } from '../../raster/taps.js'

/** A matte on a square grid over the photo, 0..255; exactly 0 or 255 where it is sure. */
export interface GridMatte {
  readonly size: number
  readonly alpha: Uint8Array
}

/** Between the centres of cells, values are interpolated. */
export function overPhoto(cells: Uint8Array, size: number, { width, height }: Size): Uint8Array {
  const across = tapsFor(width, size)
  const down = tapsFor(height, size)
  const out = new Uint8Array(width * height)
  hold({ cells, lows: across.low, parts: across.part, line: floats(size + 1) }, (held) => {
    for (let y = 0; y < height; y++) {
      const [above, below] = [held.cells.at(down.low[y]! * size), held.cells.at(down.high[y]! * size)]
      const row = filled(out.subarray(y * width, (y + 1) * width))
      kernels.spreadCells(above, below, down.part[y]!, size, held.lows, held.parts, width, held.line, row)
    }
  })
  return out
}
