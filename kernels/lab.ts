/** Colours as distances people see: see src/imaging/raster/lab.ts. */

/** RGB bytes → lightness, a and b, as floats. `linear`: of each byte, as a float. */
export function toLabs(rgb: usize, count: i32, linear: usize, labs: usize): void {
  for (let i = 0; i < count; i++, rgb += 3, labs += 12) toLab(rgb, linear, labs)
}

export function toLab(rgb: usize, linear: usize, lab: usize): void {
  const r = f32.load(linear + ((<usize>load<u8>(rgb)) << 2))
  const g = f32.load(linear + ((<usize>load<u8>(rgb, 1)) << 2))
  const b = f32.load(linear + ((<usize>load<u8>(rgb, 2)) << 2))
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  f32.store(lab, 116 * y - 16)
  f32.store(lab, 500 * (x - y), 4)
  f32.store(lab, 200 * (y - z), 8)
}

function curve(t: f32): f32 {
  return t > 0.008856 ? cubeRoot(t) : <f32>7.787 * t + <f32>(16.0 / 116.0)
}

/** A third of the exponent is near enough that two steps of Halley's method reach the precision of floats. */
function cubeRoot(value: f32): f32 {
  let root = reinterpret<f32>(reinterpret<u32>(value) / 3 + 709921077)
  for (let step = 0; step < 2; step++) {
    const cube = root * root * root
    root *= (cube + value + value) / (cube + cube + value)
  }
  return root
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
