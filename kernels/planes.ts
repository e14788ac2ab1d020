/** Means and weighted sums over the neighbourhood of each pixel of a plane of floats. */
import { storeFour } from './four-pixels'
import { storePixel } from './pixel'

/** Mean over a square window, clipped at the border; in place. Running sums make the cost independent of its size. */
export function boxMean(plane: usize, width: i32, height: i32, radius: i32, sums: usize, leaving: usize): void {
  meanOfRows(plane, width, height, radius, leaving)
  meanOfColumns(plane, width, height, radius, sums, leaving)
}

/** Rows that are summed up at once: one alone would wait for each of its additions. */
const ROWS = 4

/** In double precision and restarted for each row, so that rounding errors do not build up. */
function meanOfRows(plane: usize, width: i32, height: i32, radius: i32, lines: usize): void {
  const row = (<usize>width) << 2
  let y = 0
  for (; y + ROWS <= height; y += ROWS) meanOfFourRows(plane + <usize>y * row, width, radius, lines)
  for (; y < height; y++) meanOfRow(plane + <usize>y * row, width, radius, lines)
}

function meanOfRow(row: usize, width: i32, radius: i32, line: usize): void {
  memory.copy(line, row, (<usize>width) << 2)
  let sum: f64 = 0
  for (let x = 0; x < min(radius, width); x++) sum += <f64>f32.load(line + ((<usize>x) << 2))
  for (let x = 0; x < width; x++) {
    const first = x - radius
    const last = x + radius
    if (last < width) sum += <f64>f32.load(line + ((<usize>last) << 2))
    if (first > 0) sum -= <f64>f32.load(line + ((<usize>(first - 1)) << 2))
    f32.store(row + ((<usize>x) << 2), <f32>(sum * shareOf(first, last, width)))
  }
}

/** One pixel and the one below it. */
function twoBelow(at: usize, row: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load32_lane(at + row, v128.load32_zero(at), 1))
}

function shareOf(first: i32, last: i32, width: i32): f64 {
  return 1 / <f64>(min(width - 1, last) - max(0, first) + 1)
}

/** The same for four rows below one another, two to a vector. */
function meanOfFourRows(rows: usize, width: i32, radius: i32, lines: usize): void {
  const row = (<usize>width) << 2
  memory.copy(lines, rows, row * ROWS)
  let upper = f64x2.splat(0)
  let lower = f64x2.splat(0)
  for (let x = 0; x < min(radius, width); x++) {
    const at = lines + ((<usize>x) << 2)
    upper = f64x2.add(upper, twoBelow(at, row))
    lower = f64x2.add(lower, twoBelow(at + 2 * row, row))
  }
  const inner = f64x2.splat(1 / <f64>(2 * radius + 1))
  for (let x = 0; x < width; x++) {
    const first = x - radius
    const last = x + radius
    if (last < width) {
      const at = lines + ((<usize>last) << 2)
      upper = f64x2.add(upper, twoBelow(at, row))
      lower = f64x2.add(lower, twoBelow(at + 2 * row, row))
    }
    if (first > 0) {
      const at = lines + ((<usize>(first - 1)) << 2)
      upper = f64x2.sub(upper, twoBelow(at, row))
      lower = f64x2.sub(lower, twoBelow(at + 2 * row, row))
    }
    const share = first >= 0 && last < width ? inner : f64x2.splat(shareOf(first, last, width))
    const to = rows + ((<usize>x) << 2)
    const above = f32x4.demote_f64x2_zero(f64x2.mul(upper, share))
    const below = f32x4.demote_f64x2_zero(f64x2.mul(lower, share))
    v128.store32_lane(to, above, 0)
    v128.store32_lane(to + row, above, 1)
    v128.store32_lane(to + 2 * row, below, 0)
    v128.store32_lane(to + 3 * row, below, 1)
  }
}

/** All columns at once, row by row. Rows are overwritten before they leave the window, so their old values are kept. */
function meanOfColumns(plane: usize, width: i32, height: i32, radius: i32, sums: usize, leaving: usize): void {
  const row = (<usize>width) << 2
  const kept = radius + 1
  memory.fill(sums, 0, (<usize>width) << 3)
  for (let y = 0; y < min(radius, height); y++) {
    for (let x: usize = 0; x < <usize>width; x++) {
      const sum = sums + (x << 3)
      f64.store(sum, f64.load(sum) + <f64>f32.load(plane + <usize>y * row + (x << 2)))
    }
  }
  for (let y = 0; y < height; y++) {
    const slot = leaving + <usize>(y % kept) * row
    const here = plane + <usize>y * row
    const entering = here + <usize>radius * row
    const share = 1 / <f64>(min(height - 1, y + radius) - max(0, y - radius) + 1)
    const enters = y + radius < height
    const leaves = y > radius
    let x: usize = 0
    for (; x + 2 <= <usize>width; x += 2) {
      const at = x << 2
      let sum = v128.load(sums + (x << 3))
      if (enters) sum = f64x2.add(sum, f64x2.promote_low_f32x4(v128.load64_zero(entering + at)))
      if (leaves) sum = f64x2.sub(sum, f64x2.promote_low_f32x4(v128.load64_zero(slot + at)))
      store<u64>(slot + at, load<u64>(here + at))
      v128.store(sums + (x << 3), sum)
      v128.store64_lane(here + at, f32x4.demote_f64x2_zero(f64x2.mul(sum, f64x2.splat(share))), 0)
    }
    for (; x < <usize>width; x++) {
      const at = x << 2
      let sum = f64.load(sums + (x << 3))
      if (enters) sum += <f64>f32.load(entering + at)
      if (leaves) sum -= <f64>f32.load(slot + at)
      f32.store(slot + at, f32.load(here + at))
      f64.store(sums + (x << 3), sum)
      f32.store(here + at, <f32>(sum * share))
    }
  }
}

/** The mean of each square of `cell` pixels; those at the right and lower border may be cut. */
export function meansOfCells(plane: usize, width: i32, height: i32, cell: i32, cells: usize): void {
  const columns = (width + cell - 1) / cell
  const row = (<usize>columns) << 2
  for (let y = 0; y < height; y += cell, cells += row) {
    const rows = min(cell, height - y)
    memory.fill(cells, 0, row)
    for (let j = 0; j < rows; j++) {
      for (let x = 0, to = cells; x < width; to += 4) {
        let sum = f32.load(to)
        for (const ends = min(width, x + cell); x < ends; x++, plane += 4) sum += f32.load(plane)
        f32.store(to, sum)
      }
    }
    for (let x = 0, to = cells; x < width; x += cell, to += 4)
      f32.store(to, f32.load(to) / <f32>(rows * min(cell, width - x)))
  }
}

/**
 * The weighted sum of 2 `radius` + 1 pixels of each row, then of each column; edge pixels are repeated outwards.
 * `across`: a plane to work in; `line`: a row with `radius` pixels more at both ends.
 */
export function convolve(
  plane: usize,
  width: i32,
  height: i32,
  weights: usize,
  radius: i32,
  across: usize,
  line: usize,
): void {
  const row = (<usize>width) << 2
  for (let y = 0; y < height; y++) {
    const from = plane + <usize>y * row
    for (let i = 0; i < radius; i++) {
      f32.store(line + ((<usize>i) << 2), f32.load(from))
      f32.store(line + ((<usize>(radius + width + i)) << 2), f32.load(from + row - 4))
    }
    memory.copy(line + ((<usize>radius) << 2), from, row)
    weigh(line, 4, across + <usize>y * row, width, weights, radius)
  }
  for (let y = 0; y < height; y++) {
    const to = plane + <usize>y * row
    if (y >= radius && y < height - radius) {
      weigh(across + <usize>(y - radius) * row, row, to, width, weights, radius)
      continue
    }
    memory.fill(to, 0, row)
    for (let i = -radius; i <= radius; i++) {
      const from = across + <usize>min(height - 1, max(0, y + i)) * row
      const weight = f32.load(weights + ((<usize>(i + radius)) << 2))
      for (let x: usize = 0; x < row; x += 4) f32.store(to + x, f32.load(to + x) + f32.load(from + x) * weight)
    }
  }
}

/** For `count` pixels: the weighted sum of as many values as there are weights, `step` bytes apart. */
function weigh(from: usize, step: usize, to: usize, count: i32, weights: usize, radius: i32): void {
  const taps = 2 * radius + 1
  let x = 0
  // Sixteen at once: four alone would wait for each of their additions.
  for (; x + 16 <= count; x += 16) {
    let a = f32x4.splat(0)
    let b = f32x4.splat(0)
    let c = f32x4.splat(0)
    let d = f32x4.splat(0)
    for (let i = 0, at = from + ((<usize>x) << 2); i < taps; i++, at += step) {
      const weight = v128.load32_splat(weights + ((<usize>i) << 2))
      a = f32x4.add(a, f32x4.mul(v128.load(at), weight))
      b = f32x4.add(b, f32x4.mul(v128.load(at, 16), weight))
      c = f32x4.add(c, f32x4.mul(v128.load(at, 32), weight))
      d = f32x4.add(d, f32x4.mul(v128.load(at, 48), weight))
    }
    const target = to + ((<usize>x) << 2)
    v128.store(target, a)
    v128.store(target, b, 16)
    v128.store(target, c, 32)
    v128.store(target, d, 48)
  }
  for (; x + 4 <= count; x += 4) {
    let sum = f32x4.splat(0)
    for (let i = 0, at = from + ((<usize>x) << 2); i < taps; i++, at += step)
      sum = f32x4.add(sum, f32x4.mul(v128.load(at), v128.load32_splat(weights + ((<usize>i) << 2))))
    v128.store(to + ((<usize>x) << 2), sum)
  }
  for (; x < count; x++) {
    let sum: f32 = 0
    for (let i = 0, at = from + ((<usize>x) << 2); i < taps; i++, at += step)
      sum += f32.load(at) * f32.load(weights + ((<usize>i) << 2))
    f32.store(to + ((<usize>x) << 2), sum)
  }
}

/** One channel of interleaved colours as a plane. */
export function takeChannel(colour: usize, channel: i32, area: i32, plane: usize): void {
  const end = plane + ((<usize>area) << 2)
  for (let from = colour + channel; plane < end; plane += 4, from += 3) f32.store(plane, <f32>load<u8>(from))
}

/** Three planes as interleaved colours, rounded and clamped. Up to three floats behind each plane are read. */
export function putColours(red: usize, green: usize, blue: usize, area: i32, colour: usize): void {
  let i = 0
  for (; i + 4 <= area; i += 4, red += 16, green += 16, blue += 16, colour += 12)
    storeFour(colour, v128.load(red), v128.load(green), v128.load(blue))
  for (; i < area; i++, red += 4, green += 4, blue += 4, colour += 3)
    storePixel(colour, f32x4(f32.load(red), f32.load(green), f32.load(blue), 0))
}
