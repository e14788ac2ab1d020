/** Powers of e for numbers below 80, four at a time; off by less than a 10,000th. */
export function expOf(x: v128): v128 {
  const power = f32x4.max(f32x4.splat(-126), f32x4.mul(x, f32x4.splat(<f32>Math.LOG2E)))
  const whole = f32x4.floor(power)
  const part = f32x4.sub(power, whole)
  // Two to the power of the part, 0..1, by its Taylor series; to that of the whole by the exponent of the float.
  let sum = f32x4.add(f32x4.mul(part, f32x4.splat(0.0013333558)), f32x4.splat(0.0096181291))
  sum = f32x4.add(f32x4.mul(sum, part), f32x4.splat(0.0555041087))
  sum = f32x4.add(f32x4.mul(sum, part), f32x4.splat(0.240226507))
  sum = f32x4.add(f32x4.mul(sum, part), f32x4.splat(<f32>Math.LN2))
  sum = f32x4.add(f32x4.mul(sum, part), f32x4.splat(1))
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23)
  return f32x4.mul(sum, exponent)
}
