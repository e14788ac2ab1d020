/** Bilinear enlargement: see src/imaging/raster/bilinear.ts. */

/**
 * One row of the result between the rows `top` and `bottom`, `v` of the way; they have `columns` floats. `low`, `parts`: the
 * same across, for each of its pixels. `line` has room for one float more than a row, up to the next four.
 */
export function enlargeRow(
  top: usize,
  bottom: usize,
  v: f32,
  columns: i32,
  low: usize,
  parts: usize,
  width: i32,
  line: usize,
  out: usize,
): void {
  const end = (<usize>columns) << 2
  rowBetween(top, bottom, v, end, line)
  f32.store(line + end, f32.load(line + end - 4))
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4) {
    const at = line + ((<usize>load<i32>(low + x)) << 2)
    const left = f32.load(at)
    f32.store(out + x, left + (f32.load(at, 4) - left) * f32.load(parts + x))
  }
}

/** The floats of two rows, `v` of the way from one to the other. Up to three behind the rows are read and never used. */
export function rowBetween(top: usize, bottom: usize, v: f32, bytes: usize, line: usize): void {
  const share = f32x4.splat(v)
  for (let x: usize = 0; x < bytes; x += 16) {
    const above = v128.load(top + x)
    v128.store(line + x, f32x4.add(above, f32x4.mul(f32x4.sub(v128.load(bottom + x), above), share)))
  }
}
