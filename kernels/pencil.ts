/** One stroke of a pencil: see src/imaging/style/media/drawing/hatching.ts. */

/** `xs`, `ys`, `pressures`: a float per point of the path. `nib`: its width in pixels. */
export function drawPath(
  density: usize,
  width: i32,
  height: i32,
  xs: usize,
  ys: usize,
  pressures: usize,
  length: i32,
  nib: f64,
  taper: f64,
  swell: f64,
): void {
  const last = length - 1
  for (let i = 0; i < length; i++) {
    const at = (<usize>i) << 2
    const force = <f64>f32.load(pressures + at) * liftAt(i, last, taper)
    if (force <= 0.01) continue
    const radius = (nib / 2) * (1 - swell + swell * Math.min(1, force))
    dot(density, width, height, f32.load(xs + at), f32.load(ys + at), <f32>radius, <f32>force)
  }
}

/** A stroke starts and ends lightly. */
function liftAt(i: i32, last: i32, taper: f64): f64 {
  const end = Math.min(<f64>i + 0.5, <f64>(last - i) + 0.5) / taper
  return end < 1 ? Math.sqrt(end) : 1
}

/** A soft disc; discs one pixel apart make an even line with the density of their force. */
function dot(density: usize, width: i32, height: i32, x: f32, y: f32, radius: f32, force: f32): void {
  const reach: f32 = radius + 0.5
  const left = max(0, <i32>ceil<f32>(x - reach - 0.5))
  const right = min(width - 1, <i32>floor<f32>(x + reach - 0.5))
  const top = max(0, <i32>ceil<f32>(y - reach - 0.5))
  const bottom = min(height - 1, <i32>floor<f32>(y + reach - 0.5))
  const amount: f32 = force / max<f32>(1, 2 * radius)
  // Four pixels at once, unless they would reach into the next row.
  const whole = left + ((right - left + 4) & ~3) <= width
  for (let py = top; py <= bottom; py++) {
    const dy: f32 = <f32>py + 0.5 - y
    let at = density + ((<usize>(py * width + left)) << 2)
    if (whole) {
      let dx = f32x4.add(f32x4(0, 1, 2, 3), f32x4.splat(<f32>left + 0.5 - x))
      for (let px = left; px <= right; px += 4, at += 16) {
        const distance = f32x4.sqrt(f32x4.add(f32x4.mul(dx, dx), f32x4.splat(dy * dy)))
        const inside = f32x4.sub(f32x4.splat(reach), distance)
        const share = f32x4.max(f32x4.splat(0), f32x4.min(f32x4.splat(1), inside))
        v128.store(at, f32x4.add(v128.load(at), f32x4.mul(share, f32x4.splat(amount))))
        dx = f32x4.add(dx, f32x4.splat(4))
      }
      continue
    }
    for (let px = left; px <= right; px++, at += 4) {
      const dx: f32 = <f32>px + 0.5 - x
      const inside: f32 = reach - sqrt<f32>(dx * dx + dy * dy)
      if (inside > 0) f32.store(at, f32.load(at) + amount * min<f32>(1, inside))
    }
  }
}
