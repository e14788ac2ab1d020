/**
 * Subject and background around a pixel are two colours, and the pixel lies somewhere on the line between them: where,
 * says how much of it is subject. The more clearly the two differ, the more that counts against what alpha says.
 */
import { softLine } from '../kernels/colour-line.js'
import { bytesAt, floatsAt } from '../kernels/memory.js'
import type { Cutout } from '../raster/picture.js'
import { tapsFor } from '../raster/taps.js'
import { findSurroundings } from './surroundings.js'

export interface EdgeWork {
  /** Soft alpha goes this part (0..1) of the way to what the colours say; what is exactly 0 or 255 stays. */
  readonly sharpen?: number
  /** Whatever is visible near an edge gets the subject's own colour. */
  readonly clean?: boolean
}

/** Changes the picture's planes in place, first alpha, then colours. */
export function workOnEdges(picture: Cutout, { sharpen = 0, clean = false }: EdgeWork): void {
  const found = findSurroundings(picture)
  if (!found) return
  const { width, height, colour, alpha } = picture
  const { cells, doubt, columns, rows, cell, lows, parts, line, band } = found
  const down = tapsFor(height, rows, rows * cell)
  for (let row = 0; row < rows; row++) {
    const doubtHere = doubt + row * columns * 4
    if (floatsAt(doubtHere, columns).every((value) => value === 0)) continue
    const first = row * cell
    const count = Math.min(cell, height - first)
    const colours = colour.subarray(first * width * 3, (first + count) * width * 3)
    const alphas = alpha.subarray(first * width, (first + count) * width)
    bytesAt(band.colour, colours.length).set(colours)
    bytesAt(band.alpha, alphas.length).set(alphas)
    for (let i = 0; i < count; i++) {
      const vertically = [down.low[first + i]!, down.high[first + i]!, down.part[first + i]!] as const
      const around = [cells, doubt, doubtHere, columns, cell, ...vertically, lows, parts, line] as const
      const pixels = [band.colour + i * width * 3, band.alpha + i * width, width] as const
      if (sharpen > 0) softLine(0, sharpen, ...pixels, ...around)
      if (clean) softLine(1, 0, ...pixels, ...around)
    }
    if (sharpen > 0) alphas.set(bytesAt(band.alpha, alphas.length))
    if (clean) colours.set(bytesAt(band.colour, colours.length))
  }
}
