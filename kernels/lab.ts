/** Colours as distances people see: see src/imaging/raster/lab.ts. */

/** RGB bytes → lightness, a and b, as floats. `linear`: of each byte, as a float. */
export function toLabs(rgb: usize, count: i32, linear: usize, labs: usize): void {
  for (let i = 0; i < count; i++, rgb += 3, labs += 12) toLab(rgb, linear, labs)
}

/** Its three values are computed side by side. */
export function toLab(rgb: usize, linear: usize, lab: usize): void {
  const r = v128.load32_splat(linear + ((<usize>load<u8>(rgb)) << 2))
  const g = v128.load32_splat(linear + ((<usize>load<u8>(rgb, 1)) << 2))
  const b = v128.load32_splat(linear + ((<usize>load<u8>(rgb, 2)) << 2))
  const light = f32x4.add(
    f32x4.add(f32x4.mul(r, f32x4(0.4124, 0.2126, 0.0193, 0)), f32x4.mul(g, f32x4(0.3576, 0.7152, 0.1192, 0))),
    f32x4.mul(b, f32x4(0.1805, 0.0722, 0.9505, 0)),
  )
  const xyz = curves(f32x4.div(light, f32x4(0.95047, 1, 1.08883, 1)))
  const y = f32x4.extract_lane(xyz, 1)
  f32.store(lab, 116 * y - 16)
  f32.store(lab, 500 * (f32x4.extract_lane(xyz, 0) - y), 4)
  f32.store(lab, 200 * (y - f32x4.extract_lane(xyz, 2)), 8)
}

function curves(light: v128): v128 {
  const line = f32x4.add(f32x4.mul(f32x4.splat(7.787), light), f32x4.splat(<f32>(16.0 / 116.0)))
  return v128.bitselect(cubeRoots(light), line, f32x4.gt(light, f32x4.splat(0.008856)))
}

/** A third of the exponent is near enough that two steps of Halley's method reach the precision of floats. */
function cubeRoots(values: v128): v128 {
  let roots = i32x4.splat(third(i32x4.extract_lane(values, 0)))
  roots = i32x4.replace_lane(roots, 1, third(i32x4.extract_lane(values, 1)))
  roots = i32x4.replace_lane(roots, 2, third(i32x4.extract_lane(values, 2)))
  for (let step = 0; step < 2; step++) {
    const cubes = f32x4.mul(f32x4.mul(roots, roots), roots)
    const above = f32x4.add(f32x4.add(cubes, values), values)
    roots = f32x4.mul(roots, f32x4.div(above, f32x4.add(f32x4.add(cubes, cubes), values)))
  }
  return roots
}

function third(bits: i32): i32 {
  return <i32>(<u32>bits / 3 + 709921077)
}

/** Back to bytes; what no screen can show is cut off. */
export function toRgb(lab: usize, rgb: usize): void {
  const middle = (<f64>f32.load(lab) + 16) / 116
  const x = uncurve(middle + <f64>f32.load(lab, 4) / 500) * 0.95047
  const y = uncurve(middle)
  const z = uncurve(middle - <f64>f32.load(lab, 8) / 200) * 1.08883
  store<u8>(rgb, toByte(3.2406 * x - 1.5372 * y - 0.4986 * z))
  store<u8>(rgb, toByte(-0.9689 * x + 1.8758 * y + 0.0415 * z), 1)
  store<u8>(rgb, toByte(0.0557 * x - 0.204 * y + 1.057 * z), 2)
}

function uncurve(t: f64): f64 {
  return t > 0.206893 ? t * t * t : (t - 16.0 / 116.0) / 7.787
}

function toByte(light: f64): u8 {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return <u8>(255 * min(1, max(0, value)) + 0.5)
}
