/**
 * The edge of a free preview is as fine as on a picture of 640 px, however large the preview is: alpha is reduced to that
 * size and smoothly enlarged again. Fine edges are what a cut-out is paid for, and unlike a watermark, missing detail cannot
 * be computed back.
 *
 * Colours along the edge are reduced with it. The fine alpha has cleaned them of the background, so that comparing them with
 * the photo would give it away; and where the coarse edge reaches further than the fine one, they are the background's.
 */
import { type Cutout, fitWithin, type Size } from '../raster/picture.js'
import { rawPicture, resample } from '../raster/resample.js'

const PREVIEW_DETAIL = 640

export async function coarsenEdges(cutout: Cutout): Promise<void> {
  const reduced = fitWithin(cutout, PREVIEW_DETAIL)
  if (reduced.width === cutout.width && reduced.height === cutout.height) return
  const alphas = await withBorder(await resample(cutout.alpha, cutout, 1, reduced), reduced)
  const grid = { columns: cellsAlong(cutout.width, reduced.width), rows: cellsAlong(cutout.height, reduced.height) }
  const edge = fillSolid(alphas, cutout, grid)
  // All are measured before any is changed: each cell needs its neighbours as they were.
  const values = valuesAround(edge, alphas, cutout, grid)
  for (const cell of edge) enlarge(cell, values, cutout, grid)
}

/** With its outermost pixels once more around it, so that all others have neighbours. */
const withBorder = (plane: Uint8Array, size: Size): Promise<Uint8Array> =>
  rawPicture(plane, size, 1)
    .extend({ top: 1, right: 1, bottom: 1, left: 1, extendWith: 'copy' })
    .extractChannel(0)
    .raw()
    .toBuffer()

/** The pixels of a line that lie in each pixel of the reduced one, its cells; the first and the last are there twice. */
interface LineOfCells {
  readonly count: number
  readonly from: Int32Array
  readonly to: Int32Array
  /** Three per pixel: how much of it comes from the cell before its own, its own, and the one after. */
  readonly shares: Float32Array
}

/** Cells are numbered row by row. */
interface Grid {
  readonly columns: LineOfCells
  readonly rows: LineOfCells
}

function cellsAlong(pixels: number, inner: number): LineOfCells {
  const start = (cell: number): number => Math.ceil((cell * pixels) / inner - 0.5)
  const cells = Array.from({ length: inner + 2 }, (_, i) => Math.min(inner - 1, Math.max(0, i - 1)))
  const shares = new Float32Array(pixels * 3)
  for (const cell of cells) {
    for (let pixel = start(cell); pixel < start(cell + 1); pixel++) {
      // From the middle of its cell, in cells. The weights of a quadratic spline leave no kinks and no ringing.
      const at = ((pixel + 0.5) * inner) / pixels - cell - 0.5
      shares.set([(0.5 - at) ** 2 / 2, 0.75 - at ** 2, (0.5 + at) ** 2 / 2], pixel * 3)
    }
  }
  const [from, to] = [Int32Array.from(cells, start), Int32Array.from(cells, (cell) => start(cell + 1))]
  return { count: cells.length, from, to, shares }
}

/** Makes all solid cells solid to the last pixel: single ones may be a trace different. Returns the other cells. */
function fillSolid(alphas: Uint8Array, { width, alpha }: Cutout, { columns, rows }: Grid): number[] {
  const others: number[] = []
  const last = columns.count - 1
  for (let row = 1; row < rows.count - 1; row++) {
    const cells = row * columns.count
    let start = 1
    for (let column = 1; column <= last; column++) {
      if (column < last && isSolid(alphas, cells + column, columns.count)) continue
      // Solid ones of both kinds never touch, so all since the start are of one kind.
      const [left, right] = [columns.from[start]!, columns.to[column - 1]!]
      for (let y = rows.from[row]!; start < column && y < rows.to[row]!; y++)
        alpha.fill(alphas[cells + start]!, y * width + left, y * width + right)
      if (column < last) others.push(cells + column)
      start = column + 1
    }
  }
  return others
}

/** Whether nothing or everything is subject, in the cell and all around it. */
function isSolid(alphas: Uint8Array, cell: number, stride: number): boolean {
  const alpha = alphas[cell]!
  if (alpha !== 0 && alpha !== 255) return false
  for (let row = cell - stride; row <= cell + stride; row += stride) {
    if (alphas[row - 1] !== alpha || alphas[row] !== alpha || alphas[row + 1] !== alpha) return false
  }
  return true
}

function boundsOf(cell: number, { columns, rows }: Grid) {
  const column = cell % columns.count
  const row = (cell - column) / columns.count
  return { left: columns.from[column]!, right: columns.to[column]!, top: rows.from[row]!, bottom: rows.to[row]! }
}

/** Of each cell: its alpha; how much is seen of it; and its red, green and blue, weighted by how much each pixel is seen. */
const VALUES = 5

/** The values of these cells and of all that touch them. */
function valuesAround(edge: readonly number[], alphas: Uint8Array, cutout: Cutout, grid: Grid): Float32Array {
  const stride = grid.columns.count
  const values = new Float32Array(alphas.length * VALUES)
  const known = new Uint8Array(alphas.length)
  for (const cell of edge) {
    for (let row = cell - stride; row <= cell + stride; row += stride) {
      for (let near = row - 1; near <= row + 1; near++) {
        if (known[near] === 1) continue
        known[near] = 1
        values[near * VALUES] = alphas[near]!
        measure(near, values, cutout, grid)
      }
    }
  }
  return values
}

function measure(cell: number, values: Float32Array, { width, colour, alpha }: Cutout, grid: Grid): void {
  const { left, right, top, bottom } = boundsOf(cell, grid)
  let [weight, r, g, b] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let pixel = y * width + left; pixel < y * width + right; pixel++) {
      const visible = alpha[pixel]!
      weight += visible
      r += colour[pixel * 3]! * visible
      g += colour[pixel * 3 + 1]! * visible
      b += colour[pixel * 3 + 2]! * visible
    }
  }
  values.set([weight, r, g, b], cell * VALUES + 1)
}

/** The values of a cell and of the two beside it, each mixed with those above and below. */
const mixed = new Float32Array(3 * VALUES)

function enlarge(cell: number, values: Float32Array, { width, colour, alpha }: Cutout, grid: Grid): void {
  const { columns, rows } = grid
  const { left, right, top, bottom } = boundsOf(cell, grid)
  for (let y = top; y < bottom; y++) {
    mixRows(cell, values, columns.count * VALUES, rows.shares, y * 3)
    for (let x = left; x < right; x++) {
      const before = columns.shares[x * 3]!
      const own = columns.shares[x * 3 + 1]!
      const after = columns.shares[x * 3 + 2]!
      const weight = mixed[1]! * before + mixed[6]! * own + mixed[11]! * after
      const visible = weight === 0 ? 0 : mixed[0]! * before + mixed[5]! * own + mixed[10]! * after
      const pixel = y * width + x
      alpha[pixel] = visible + 0.5
      if (visible < 0.5 || visible >= 254.5) continue
      colour[pixel * 3] = (mixed[2]! * before + mixed[7]! * own + mixed[12]! * after) / weight + 0.5
      colour[pixel * 3 + 1] = (mixed[3]! * before + mixed[8]! * own + mixed[13]! * after) / weight + 0.5
      colour[pixel * 3 + 2] = (mixed[4]! * before + mixed[9]! * own + mixed[14]! * after) / weight + 0.5
    }
  }
}

function mixRows(cell: number, values: Float32Array, stride: number, shares: Float32Array, at: number): void {
  const first = (cell - 1) * VALUES
  for (let i = 0; i < mixed.length; i++) {
    mixed[i] =
      values[first + i - stride]! * shares[at]! +
      values[first + i]! * shares[at + 1]! +
      values[first + i + stride]! * shares[at + 2]!
  }
}
