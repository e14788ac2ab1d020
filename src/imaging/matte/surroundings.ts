/** The wide pass of foreground estimation: the colours of subject and background around each soft edge. */
import type { Cutout } from '../raster/picture.js'

/** The wide window, relative to the longer side. */
const WIDE_WINDOW = 0.03
/** The longer side of the small copy. */
const SMALL_SIDE = 400

/** Mean colours of subject and background around each point, on a small grid. */
export interface Surroundings {
  readonly width: number
  readonly height: number
  /** The side of a cell in pixels of the picture; the last ones may reach beyond it. */
  readonly cell: number
  /** Red, green, blue of the subject, then of the background, per cell. */
  readonly colours: Float32Array
}

/** The wide pass; undefined when nothing is partly transparent. */
export function findSurroundings(picture: Cutout): Surroundings | undefined {
  const longest = Math.max(picture.width, picture.height)
  const cell = Math.max(1, Math.floor(longest / SMALL_SIDE))
  const grid = { width: Math.ceil(picture.width / cell), height: Math.ceil(picture.height / cell), cell }
  const radius = Math.max(1, Math.round((WIDE_WINDOW * longest) / cell / 2))
  const soft = softCells(picture, grid)
  if (!soft.includes(1)) return undefined
  // Per cell: the subject's weight and its sums of red, green, blue; then the same for the background.
  const sums = new Float64Array(grid.width * grid.height * 8)
  addUp(picture, grid, dilate(soft, grid, radius), sums)
  return meansAround(sums, grid, soft, radius)
}

interface Grid {
  readonly width: number
  readonly height: number
  readonly cell: number
}

function softCells({ alpha, width, height }: Cutout, grid: Grid): Uint8Array {
  const soft = new Uint8Array(grid.width * grid.height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / grid.cell) * grid.width
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (alpha[i]! > 0 && alpha[i]! < 255) soft[row + Math.floor(x / grid.cell)] = 1
    }
  }
  // Pixels interpolate between cells: the neighbouring cells must be known too.
  return dilate(soft, grid, 1)
}

/** Marks all cells within `radius` of a marked one. */
function dilate(marks: Uint8Array, { width, height }: Grid, radius: number): Uint8Array {
  const along = (from: Uint8Array, lines: number, length: number, step: number, stride: number): Uint8Array => {
    const out = new Uint8Array(from.length)
    for (let line = 0; line < lines; line++) {
      for (let i = 0; i < length; i++) {
        if (!from[line * stride + i * step]) continue
        const end = Math.min(length - 1, i + radius)
        for (let j = Math.max(0, i - radius); j <= end; j++) out[line * stride + j * step] = 1
      }
    }
    return out
  }
  return along(along(marks, height, width, 1, width), width, height, width, 1)
}

function addUp({ colour, alpha, width, height }: Cutout, grid: Grid, wanted: Uint8Array, sums: Float64Array): void {
  for (let cellY = 0; cellY < grid.height; cellY++) {
    const bottom = Math.min(height, (cellY + 1) * grid.cell)
    for (let cellX = 0; cellX < grid.width; cellX++) {
      const at = cellY * grid.width + cellX
      if (!wanted[at]) continue
      const right = Math.min(width, (cellX + 1) * grid.cell)
      let front = 0
      let fr = 0
      let fg = 0
      let fb = 0
      let all = 0
      let r = 0
      let g = 0
      let b = 0
      for (let y = cellY * grid.cell; y < bottom; y++) {
        for (let x = cellX * grid.cell, i = y * width + x; x < right; x++, i++) {
          const a = alpha[i]!
          const red = colour[i * 3]!
          const green = colour[i * 3 + 1]!
          const blue = colour[i * 3 + 2]!
          front += a
          fr += a * red
          fg += a * green
          fb += a * blue
          all += 255
          r += red
          g += green
          b += blue
        }
      }
      sums[at * 8] = front
      sums[at * 8 + 1] = fr
      sums[at * 8 + 2] = fg
      sums[at * 8 + 3] = fb
      sums[at * 8 + 4] = all - front
      sums[at * 8 + 5] = r * 255 - fr
      sums[at * 8 + 6] = g * 255 - fg
      sums[at * 8 + 7] = b * 255 - fb
    }
  }
}

/** Sums over the window around each cell, divided by their weights. */
function meansAround(sums: Float64Array, grid: Grid, wanted: Uint8Array, radius: number): Surroundings {
  const { width, height } = grid
  const rows = new Float64Array(sums.length)
  for (let y = 0; y < height; y++) slide(sums, rows, y * width * 8, width, 8, radius)
  const windows = new Float64Array(sums.length)
  for (let x = 0; x < width; x++) slide(rows, windows, x * 8, height, width * 8, radius)
  const colours = new Float32Array(width * height * 6)
  for (let at = 0; at < wanted.length; at++) {
    if (!wanted[at]) continue
    for (let side = 0; side < 2; side++) {
      const weight = windows[at * 8 + side * 4]! + 1e-3
      for (let c = 0; c < 3; c++) colours[at * 6 + side * 3 + c] = windows[at * 8 + side * 4 + 1 + c]! / weight
    }
  }
  return { width, height, cell: grid.cell, colours }
}

/** Running sums of all eight values along one line. */
function slide(
  from: Float64Array,
  to: Float64Array,
  start: number,
  length: number,
  step: number,
  radius: number,
): void {
  const sum = new Float64Array(8)
  for (let i = 0; i < Math.min(radius, length); i++) {
    for (let k = 0; k < 8; k++) sum[k]! += from[start + i * step + k]!
  }
  for (let i = 0; i < length; i++) {
    const at = start + i * step
    const entering = i + radius < length ? at + radius * step : -1
    const leaving = i > radius ? at - (radius + 1) * step : -1
    for (let k = 0; k < 8; k++) {
      let value = sum[k]!
      if (entering >= 0) value += from[entering + k]!
      if (leaving >= 0) value -= from[leaving + k]!
      sum[k] = value
      to[at + k] = value
    }
  }
}
