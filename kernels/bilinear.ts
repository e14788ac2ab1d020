/** Bilinear enlargement: see src/imaging/raster/bilinear.ts. */

/**
 * One row of the result between the rows `top` and `bottom`, `v` of the way. `low`, `high`, `parts`: the same across, for each of
 * its pixels.
 */
export function enlargeRow(
  top: usize,
  bottom: usize,
  v: f64,
  low: usize,
  high: usize,
  parts: usize,
  width: i32,
  out: usize,
): void {
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4) {
    const left = (<usize>load<i32>(low + x)) << 2
    const right = (<usize>load<i32>(high + x)) << 2
    const u = <f64>f32.load(parts + x)
    const upper = <f64>f32.load(top + left)
    const lower = <f64>f32.load(bottom + left)
    const above = upper + (<f64>f32.load(top + right) - upper) * u
    const below = lower + (<f64>f32.load(bottom + right) - lower) * u
    f32.store(out + x, <f32>(above + (below - above) * v))
  }
}
