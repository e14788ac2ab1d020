/** Lines of a picture by the cells of the portrait that they lie over. */
import type { Size } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import { type CellGrid, cellsUnder, type PortraitMatte } from './portrait-matte.js'

/**
 * How lines lie over cells, as kernels take it: the cell of the first pixel of the first line, and by how much those of the next
 * pixel and of the next line differ; then the strip's first line, and how many it has.
 */
type StripPlace = readonly [
  column: number,
  row: number,
  dColumn: number,
  dRow: number,
  downColumn: number,
  downRow: number,
  top: number,
  lines: number,
]

/** So many pixels are worked on at once: less than processors keep at hand. */
const STRIP_PIXELS = 65_536

/** The most lines that a strip of a picture has. */
export const linesInStrip = (width: number): number => Math.max(1, Math.floor(STRIP_PIXELS / width))

/**
 * Visits the lines of a picture that may have pixels in wanted cells, strip by strip. `toPhotoPoint` is linear, from middles of
 * pixels to points of the photo.
 */
export function visitStrips(
  portrait: PortraitMatte,
  isWanted: Uint8Array,
  { width, height }: Size,
  toPhotoPoint: (at: Point) => Point,
  visit: (top: number, end: number, place: StripPlace) => void,
): void {
  const grid = cellsUnder(portrait, toPhotoPoint)
  const { first, across, down } = grid
  const { top, bottom } = linesOver(rowsOf(isWanted, portrait.width), portrait.width, grid)
  const last = Math.min(height, bottom)
  const most = linesInStrip(width)
  for (let from = Math.max(0, top); from < last; from += most) {
    const end = Math.min(last, from + most)
    visit(from, end, [...first, ...across, ...down, from, end - from])
  }
}

/** The first row that has wanted cells, and the one after the last. */
function rowsOf(isWanted: Uint8Array, columns: number): readonly [from: number, to: number] {
  const [first, last] = [isWanted.indexOf(1), isWanted.lastIndexOf(1)]
  return [Math.floor(first / columns), Math.floor(last / columns) + 1]
}

/** The lines of the picture that may reach these rows of cells, with one more on either side. */
function linesOver([from, to]: readonly [number, number], columns: number, { first, across, down }: CellGrid) {
  const determinant = across[0] * down[1] - across[1] * down[0]
  const lines = [from - 0.5, to - 0.5].flatMap((row) =>
    [-0.5, columns - 0.5].map(
      (column) => (across[0] * (row - first[1]) - across[1] * (column - first[0])) / determinant,
    ),
  )
  return { top: Math.floor(Math.min(...lines)) - 1, bottom: Math.ceil(Math.max(...lines)) + 2 }
}
