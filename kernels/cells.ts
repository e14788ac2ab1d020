/** A blur of one part of a picture on a grid of cells: see src/imaging/style/pixels/blur-within.ts. */
import { rowBetween } from './bilinear'
import { towards } from './four-pixels'
import { loadPixel, storePixel } from './pixel'

/**
 * Per cell 16 bytes: the sum of colours times weights, and of weights, as floats. `part`: how much each pixel belongs, 0..1,
 * or with `outside` how much it does not; weights are its square.
 */
export function gatherPart(
  colour: usize,
  part: usize,
  outside: bool,
  width: i32,
  height: i32,
  cell: i32,
  columns: i32,
  cells: usize,
): void {
  memory.fill(cells, 0, (<usize>(columns * ((height + cell - 1) / cell))) << 4)
  for (let y = 0; y < height; y++) {
    let to = cells + ((<usize>((y / cell) * columns)) << 4)
    for (let x = 0; x < width; to += 16) {
      let sum = v128.load(to)
      for (const ends = min(width, x + cell); x < ends; x++, part += 4, colour += 3) {
        const belongs: f32 = outside ? <f32>1 - f32.load(part) : f32.load(part)
        const share = f32x4.splat(belongs * belongs + <f32>1e-4)
        sum = f32x4.add(sum, f32x4.mul(colourAndOne(colour), share))
      }
      v128.store(to, sum)
    }
  }
}

function colourAndOne(at: usize): v128 {
  const low = f32x4.replace_lane(f32x4.splat(1), 0, <f32>load<u8>(at))
  return f32x4.replace_lane(f32x4.replace_lane(low, 1, <f32>load<u8>(at, 1)), 2, <f32>load<u8>(at, 2))
}

/** The mean over a square window of cells, clipped at the border; in place. `leaving` has room for `radius` + 1 rows. */
export function meanOfCells(cells: usize, columns: i32, rows: i32, radius: i32, sums: usize, leaving: usize): void {
  const row = (<usize>columns) << 4
  for (let y = 0; y < rows; y++) meanOfRow(cells + <usize>y * row, columns, radius, leaving)
  meanOfColumns(cells, columns, rows, radius, sums, leaving)
}

function meanOfRow(row: usize, columns: i32, radius: i32, line: usize): void {
  memory.copy(line, row, (<usize>columns) << 4)
  let low = f64x2.splat(0)
  let high = f64x2.splat(0)
  for (let x = 0; x < min(radius, columns); x++) {
    const at = line + ((<usize>x) << 4)
    low = f64x2.add(low, two(at))
    high = f64x2.add(high, two(at + 8))
  }
  for (let x = 0; x < columns; x++) {
    const first = x - radius
    const last = x + radius
    if (last < columns) {
      const at = line + ((<usize>last) << 4)
      low = f64x2.add(low, two(at))
      high = f64x2.add(high, two(at + 8))
    }
    if (first > 0) {
      const at = line + ((<usize>(first - 1)) << 4)
      low = f64x2.sub(low, two(at))
      high = f64x2.sub(high, two(at + 8))
    }
    const share = f64x2.splat(1 / <f64>(min(columns - 1, last) - max(0, first) + 1))
    store4(row + ((<usize>x) << 4), f64x2.mul(low, share), f64x2.mul(high, share))
  }
}

/** All columns at once, row by row. Rows are overwritten before they leave the window, so their old values are kept. */
function meanOfColumns(cells: usize, columns: i32, rows: i32, radius: i32, sums: usize, leaving: usize): void {
  const row = (<usize>columns) << 4
  const kept = radius + 1
  memory.fill(sums, 0, row << 1)
  for (let y = 0; y < min(radius, rows); y++) addRow(sums, cells + <usize>y * row, row)
  for (let y = 0; y < rows; y++) {
    const slot = leaving + <usize>(y % kept) * row
    const here = cells + <usize>y * row
    if (y + radius < rows) addRow(sums, here + <usize>radius * row, row)
    const share = f64x2.splat(1 / <f64>(min(rows - 1, y + radius) - max(0, y - radius) + 1))
    const leaves = y > radius
    for (let x: usize = 0; x < row; x += 16) {
      const sum = sums + (x << 1)
      let low = v128.load(sum)
      let high = v128.load(sum, 16)
      if (leaves) {
        low = f64x2.sub(low, two(slot + x))
        high = f64x2.sub(high, two(slot + x + 8))
        v128.store(sum, low)
        v128.store(sum, high, 16)
      }
      v128.store(slot + x, v128.load(here + x))
      store4(here + x, f64x2.mul(low, share), f64x2.mul(high, share))
    }
  }
}

function addRow(sums: usize, from: usize, row: usize): void {
  for (let x: usize = 0; x < row; x += 16) {
    const sum = sums + (x << 1)
    v128.store(sum, f64x2.add(v128.load(sum), two(from + x)))
    v128.store(sum, f64x2.add(v128.load(sum, 16), two(from + x + 8)), 16)
  }
}

function store4(to: usize, low: v128, high: v128): void {
  v128.store64_lane(to, f32x4.demote_f64x2_zero(low), 0)
  v128.store64_lane(to + 8, f32x4.demote_f64x2_zero(high), 0)
}

/**
 * The colours of one row of pixels, between the rows of cells at `top` and `bottom`, `v` of the way.
 * `low`, `parts`: the same across, for each pixel of the row. `line` has room for one cell more than a row. With `shares` they
 * are mixed into what is there, or with `outside` replace it where there is less than all of them.
 */
export function sampleCells(
  top: usize,
  bottom: usize,
  v: f32,
  columns: i32,
  low: usize,
  parts: usize,
  width: i32,
  line: usize,
  shares: usize,
  outside: bool,
  out: usize,
): void {
  rowOfCells(top, bottom, v, columns, line)
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4, out += 3) {
    const share: f32 = shares === 0 ? 1 : f32.load(shares + x)
    if (outside ? share === 1 && shares !== 0 : share === 0) continue
    const cell = cellAt(line, low + x, parts + x)
    const colour = f32x4.div(cell, f32x4.splat(f32x4.extract_lane(cell, 3)))
    storePixel(out, outside || share === 1 ? colour : towards(loadPixel(out), colour, f32x4.splat(share)))
  }
}

/** The mean colour of each cell, as a picture. */
export function shrinkPicture(colour: usize, width: i32, height: i32, cell: i32, out: usize): void {
  const row = <usize>width * 3
  for (let y = 0; y < height; y += cell, colour += row * <usize>cell) {
    const rows = min(cell, height - y)
    for (let x = 0; x < width; x += cell, out += 3) {
      const columns = min(cell, width - x)
      let sum = f32x4.splat(0)
      for (let j = 0; j < rows; j++) {
        const line = colour + <usize>j * row + <usize>x * 3
        for (let at = line; at < line + <usize>columns * 3; at += 3) sum = f32x4.add(sum, loadPixel(at))
      }
      storePixel(out, f32x4.div(sum, f32x4.splat(<f32>(rows * columns))))
    }
  }
}

/** By how much each pixel of a small picture has changed, as cells. */
export function changesOf(before: usize, after: usize, area: i32, cells: usize): void {
  for (const end = cells + ((<usize>area) << 4); cells < end; cells += 16, before += 3, after += 3)
    v128.store(cells, f32x4.sub(loadPixel(after), loadPixel(before)))
}

/** Adds one row of cells to a row of the picture. */
export function addChanges(
  top: usize,
  bottom: usize,
  v: f32,
  columns: i32,
  low: usize,
  parts: usize,
  width: i32,
  line: usize,
  colour: usize,
): void {
  rowOfCells(top, bottom, v, columns, line)
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4, colour += 3) {
    const change = cellAt(line, low + x, parts + x)
    if (v128.any_true(f32x4.ne(change, f32x4.splat(0)))) storePixel(colour, f32x4.add(loadPixel(colour), change))
  }
}

/** Cells between two rows of them, and the last one once more. */
export function rowOfCells(top: usize, bottom: usize, v: f32, columns: i32, line: usize): void {
  const end = (<usize>columns) << 4
  rowBetween(top, bottom, v, end, line)
  v128.store(line + end, v128.load(line + end - 16))
}

/** Between two neighbours in such a row. */
export function cellAt(line: usize, low: usize, part: usize): v128 {
  const at = line + ((<usize>load<i32>(low)) << 4)
  const left = v128.load(at)
  return f32x4.add(left, f32x4.mul(f32x4.sub(v128.load(at, 16), left), f32x4.splat(f32.load(part))))
}

function two(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at))
}
