/**
 * What subject and background look like around each stretch of edge, on a small grid. Only sure places are asked: near
 * an edge even a high alpha may be wrong by a pixel or two, and a colour taken there would be half the other side's.
 * From the sure cells the colours spread to all others (pull and push): ever coarser grids gather what is known, and on
 * the way back each cell keeps what it knows itself and takes the rest from the coarser one. The nearest known cells
 * count most, and gaps of any width are filled smoothly.
 *
 * The loops are kernels; their grids stay in kernel memory, where the pixels' turn comes next (foreground.ts).
 */
import { type Address, bytesAt, floatsAt, intsAt, reserve } from '../kernels/memory.js'
import * as kernels from '../kernels/surroundings.js'
import type { Cutout } from '../raster/picture.js'
import { tapsFor } from '../raster/taps.js'

/** The longer side of the grid. */
const SIDE = 300
/** Alpha up to this is background, from 255 minus this on it is subject. */
const NEARLY = 8
/** What a pixel that is not sure counts for: enough where nothing else is known, as in a lone strand. */
const FAINT = 0.002
/** From this weight on, a cell needs no help from its surroundings. */
const ENOUGH = 0.25

interface Grid {
  readonly columns: number
  readonly rows: number
  /** The side of a cell in pixels of the picture; the last ones may reach beyond it. */
  readonly cell: number
}

/** In kernel memory, until the next step reserves its own. */
export interface Surroundings extends Grid {
  /** Per cell, 48 bytes: red, green, blue and mean variance of the subject, then of the background; the rest is unused. */
  readonly cells: Address
  /** Per cell: 1 where subject and background meet, down to 0 in sure cells, whose pixels stay as they are. */
  readonly doubt: Address
  /** For each pixel of a row: the cell to its left, and how far it is from there to the next one. */
  readonly lows: Address
  readonly parts: Address
  /** A row of cells to work in. */
  readonly line: Address
  /** Room for as many rows of pixels as a cell has, of colour and of alpha. */
  readonly band: { readonly colour: Address; readonly alpha: Address }
}

/** Undefined when subject and background meet nowhere. */
export function findSurroundings(picture: Cutout): Surroundings | undefined {
  const { width, height } = picture
  const cell = Math.max(1, Math.floor(Math.max(width, height) / SIDE))
  const grid = { columns: Math.ceil(width / cell), rows: Math.ceil(height / cell), cell }
  const { columns, rows } = grid
  const levels = levelsFrom(grid)
  // A border of empty cells: see spreadMarks.
  const stride = Math.ceil(columns / 16) * 16 + 32
  const marksBytes = stride * (rows + 2)
  const at = reserve({
    cells: levels.reduce((sum, level) => sum + level.columns * level.rows, 0) * kernels.CELL_BYTES,
    half: Math.ceil(columns / 2) * rows * kernels.CELL_BYTES,
    doubt: columns * rows * 4,
    edges: columns * rows,
    notSubject: marksBytes,
    notBackground: marksBytes,
    current: marksBytes,
    widened: marksBytes,
    faint: 256 * 4,
    lines: (width + 16) * 2,
    colour: width * cell * 3 + 16,
    alpha: width * cell + 16,
    lows: (width + 4) * 4,
    parts: (width + 4) * 4,
    line: columns * kernels.CELL_BYTES,
  })
  const marksOf = (marks: Address, row: number): Address => marks + (row + 1) * stride + 16

  bytesAt(at.notSubject, 2 * marksBytes).fill(0)
  for (let row = 0; row < rows; row++) {
    const count = copyRows(picture.alpha, width, at.alpha, row, grid)
    const [notSubject, notBackground] = [marksOf(at.notSubject, row), marksOf(at.notBackground, row)]
    kernels.markCells(at.alpha, width, count, cell, NEARLY, notSubject, notBackground, at.lines)
  }
  kernels.spreadMarks(at.notSubject, stride, rows, at.current, at.widened)
  kernels.spreadMarks(at.notBackground, stride, rows, at.current, at.widened)
  const doubtful = kernels.weighDoubt(at.notSubject, at.notBackground, stride, columns, rows, at.doubt, at.edges)
  if (doubtful === 0) return undefined

  floatsAt(at.faint, 256).set(faintWeights(cell))
  for (let row = 0; row < rows; row++) {
    copyRows(picture.alpha, width, at.alpha, row, grid)
    const count = copyRows(picture.colour, width * 3, at.colour, row, grid)
    const [notSubject, notBackground] = [marksOf(at.notSubject, row), marksOf(at.notBackground, row)]
    const cells = at.cells + row * columns * kernels.CELL_BYTES
    kernels.addCells(at.colour, at.alpha, width, count, cell, columns, notSubject, notBackground, at.faint, cells)
  }
  spreadColours(levels, at.cells, at.half, at.edges)

  const across = tapsFor(width, columns, columns * cell)
  intsAt(at.lows, width + 4)
    .fill(0)
    .set(across.low)
  floatsAt(at.parts, width + 4)
    .fill(0)
    .set(across.part)
  return { ...grid, ...at, band: at }
}

/** Copies the pixels of one row of cells; returns how many rows of pixels these are. */
function copyRows(plane: Uint8Array, rowBytes: number, to: Address, row: number, { cell }: Grid): number {
  const pixels = plane.subarray(row * cell * rowBytes, (row + 1) * cell * rowBytes)
  bytesAt(to, pixels.length).set(pixels)
  return pixels.length / rowBytes
}

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

/** No cell is left out. */
const ALL: Address = 0

/** The levels lie in memory one after the other, the finest first. */
function spreadColours(
  levels: readonly Pick<Grid, 'columns' | 'rows'>[],
  cells: Address,
  half: Address,
  edges: Address,
): void {
  let start = cells
  const placed = levels.map(({ columns, rows }) => {
    const level = { columns, rows, at: start, count: columns * rows }
    start += level.count * kernels.CELL_BYTES
    return level
  })
  const coarsest = placed.at(-1)!
  for (const [i, { at, columns, rows }] of placed.slice(0, -1).entries()) {
    const next = placed[i + 1]!
    kernels.gatherLevel(at, columns, rows, ENOUGH, next.at, next.columns, next.rows, half)
  }
  kernels.ownShares(coarsest.at, coarsest.count, ENOUGH)
  kernels.fillCoarsest(coarsest.at, coarsest.count)
  for (let i = placed.length - 2; i >= 0; i--) {
    const { at, columns, rows } = placed[i]!
    const coarse = placed[i + 1]!
    kernels.fillLevel(at, columns, rows, coarse.at, coarse.columns, coarse.rows, i === 0 ? edges : ALL)
  }
  kernels.toVariances(cells, placed[0]!.count, edges)
}
