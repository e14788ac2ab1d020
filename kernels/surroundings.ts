/**
 * What subject and background look like around each stretch of edge: cells of the photo are read, told apart and summed,
 * and their colours spread over a pyramid of ever coarser grids (pull and push). src/imaging/matte/surroundings.ts says
 * what it is for.
 */

/** A cell's bytes: red, green, blue, squares of the subject; the same of the background; the two weights, two unused. */
export const CELL: usize = 48
const BACK: usize = 16
const WEIGHTS: usize = 32

const ONE: f32 = 1
/** How many cells away from all else a place is sure. */
const STEPS: i32 = 3

/**
 * Which cells of one row of cells hold anything that is not subject, and anything that is not background. `lines`: two
 * rows of pixels to work in.
 */
export function markCells(
  alpha: usize,
  width: i32,
  rows: i32,
  cell: i32,
  nearly: i32,
  notSubject: usize,
  notBackground: usize,
  lines: usize,
): void {
  const lows = lines
  const highs = lines + <usize>((width + 15) & ~15)
  for (let x = 0; x < width; x += 16) {
    let low = i8x16.splat(-1)
    let high = i8x16.splat(0)
    for (let y = 0; y < rows; y++) {
      const values = v128.load(alpha + <usize>(y * width + x))
      low = v128.min<u8>(low, values)
      high = v128.max<u8>(high, values)
    }
    v128.store(lows + <usize>x, low)
    v128.store(highs + <usize>x, high)
  }
  for (let x = 0; x < width; notSubject++, notBackground++) {
    const right = min(width, x + cell)
    let low = 255
    let high = 0
    for (; x < right; x++) {
      low = min(low, <i32>load<u8>(lows + <usize>x))
      high = max(high, <i32>load<u8>(highs + <usize>x))
    }
    if (low < 255 - nearly) store<u8>(notSubject, 1)
    if (high > nearly) store<u8>(notBackground, 1)
  }
}

/**
 * Marks become nearness: 4 at a marked cell, 3 next to it (diagonals count), down to 0. A border of empty cells surrounds
 * the grid: 16 on the left, at least as many on the right, one row above and below. `stride` is a multiple of 16.
 */
export function spreadMarks(marks: usize, stride: i32, rows: i32, current: usize, widened: usize): void {
  const row = <usize>stride
  const all = row * <usize>(rows + 2)
  memory.copy(current, marks, all)
  memory.fill(widened, 0, all)
  for (let step = 0; step < STEPS; step++) {
    for (let at = row; at < all - row; at += 16) {
      const sides = v128.max<u8>(v128.load(current + at - 1), v128.load(current + at + 1))
      v128.store(widened + at, v128.max<u8>(v128.load(current + at), sides))
    }
    for (let at = row; at < all - row; at += 16) {
      const sides = v128.max<u8>(v128.load(widened + at - row), v128.load(widened + at + row))
      const reached = v128.max<u8>(v128.load(widened + at), sides)
      v128.store(current + at, reached)
      v128.store(marks + at, i8x16.add(v128.load(marks + at), reached))
    }
  }
}

/**
 * How doubtful each cell is, from 1 where subject and background meet down to 0. `edges`: 1 for doubtful cells and those
 * next to them, because pixels interpolate between cells. Returns the number of doubtful cells.
 */
export function weighDoubt(
  toNotSubject: usize,
  toNotBackground: usize,
  stride: i32,
  columns: i32,
  rows: i32,
  doubt: usize,
  edges: usize,
): i32 {
  let found = 0
  for (let y = 0; y < rows; y++) {
    const start = <usize>((y + 1) * stride + 16)
    for (let x = 0; x < columns; x++, doubt += 4, edges++) {
      const at = start + <usize>x
      const nearness = <i32>min(load<u8>(toNotSubject + at), load<u8>(toNotBackground + at))
      f32.store(doubt, nearness > 1 ? ONE - <f32>(STEPS + 1 - nearness) / <f32>STEPS : 0)
      store<u8>(edges, nearness > 0 ? 1 : 0)
      if (nearness > 1) found++
    }
  }
  return found
}

/**
 * Sums of one row of cells. Sure cells weigh 1, and a few of their pixels are enough; pixels of doubtful ones count a
 * little, by `faint`: 256 weights by alpha.
 */
export function addCells(
  colour: usize,
  alpha: usize,
  width: i32,
  rows: i32,
  cell: i32,
  columns: i32,
  toNotSubject: usize,
  toNotBackground: usize,
  faint: usize,
  cells: usize,
): void {
  for (let column = 0; column < columns; column++, cells += CELL) {
    const left = column * cell
    const right = min(width, left + cell)
    const isSubject = load<u8>(toNotSubject + <usize>column) <= 1
    const isBackground = load<u8>(toNotBackground + <usize>column) <= 1
    memory.fill(cells, 0, CELL)
    if (isSubject) addSureCell(colour, width, rows, left, right, cell, cells, cells + WEIGHTS)
    else if (isBackground) addSureCell(colour, width, rows, left, right, cell, cells + BACK, cells + WEIGHTS + 4)
    else addDoubtfulCell(colour, alpha, width, rows, left, right, cell, faint, cells)
  }
}

function addSureCell(
  colour: usize,
  width: i32,
  rows: i32,
  left: i32,
  right: i32,
  cell: i32,
  sums: usize,
  weight: usize,
): void {
  const step = (cell + 1) >> 1
  let count = 0
  let sum = i32x4.splat(0)
  for (let y = 0; y < rows; y += step) {
    for (let x = left; x < right; x += step) {
      sum = i32x4.add(sum, withSquares(colour + <usize>((y * width + x) * 3)))
      count++
    }
  }
  v128.store(sums, f32x4.div(f32x4.convert_i32x4_s(sum), f32x4.splat(<f32>count)))
  f32.store(weight, 1)
}

/** Red, green, blue and the sum of their squares. Reads one byte beyond the pixel. */
function withSquares(pixel: usize): v128 {
  const packed = load<u32>(pixel) & 0xffffff
  const wide = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(packed)))
  const squares = i32x4.mul(wide, wide)
  const sum = i32x4.extract_lane(squares, 0) + i32x4.extract_lane(squares, 1) + i32x4.extract_lane(squares, 2)
  return i32x4.replace_lane(wide, 3, sum)
}

function addDoubtfulCell(
  colour: usize,
  alpha: usize,
  width: i32,
  rows: i32,
  left: i32,
  right: i32,
  cell: i32,
  faint: usize,
  sums: usize,
): void {
  let front = f32x4.splat(0)
  let back = f32x4.splat(0)
  let frontWeight: f32 = 0
  let backWeight: f32 = 0
  // A third of the rows of a large cell tells the same.
  const step = (cell + 3) >> 2
  for (let y = 0; y < rows; y += step) {
    let pixel = colour + <usize>((y * width + left) * 3)
    const line = alpha + <usize>(y * width)
    for (let x = left; x < right; x++, pixel += 3) {
      const a = <usize>load<u8>(line + <usize>x)
      const values = f32x4.convert_i32x4_s(withSquares(pixel))
      const asFront = f32.load(faint + (a << 2))
      const asBack = f32.load(faint + ((255 - a) << 2))
      front = f32x4.add(front, f32x4.mul(values, f32x4.splat(asFront)))
      back = f32x4.add(back, f32x4.mul(values, f32x4.splat(asBack)))
      frontWeight += asFront
      backWeight += asBack
    }
  }
  v128.store(sums, front)
  v128.store(sums, back, BACK)
  f32.store(sums, frontWeight, WEIGHTS)
  f32.store(sums, backWeight, WEIGHTS + 4)
}

/**
 * Each cell's sums become its own share of its final colour: it needs no help from its surroundings from the weight
 * `enough` on, and below that it counts for the part it has. Then a grid of half the size is made of them, each of its
 * cells from the nearest four times four. `half`: a row of the new width for each of `rows`, to work in.
 */
export function gatherLevel(
  from: usize,
  columns: i32,
  rows: i32,
  enough: f32,
  to: usize,
  toColumns: i32,
  toRows: i32,
  half: usize,
): void {
  ownShares(from, columns * rows, enough)
  for (let y = 0; y < rows; y++) {
    const line = from + <usize>(y * columns) * CELL
    for (let x = 0; x < toColumns; x++) {
      tent(line, CELL, 2 * x - 1, columns, half + <usize>(y * toColumns + x) * CELL)
    }
  }
  const stride = <usize>toColumns * CELL
  for (let y = 0; y < toRows; y++) {
    for (let x = 0; x < toColumns; x++) {
      const column = <usize>x * CELL
      tent(half + column, stride, 2 * y - 1, rows, to + <usize>y * stride + column)
    }
  }
}

export function ownShares(cells: usize, count: i32, enough: f32): void {
  for (let i = 0; i < count; i++, cells += CELL) {
    const weights = v128.load(cells, WEIGHTS)
    const scales = f32x4.div(f32x4.splat(1), f32x4.max(weights, f32x4.splat(enough)))
    v128.store(cells, f32x4.mul(v128.load(cells), f32x4.splat(f32x4.extract_lane(scales, 0))))
    v128.store(cells, f32x4.mul(v128.load(cells, BACK), f32x4.splat(f32x4.extract_lane(scales, 1))), BACK)
    v128.store(cells, f32x4.mul(weights, scales), WEIGHTS)
  }
}

/** Four neighbours by 1/8, 3/8, 3/8, 1/8: smooth, so that no blocks show. What lies outside the line counts nothing. */
function tent(line: usize, stride: usize, first: i32, length: i32, to: usize): void {
  const at = line + <usize>first * stride
  const near = f32x4.splat(0.375)
  const far = f32x4.splat(0.125)
  if (first >= 0 && first + 4 <= length) {
    for (let part: usize = 0; part < CELL; part += 16) {
      const inner = f32x4.add(v128.load(at + stride + part), v128.load(at + 2 * stride + part))
      const outer = f32x4.add(v128.load(at + part), v128.load(at + 3 * stride + part))
      v128.store(to + part, f32x4.add(f32x4.mul(inner, near), f32x4.mul(outer, far)))
    }
    return
  }
  for (let part: usize = 0; part < CELL; part += 16) {
    let sum = f32x4.splat(0)
    for (let i = max(0, -first); i < 4 && first + i < length; i++) {
      const value = v128.load(at + <usize>i * stride + part)
      sum = f32x4.add(sum, f32x4.mul(value, i === 0 || i === 3 ? far : near))
    }
    v128.store(to + part, sum)
  }
}

/** The coarsest grid has nobody to ask: what it knows is all there is. */
export function fillCoarsest(cells: usize, count: i32): void {
  for (let i = 0; i < count; i++, cells += CELL) {
    const front = f32.load(cells, WEIGHTS)
    const back = f32.load(cells, WEIGHTS + 4)
    if (front > 0) v128.store(cells, f32x4.div(v128.load(cells), f32x4.splat(front)))
    if (back > 0) v128.store(cells, f32x4.div(v128.load(cells, BACK), f32x4.splat(back)), BACK)
  }
}

/**
 * What a cell does not know itself it takes from the coarser grid, interpolated. Only cells near an edge matter in the
 * end: `edges` (1 there, one byte per cell) says which; 0 stands for all.
 */
export function fillLevel(
  cells: usize,
  columns: i32,
  rows: i32,
  coarse: usize,
  coarseColumns: i32,
  coarseRows: i32,
  edges: usize,
): void {
  for (let y = 0; y < rows; y++) {
    const top = coarse + <usize>(lowOf(y, coarseRows) * coarseColumns) * CELL
    const bottom = coarse + <usize>(min(coarseRows - 1, lowOf(y, coarseRows) + 1) * coarseColumns) * CELL
    const v = f32x4.splat(partOf(y, coarseRows))
    for (let x = 0; x < columns; x++, cells += CELL) {
      if (edges !== 0 && load<u8>(edges + <usize>(y * columns + x)) === 0) continue
      const front = ONE - f32.load(cells, WEIGHTS)
      const back = ONE - f32.load(cells, WEIGHTS + 4)
      if (front <= 0 && back <= 0) continue
      const left = <usize>lowOf(x, coarseColumns) * CELL
      const right = <usize>min(coarseColumns - 1, lowOf(x, coarseColumns) + 1) * CELL
      const u = f32x4.splat(partOf(x, coarseColumns))
      const asFront = between(top + left, top + right, bottom + left, bottom + right, u, v)
      const asBack = between(top + left + BACK, top + right + BACK, bottom + left + BACK, bottom + right + BACK, u, v)
      v128.store(cells, f32x4.add(v128.load(cells), f32x4.mul(asFront, f32x4.splat(front))))
      v128.store(cells, f32x4.add(v128.load(cells, BACK), f32x4.mul(asBack, f32x4.splat(back))), BACK)
    }
  }
}

/** A cell's middle lies a quarter of a coarse cell to either side of that one's middle. */
function lowOf(i: i32, length: i32): i32 {
  return min(length - 1, max(0, (i - 1) >> 1))
}

function partOf(i: i32, length: i32): f32 {
  if (i === 0 || (i - 1) >> 1 >= length - 1) return 0
  return i & 1 ? 0.25 : 0.75
}

function between(nw: usize, ne: usize, sw: usize, se: usize, u: v128, v: v128): v128 {
  const above = lerp(v128.load(nw), v128.load(ne), u)
  return lerp(above, lerp(v128.load(sw), v128.load(se), u), v)
}

function lerp(one: v128, other: v128, part: v128): v128 {
  return f32x4.add(one, f32x4.mul(f32x4.sub(other, one), part))
}

/** The mean of the squares becomes the mean variance of the three channels. */
export function toVariances(cells: usize, count: i32, edges: usize): void {
  for (let i = 0; i < count; i++, cells += CELL) {
    if (load<u8>(edges + <usize>i) === 0) continue
    f32.store(cells, varianceOf(v128.load(cells)), 12)
    f32.store(cells, varianceOf(v128.load(cells, BACK)), BACK + 12)
  }
}

function varianceOf(colour: v128): f32 {
  const squares = f32x4.mul(colour, colour)
  const sum = f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2)
  return max<f32>(0, f32x4.extract_lane(colour, 3) - sum) / 3
}
