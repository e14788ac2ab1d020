/** The sum of products of lines with themselves, shifted: see src/imaging/raster/repetition.ts. */
export function shiftedProducts(lines: usize, count: i32, length: i32, shift: i32): f64 {
  let sum: f64 = 0
  const reach = length - shift
  for (let line = 0; line < count; line++) {
    const one = lines + ((<usize>(line * length)) << 2)
    const other = one + ((<usize>shift) << 2)
    let sums = f32x4.splat(0)
    let i = 0
    for (; i + 4 <= reach; i += 4) {
      const at = (<usize>i) << 2
      sums = f32x4.add(sums, f32x4.mul(v128.load(one + at), v128.load(other + at)))
    }
    for (; i < reach; i++) sum += <f64>f32.load(one + ((<usize>i) << 2)) * <f64>f32.load(other + ((<usize>i) << 2))
    sum += <f64>f32x4.extract_lane(sums, 0) + <f64>f32x4.extract_lane(sums, 1)
    sum += <f64>f32x4.extract_lane(sums, 2) + <f64>f32x4.extract_lane(sums, 3)
  }
  return sum
}
