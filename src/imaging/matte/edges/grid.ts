/** A square grid over a photo, and what it says of each pixel. */
import { spreadCells } from '../../kernels/edges.js'
import { bytesAt, floatsAt, intsAt, reserve } from '../../kernels/memory.js'
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
  const at = reserve({ cells: cells.length, lows: width * 4, parts: width * 4, line: (size + 1) * 4, row: width })
  bytesAt(at.cells, cells.length).set(cells)
  intsAt(at.lows, width).set(across.low)
  floatsAt(at.parts, width).set(across.part)
  const row = bytesAt(at.row, width)
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [above, below] = [at.cells + down.low[y]! * size, at.cells + down.high[y]! * size]
    spreadCells(above, below, down.part[y]!, size, at.lows, at.parts, width, at.line, at.row)
    out.set(row, y * width)
  }
  return out
}
