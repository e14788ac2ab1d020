/**
 * Subject and background around a pixel are two colours, and the pixel lies somewhere on the line between them: where,
 * says how much of it is subject. The more clearly the two differ, the more that counts against what alpha says.
 */
import { cleanLine, sharpenLine } from '../kernels/colour-line.js'
import { bytesAt, floatsAt } from '../kernels/memory.js'
import type { Cutout } from '../raster/picture.js'
import { tapsFor } from '../raster/taps.js'
import { findSurroundings } from './surroundings.js'

/** Soft alpha goes `way` (0..1) of the way to what the colours say; what is exactly 0 or 255 stays. */
export function moveAlpha(picture: Cutout, way: number): void {
  forEachBand(picture, 'alpha', (colour, alpha, around) => sharpenLine(colour, alpha, picture.width, way, ...around))
}

/** Whatever is visible near an edge gets the subject's own colour. */
export function cleanColour(picture: Cutout): void {
  forEachBand(picture, 'colour', (colour, alpha, around) => cleanLine(colour, alpha, picture.width, ...around))
}

type Around = Parameters<typeof cleanLine> extends [unknown, unknown, unknown, ...infer Rest] ? Rest : never

/** `line` is called for every row of pixels that passes near an edge; then the changed plane is copied back. */
function forEachBand(
  picture: Cutout,
  changed: 'colour' | 'alpha',
  line: (colour: number, alpha: number, around: Around) => void,
): void {
  const found = findSurroundings(picture)
  if (!found) return
  const { width, height, colour, alpha } = picture
  const { cells, doubt, columns, rows, cell, lows, parts, band } = found
  const down = tapsFor(height, rows, rows * cell)
  for (let row = 0; row < rows; row++) {
    const doubtHere = doubt + row * columns * 4
    if (floatsAt(doubtHere, columns).every((value) => value === 0)) continue
    const first = row * cell
    const count = Math.min(cell, height - first)
    const ofBand = {
      colour: colour.subarray(first * width * 3, (first + count) * width * 3),
      alpha: alpha.subarray(first * width, (first + count) * width),
    }
    bytesAt(band.colour, ofBand.colour.length).set(ofBand.colour)
    bytesAt(band.alpha, ofBand.alpha.length).set(ofBand.alpha)
    for (let i = 0; i < count; i++) {
      const y = first + i
      const vertically = [down.low[y]!, down.high[y]!, down.part[y]!] as const
      const around: Around = [cells, doubt, doubtHere, columns, cell, ...vertically, lows, parts, found.line]
      line(band.colour + i * width * 3, band.alpha + i * width, around)
    }
    ofBand[changed].set(bytesAt(band[changed], ofBand[changed].length))
  }
}
