/** 0 up to `from`, 1 from `range` beyond it, and a smooth rise between; four at a time. */
export function smoothstep(from: v128, range: v128, value: v128): v128 {
  const risen = f32x4.div(f32x4.sub(value, from), range)
  const t = f32x4.min(f32x4.splat(1), f32x4.max(f32x4.splat(0), risen))
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)))
}

/** The same between two numbers. */
export function between(from: f32, to: f32, value: v128): v128 {
  return smoothstep(f32x4.splat(from), f32x4.splat(to - from), value)
}
