/** The hyperbolic tangent of numbers from 0 on, as a fraction of polynomials; four at a time. */
export function tanhOf(value: v128): v128 {
  const x = f32x4.min(f32x4.splat(5), f32x4.max(f32x4.splat(0), value))
  const s = f32x4.mul(x, x)
  const over = f32x4.add(f32x4.mul(f32x4.add(f32x4.mul(s, f32x4.splat(21)), f32x4.splat(1260)), s), f32x4.splat(10395))
  const inner = f32x4.add(f32x4.mul(f32x4.add(s, f32x4.splat(210)), s), f32x4.splat(4725))
  const under = f32x4.add(f32x4.mul(inner, s), f32x4.splat(10395))
  return f32x4.min(f32x4.splat(1), f32x4.div(f32x4.mul(x, over), under))
}

/** The same for one number. */
export function tanhOfOne(x: f32): f32 {
  return f32x4.extract_lane(tanhOf(f32x4.splat(x)), 0)
}
