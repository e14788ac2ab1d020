/** Lines of a picture by the cells of the portrait that they lie over. */
import type { Point } from '../raster/point.js'
import { type CellGrid, cellsUnder, type PortraitMatte } from './portrait-matte.js'

/** How a line lies over cells: that of its first pixel, and by how much that of the next one differs. */
type LinePlace = readonly [column: number, row: number, dColumn: number, dRow: number]

/**
 * Visits the lines, of a picture that has so many, that may have pixels in wanted cells. `toPhotoPoint` is linear, from middles of
 * pixels to points of the photo.
 */
export function visitLines(
  portrait: PortraitMatte,
  isWanted: Uint8Array,
  height: number,
  toPhotoPoint: (at: Point) => Point,
  visit: (y: number, place: LinePlace) => void,
): void {
  const grid = cellsUnder(portrait, toPhotoPoint)
  const { first, across, down } = grid
  const { top, bottom } = linesOver(rowsOf(isWanted, portrait.width), portrait.width, grid)
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
    visit(y, [first[0] + y * down[0], first[1] + y * down[1], ...across])
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
