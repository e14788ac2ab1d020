/**
 * The subject's own colours. A pixel with a thin hair shows half hair, half old background; on a new background the old
 * half would show as a fringe. Subject and background around a pixel are two colours, and the pixel lies somewhere on the
 * line between them: what of it is the background's is taken away. Where alpha is nearly 1, the photo's colour stays.
 */
import { changed, floats, hold, kernels } from '../kernels/room.js'
import type { Cutout } from '../raster/picture.js'
import { tapsFor } from '../raster/taps.js'
import { CELL_FLOATS, type Surroundings, withSurroundings } from './surroundings.js'

/** For a picture whose alpha is final: colours are changed in place near edges, where alpha is not 0. */
export function cleanColours(picture: Cutout): void {
  withSurroundings(picture, (around) => cleanRows(picture, around))
}

function cleanRows({ width, height, colour, alpha }: Cutout, around: Surroundings): void {
  const { cells, columns, rows, cell } = around
  const across = tapsFor(width, columns, columns * cell)
  const down = tapsFor(height, rows, rows * cell)
  hold({ doubt: around.doubt, lows: across.low, parts: across.part }, ({ doubt, lows, parts }) => {
    for (let row = 0; row < rows; row++) {
      const start = row * columns
      if (around.doubt.subarray(start, start + columns).every((value) => value === 0)) continue
      for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y++) {
        kernels.cleanLine(
          changed(colour.subarray(y * width * 3, (y + 1) * width * 3)),
          alpha.subarray(y * width, (y + 1) * width),
          width,
          cells,
          doubt,
          doubt.at(start),
          columns,
          cell,
          down.low[y]!,
          down.high[y]!,
          down.part[y]!,
          lows,
          parts,
          floats(columns * CELL_FLOATS),
        )
      }
    }
  })
}
