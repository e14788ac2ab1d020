/**
 * What subject and background look like around each stretch of edge, on a small grid. Only sure places are asked: near
 * an edge even a high alpha may be wrong by a pixel or two, and a colour taken there would be half the other side's.
 * From the sure cells the colours spread to all others (pull and push): ever coarser grids gather what is known, and on
 * the way back each cell keeps what it knows itself and takes the rest from the coarser one. The nearest known cells
 * count most, and gaps of any width are filled smoothly.
 *
 * The grids are held in the kernels' memory, where the pixels' turn comes next (foreground.ts).
 */
import { bytes, changed, filled, floats, type Held, hold, kernels } from '../kernels/room.js'
import type { Cutout } from '../raster/picture.js'

/** The longer side of the grid. */
const SIDE = 300
/** Alpha up to this is background, from 255 minus this on it is subject. */
const NEARLY = 8
/** What a pixel that is not sure counts for: enough where nothing else is known, as in a lone strand. */
const FAINT = 0.002
/** From this weight on, a cell needs no help from its surroundings. */
const ENOUGH = 0.25
/** Per cell: red, green, blue and mean variance of the subject, then of the background; the rest is unused. */
export const CELL_FLOATS = 12

interface Grid {
  readonly columns: number
  readonly rows: number
  /** The side of a cell in pixels of the picture; the last ones may reach beyond it. */
  readonly cell: number
}

export interface Surroundings extends Grid {
  readonly cells: Held<Float32Array>
  /** Per cell: 1 where subject and background meet, down to 0 in sure cells, whose pixels stay as they are. */
  readonly doubt: Float32Array
}

/** `use` is not called when subject and background meet nowhere. */
export function withSurroundings(picture: Cutout, use: (found: Surroundings) => void): void {
  const { width, height } = picture
  const cell = Math.max(1, Math.floor(Math.max(width, height) / SIDE))
  const grid = { columns: Math.ceil(width / cell), rows: Math.ceil(height / cell), cell }
  const levels = levelsFrom(grid)
  const found = weighDoubt(picture, grid)
  if (!found) return
  const { doubt, edges, marks } = found
  const count = levels.reduce((sum, level) => sum + level.columns * level.rows, 0)
  hold({ cells: floats(count * CELL_FLOATS), edges }, (held) => {
    addCells(picture, grid, marks, held.cells)
    spreadColours(levels, held.cells, held.edges)
    use({ ...grid, cells: held.cells, doubt })
  })
}

/** Which cells are not all subject, and which are not all background, with a border of empty cells: see spreadMarks. */
interface Marks {
  readonly stride: number
  readonly notSubject: Uint8Array
  readonly notBackground: Uint8Array
}

const marksOfRow = (row: number, stride: number): number => (row + 1) * stride + 16

/** Undefined when there is none. */
function weighDoubt({ width, alpha }: Cutout, { columns, rows, cell }: Grid) {
  const stride = Math.ceil(columns / 16) * 16 + 32
  const length = stride * (rows + 2)
  const marks: Marks = { stride, notSubject: new Uint8Array(length), notBackground: new Uint8Array(length) }
  const [doubt, edges] = [new Float32Array(columns * rows), new Uint8Array(columns * rows)]
  const regions = { notSubject: changed(marks.notSubject), notBackground: changed(marks.notBackground) }
  const doubtful = hold(regions, ({ notSubject, notBackground }) => {
    for (let row = 0; row < rows; row++) {
      const pixels = rowsOf(alpha, width, row, cell)
      const at = marksOfRow(row, stride)
      const lines = bytes((width + 16) * 2)
      const count = pixels.length / width
      kernels.markCells(pixels, width, count, cell, NEARLY, notSubject.at(at), notBackground.at(at), lines)
    }
    for (const region of [notSubject, notBackground])
      kernels.spreadMarks(region, stride, rows, bytes(length), bytes(length))
    return kernels.weighDoubt(notSubject, notBackground, stride, columns, rows, filled(doubt), filled(edges))
  })
  return doubtful > 0 ? { marks, doubt, edges } : undefined
}

/** What the pixels of each cell say of its colours. */
function addCells(
  { width, colour, alpha }: Cutout,
  { columns, rows, cell }: Grid,
  { stride, ...marks }: Marks,
  cells: Held<Float32Array>,
): void {
  hold({ ...marks, faint: faintWeights(cell) }, ({ notSubject, notBackground, faint }) => {
    for (let row = 0; row < rows; row++) {
      const pixels = rowsOf(alpha, width, row, cell)
      const at = marksOfRow(row, stride)
      kernels.addCells(
        rowsOf(colour, width * 3, row, cell),
        pixels,
        width,
        pixels.length / width,
        cell,
        columns,
        notSubject.at(at),
        notBackground.at(at),
        faint,
        cells.at(row * columns * CELL_FLOATS),
      )
    }
  })
}

/** The pixels of one row of cells. */
const rowsOf = (plane: Uint8Array, rowBytes: number, row: number, cell: number): Uint8Array =>
  plane.subarray(row * cell * rowBytes, (row + 1) * cell * rowBytes)

/** By alpha: pixels near an edge count a little, and the less the further they are from one side. */
function faintWeights(cell: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, alpha) => (FAINT / (cell * cell)) * (alpha / 255) ** 4)
}

/** The grid itself and ever coarser ones, down to a single cell. */
function levelsFrom(grid: Pick<Grid, 'columns' | 'rows'>): Pick<Grid, 'columns' | 'rows'>[] {
  const levels = [{ columns: grid.columns, rows: grid.rows }]
  for (let last = levels[0]!; last.columns > 1 || last.rows > 1; levels.push(last))
    last = { columns: Math.ceil(last.columns / 2), rows: Math.ceil(last.rows / 2) }
  return levels
}

/** The levels lie one after the other, the finest first. */
function spreadColours(
  levels: readonly Pick<Grid, 'columns' | 'rows'>[],
  cells: Held<Float32Array>,
  edges: Held<Uint8Array>,
): void {
  let start = 0
  const placed = levels.map(({ columns, rows }) => {
    const level = { columns, rows, cells: cells.at(start), count: columns * rows }
    start += level.count * CELL_FLOATS
    return level
  })
  const coarsest = placed.at(-1)!
  for (const [i, { cells: fine, columns, rows }] of placed.slice(0, -1).entries()) {
    const next = placed[i + 1]!
    const half = floats(next.columns * rows * CELL_FLOATS)
    kernels.gatherLevel(fine, columns, rows, ENOUGH, next.cells, next.columns, next.rows, half)
  }
  kernels.ownShares(coarsest.cells, coarsest.count, ENOUGH)
  kernels.fillCoarsest(coarsest.cells, coarsest.count)
  for (let i = placed.length - 2; i >= 0; i--) {
    const { cells: fine, columns, rows } = placed[i]!
    const coarse = placed[i + 1]!
    // In the finest level, cells away from edges are left out.
    kernels.fillLevel(fine, columns, rows, coarse.cells, coarse.columns, coarse.rows, i === 0 ? edges : null)
  }
  kernels.toVariances(cells, placed[0]!.count, edges)
}
