/**
 * The subject's own colours. A pixel with a thin hair shows half hair, half old background; on a new background the old
 * half would show as a fringe. Subject and background around a pixel are two colours, and the pixel lies somewhere on the
 * line between them: what of it is the background's is taken away. Where alpha is nearly 1, the photo's colour stays.
 */
import { cleanLine } from '../kernels/colour-line.js'
import { bytesAt, floatsAt } from '../kernels/memory.js'
import type { Cutout } from '../raster/picture.js'
import { tapsFor } from '../raster/taps.js'
import { findSurroundings } from './surroundings.js'

/** For a picture whose alpha is final: colours are changed in place near edges, where alpha is not 0. */
export function cleanColours(picture: Cutout): void {
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
      cleanLine(band.colour + i * width * 3, band.alpha + i * width, width, ...around)
    }
    colours.set(bytesAt(band.colour, colours.length))
  }
}
