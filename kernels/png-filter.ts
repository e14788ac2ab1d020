/**
 * Rows of pixels → rows of a PNG, each byte as its difference from what its neighbours let expect (filter Paeth). The
 * neighbours are those of the picture itself, not of what was written, so 16 bytes go at once.
 */

/** Zeros before each line stand for the pixels left of the picture. */
const MARGIN: usize = 16

/**
 * `colour`: interleaved bytes, of which up to 16 beyond the end are read; `alpha`: bytes, up to 4 beyond. `lines`: two
 * lines of a margin and `stride` bytes each, zero before the first row; the row before this strip is in the first.
 * `filtered`: `rows` times `stride`, which is the row's bytes rounded up to 16; what follows a row's end is zero.
 */
export function filterCutout(
  colour: usize,
  alpha: usize,
  width: i32,
  rows: i32,
  stride: i32,
  lines: usize,
  filtered: usize,
): void {
  let above = lines + MARGIN
  let line = above + <usize>stride + MARGIN
  for (let y = 0; y < rows; y++) {
    interleave(colour, alpha, width, line)
    filterLine(above, line, 4, <usize>width * 4, <usize>stride, filtered)
    colour += <usize>width * 3
    alpha += <usize>width
    filtered += <usize>stride
    const next = above
    above = line
    line = next
  }
  if (rows & 1) memory.copy(line, above, <usize>stride)
}

/** As above, for one plane. */
export function filterPlane(plane: usize, width: i32, rows: i32, stride: i32, lines: usize, filtered: usize): void {
  let above = lines + MARGIN
  let line = above + <usize>stride + MARGIN
  for (let y = 0; y < rows; y++) {
    memory.copy(line, plane, <usize>width)
    filterLine(above, line, 1, <usize>width, <usize>stride, filtered)
    plane += <usize>width
    filtered += <usize>stride
    const next = above
    above = line
    line = next
  }
  if (rows & 1) memory.copy(line, above, <usize>stride)
}

/** The colour of fully transparent pixels is cleared, so that a removed background cannot be recovered from them. */
function interleave(colour: usize, alpha: usize, width: i32, line: usize): void {
  const none = i32x4.splat(0)
  const spread = i8x16(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1)
  const last = i8x16(-1, -1, -1, 0, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1, 3)
  for (let x = 0; x < width; x += 4, colour += 12, alpha += 4, line += 16) {
    const four = load<u32>(alpha)
    if (four === 0) {
      v128.store(line, none)
      continue
    }
    const rgb = i8x16.swizzle(v128.load(colour), spread)
    const a = i8x16.swizzle(i32x4.splat(four), last)
    const hidden = i32x4.eq(a, none)
    v128.store(line, v128.or(v128.andnot(rgb, hidden), a))
  }
}

function filterLine(above: usize, line: usize, pixelBytes: usize, bytes: usize, stride: usize, to: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = v128.load(line + at)
    const left = v128.load(line + at - pixelBytes)
    const up = v128.load(above + at)
    const corner = v128.load(above + at - pixelBytes)
    const isEmpty = !v128.any_true(v128.or(v128.or(x, left), v128.or(up, corner)))
    v128.store(to + at, isEmpty ? x : i8x16.sub(x, expected(left, up, corner)))
  }
  memory.fill(to + bytes, 0, stride - bytes)
}

/**
 * Whichever neighbour is nearest to left + up - corner. A corner that is not between the other two counts as the nearer of
 * them: the distances then are simple differences, and the choice is the same.
 */
function expected(left: v128, up: v128, corner: v128): v128 {
  const lowest = i8x16.min_u(left, up)
  const highest = i8x16.max_u(left, up)
  const middle = i8x16.max_u(i8x16.min_u(corner, highest), lowest)
  const toHighest = i8x16.sub(middle, lowest)
  const toLowest = i8x16.sub(highest, middle)
  const nearest = i8x16.min_u(toHighest, toLowest)
  const toMiddle = i8x16.sub(i8x16.max_u(toHighest, toLowest), nearest)
  const outer = v128.bitselect(highest, lowest, i8x16.eq(nearest, toHighest))
  return v128.bitselect(outer, middle, i8x16.le_u(nearest, toMiddle))
}
