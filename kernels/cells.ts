/** A blur of one part of a picture on a grid of cells: see src/imaging/style/blur-within.ts. */

/**
 * Per cell 16 bytes: the sum of colours times weights, and of weights, as floats. `part`: how much each pixel belongs, 0..1,
 * or with `outside` how much it does not.
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
      const ends = min(width, x + cell)
      let warm = sumOf(load<u64>(to))
      let cool = sumOf(load<u64>(to, 8))
      for (; x < ends; x++, part += 4, colour += 3) {
        const belongs = outside ? 1 - <f64>f32.load(part) : <f64>f32.load(part)
        const share = belongs * belongs + 1e-4
        warm = added(warm, <f64>load<u8>(colour), <f64>load<u8>(colour, 1), share)
        cool = added(cool, <f64>load<u8>(colour, 2), 1, share)
      }
      v128.store64_lane(to, warm, 0)
      v128.store64_lane(to + 8, cool, 0)
    }
  }
}

function sumOf(floats: u64): v128 {
  return i64x2.splat(floats)
}

/** Two floats, each with a value times its share added in double precision. */
function added(sums: v128, first: f64, second: f64, share: f64): v128 {
  const values = f64x2.mul(f64x2.replace_lane(f64x2.splat(first), 1, second), f64x2.splat(share))
  return f32x4.demote_f64x2_zero(f64x2.add(f64x2.promote_low_f32x4(sums), values))
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
 * The colours of one row of pixels, three floats each, between the rows of cells at `top` and `bottom`, `v` of the way.
 * `low`, `high`, `parts`: the same across, for each pixel of the row.
 */
export function sampleCells(
  top: usize,
  bottom: usize,
  v: f64,
  low: usize,
  high: usize,
  parts: usize,
  width: i32,
  out: usize,
): void {
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4, out += 12) {
    const left = (<usize>load<i32>(low + x)) << 4
    const right = (<usize>load<i32>(high + x)) << 4
    const u = <f64>f32.load(parts + x)
    const warm = between(top, bottom, left, right, u, v)
    const cool = between(top + 8, bottom + 8, left, right, u, v)
    const total = f64x2.splat(f64x2.extract_lane(cool, 1))
    v128.store64_lane(out, f32x4.demote_f64x2_zero(f64x2.div(warm, total)), 0)
    v128.store32_lane(out + 8, f32x4.demote_f64x2_zero(f64x2.div(cool, total)), 0)
  }
}

function between(top: usize, bottom: usize, left: usize, right: usize, u: f64, v: f64): v128 {
  const rest = f64x2.splat(1 - u)
  const part = f64x2.splat(u)
  const above = f64x2.add(f64x2.mul(two(top + left), rest), f64x2.mul(two(top + right), part))
  const below = f64x2.add(f64x2.mul(two(bottom + left), rest), f64x2.mul(two(bottom + right), part))
  return f64x2.add(f64x2.mul(above, f64x2.splat(1 - v)), f64x2.mul(below, f64x2.splat(v)))
}

function two(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at))
}
