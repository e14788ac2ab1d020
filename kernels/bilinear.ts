/** Bilinear enlargement: see src/imaging/raster/bilinear.ts. */

/**
 * `tops`, `bottoms` and `downs`: for each row of the result the two rows of the plane, of `columns` floats each, between
 * which it lies, and how far from the upper one. `low`, `parts`: the same across, for each of its pixels. `line` has room
 * for one float more than a row of the plane.
 */
export function enlarge(
  plane: usize,
  columns: i32,
  tops: usize,
  bottoms: usize,
  downs: usize,
  height: i32,
  low: usize,
  parts: usize,
  width: i32,
  line: usize,
  out: usize,
): void {
  const row = (<usize>columns) << 2
  for (let y: usize = 0; y < (<usize>height) << 2; y += 4, out += (<usize>width) << 2) {
    const top = plane + <usize>load<i32>(tops + y) * row
    const bottom = plane + <usize>load<i32>(bottoms + y) * row
    rowBetween(top, bottom, f32.load(downs + y), row, line)
    f32.store(line + row, f32.load(line + row - 4))
    let x: usize = 0
    // Four pixels lie between five neighbours at most, unless the result is the smaller one.
    for (; columns <= width && x + 16 <= (<usize>width) << 2; x += 16) {
      const places = v128.load(low + x)
      const first = load<i32>(low + x)
      const chosen = lanesAt(i32x4.sub(places, i32x4.splat(first)))
      const at = line + ((<usize>first) << 2)
      const left = i8x16.swizzle(v128.load(at), chosen)
      const right = i8x16.swizzle(v128.load(at, 4), chosen)
      v128.store(out + x, f32x4.add(left, f32x4.mul(f32x4.sub(right, left), v128.load(parts + x))))
    }
    for (; x < (<usize>width) << 2; x += 4) {
      const at = line + ((<usize>load<i32>(low + x)) << 2)
      const left = f32.load(at)
      f32.store(out + x, left + (f32.load(at, 4) - left) * f32.load(parts + x))
    }
  }
}

/** What a swizzle takes to choose these four floats of a vector. */
function lanesAt(places: v128): v128 {
  const starts = i8x16.swizzle(i32x4.shl(places, 2), i8x16(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12))
  return i8x16.add(starts, i8x16(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3))
}

/** The floats of two rows, `v` of the way from one to the other. Up to three behind the rows are read and never used. */
export function rowBetween(top: usize, bottom: usize, v: f32, bytes: usize, line: usize): void {
  const share = f32x4.splat(v)
  for (let x: usize = 0; x < bytes; x += 16) {
    const above = v128.load(top + x)
    v128.store(line + x, f32x4.add(above, f32x4.mul(f32x4.sub(v128.load(bottom + x), above), share)))
  }
}
