/** A blur of one part of a picture on a grid of cells: see src/imaging/style/blur-within.ts. */

/**
 * Per cell 16 bytes: the sum of colours times weights, and of weights, as floats. `part`: how much each pixel belongs, 0..1,
 * or with `outside` how much it does not. Behind the colours lies a byte that may be read.
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
      let sum = v128.load(to)
      for (; x < ends; x++, part += 4, colour += 3) {
        const belongs: f32 = outside ? <f32>1 - f32.load(part) : f32.load(part)
        const share = f32x4.splat(belongs * belongs + <f32>1e-4)
        const bytes = i16x8.extend_low_i8x16_u(v128.load32_zero(colour))
        const pixel = f32x4.replace_lane(f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(bytes)), 3, 1)
        sum = f32x4.add(sum, f32x4.mul(pixel, share))
      }
      v128.store(to, sum)
    }
  }
}

/**
 * Weighted sums over neighbouring cells, in place. `weights`: that of the cell itself and of the `radius` next ones to
 * either side, as floats. There is nothing beyond the border. `across` has room for all cells, `line` for a row and
 * `radius` cells before and behind it.
 */
export function softenCells(
  cells: usize,
  columns: i32,
  rows: i32,
  weights: usize,
  radius: i32,
  line: usize,
  across: usize,
): void {
  const row = (<usize>columns) << 4
  const margin = (<usize>radius) << 4
  memory.fill(line, 0, margin)
  memory.fill(line + margin + row, 0, margin)
  for (let y: usize = 0; y < <usize>rows; y++) {
    memory.copy(line + margin, cells + y * row, row)
    for (let x: usize = 0; x < row; x += 16) {
      const here = line + margin + x
      let sum = f32x4.mul(v128.load(here), v128.load32_splat(weights))
      for (let k: usize = 1; k <= <usize>radius; k++) {
        const both = f32x4.add(v128.load(here - (k << 4)), v128.load(here + (k << 4)))
        sum = f32x4.add(sum, f32x4.mul(both, v128.load32_splat(weights + (k << 2))))
      }
      v128.store(across + y * row + x, sum)
    }
  }
  for (let y = 0; y < rows; y++) sumOfRows(across, row, y, rows, weights, radius, cells + <usize>y * row)
}

/** Several cells at once: the same rows are read for each. */
function sumOfRows(from: usize, row: usize, y: i32, rows: i32, weights: usize, radius: i32, to: usize): void {
  const first = max(-radius, -y)
  const last = min(radius, rows - 1 - y)
  const start = from + <usize>(y + first) * row
  let x: usize = 0
  for (; x + 64 <= row; x += 64) {
    let a = f32x4.splat(0)
    let b = f32x4.splat(0)
    let c = f32x4.splat(0)
    let d = f32x4.splat(0)
    for (let k = first, at = start + x; k <= last; k++, at += row) {
      const weight = v128.load32_splat(weights + ((<usize>abs(k)) << 2))
      a = f32x4.add(a, f32x4.mul(v128.load(at), weight))
      b = f32x4.add(b, f32x4.mul(v128.load(at, 16), weight))
      c = f32x4.add(c, f32x4.mul(v128.load(at, 32), weight))
      d = f32x4.add(d, f32x4.mul(v128.load(at, 48), weight))
    }
    v128.store(to + x, a)
    v128.store(to + x, b, 16)
    v128.store(to + x, c, 32)
    v128.store(to + x, d, 48)
  }
  for (; x < row; x += 16) {
    let sum = f32x4.splat(0)
    for (let k = first, at = start + x; k <= last; k++, at += row)
      sum = f32x4.add(sum, f32x4.mul(v128.load(at), v128.load32_splat(weights + ((<usize>abs(k)) << 2))))
    v128.store(to + x, sum)
  }
}

/**
 * The colours of one row of pixels, three floats each, between the rows of cells at `top` and `bottom`, `v` of the way.
 * `low`, `high`, `parts`: the same across, for each pixel of the row.
 */
export function sampleCells(
  top: usize,
  bottom: usize,
  v: f32,
  low: usize,
  high: usize,
  parts: usize,
  width: i32,
  out: usize,
): void {
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4, out += 12) {
    const pixel = colourAt(top, bottom, v, load<i32>(low + x), load<i32>(high + x), f32.load(parts + x))
    v128.store64_lane(out, pixel, 0)
    v128.store32_lane(out, pixel, 2, 8)
  }
}

/**
 * One row of pixels, three bytes each, from what is inside a part and what is outside of it, which lie `outside` bytes
 * apart. `part`: how much each pixel belongs to it.
 */
export function sampleBoth(
  top: usize,
  bottom: usize,
  v: f32,
  outside: usize,
  low: usize,
  high: usize,
  parts: usize,
  part: usize,
  width: i32,
  out: usize,
): void {
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4, out += 3) {
    const left = load<i32>(low + x)
    const right = load<i32>(high + x)
    const u = f32.load(parts + x)
    const share = f32.load(part + x)
    let pixel = share > 0 ? colourAt(top, bottom, v, left, right, u) : f32x4.splat(0)
    if (share < 1) {
      const behind = colourAt(top + outside, bottom + outside, v, left, right, u)
      pixel = f32x4.add(behind, f32x4.mul(f32x4.sub(pixel, behind), f32x4.splat(share)))
    }
    const bytes = i32x4.trunc_sat_f32x4_u(f32x4.nearest(pixel))
    store<u8>(out, i32x4.extract_lane(bytes, 0))
    store<u8>(out, i32x4.extract_lane(bytes, 1), 1)
    store<u8>(out, i32x4.extract_lane(bytes, 2), 2)
  }
}

function colourAt(top: usize, bottom: usize, v: f32, low: i32, high: i32, u: f32): v128 {
  const left = (<usize>low) << 4
  const right = (<usize>high) << 4
  const above = between(v128.load(top + left), v128.load(top + right), u)
  const below = between(v128.load(bottom + left), v128.load(bottom + right), u)
  const sum = between(above, below, v)
  return f32x4.div(sum, f32x4.splat(f32x4.extract_lane(sum, 3)))
}

function between(from: v128, to: v128, part: f32): v128 {
  return f32x4.add(from, f32x4.mul(f32x4.sub(to, from), f32x4.splat(part)))
}
