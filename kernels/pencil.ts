/** One stroke of a pencil or a brush: see src/imaging/style/media/drawing/stroke.ts. */
import { valueNoise } from './noise'

/**
 * `xs`, `ys`, `pressures`: a float per point of the path. `nib`: its width in pixels. `bristles`: so many hairs side by side,
 * or 0 for a solid point.
 */
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
  bristles: i32,
): void {
  if (bristles > 0) {
    drawBristles(density, width, height, xs, ys, pressures, length, nib, taper, swell, bristles)
    return
  }
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

/** Hairs side by side, which run dry one after the other. */
function drawBristles(
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
  bristles: i32,
): void {
  const last = length - 1
  const key = <i32>Math.floor(<f64>f32.load(xs) * 13 + <f64>f32.load(ys) * 7 + 0.5)
  const hair = (1.5 * nib) / <f64>bristles
  for (let i = 0; i < length; i++) {
    const at = (<usize>i) << 2
    const before = (<usize>max(0, i - 2)) << 2
    const after = (<usize>min(last, i + 2)) << 2
    const dx = <f64>f32.load(xs + after) - <f64>f32.load(xs + before)
    const dy = <f64>f32.load(ys + after) - <f64>f32.load(ys + before)
    const along = Math.sqrt(dx * dx + dy * dy) + 1e-6
    const force = <f64>f32.load(pressures + at) * liftAt(i, last, taper)
    const spread = nib * (1 - swell + swell * Math.min(1, force))
    for (let b = 0; b < bristles; b++) {
      const ink = valueNoise(<f64>b * 0.9 + <f64>key, <f64>i / 40, key) + 0.55 - <f64>i / <f64>length
      if (ink <= 0) continue
      const side = ((<f64>b + 0.5) / <f64>bristles - 0.5) * spread
      const x = <f64>f32.load(xs + at) - (dy / along) * side
      const y = <f64>f32.load(ys + at) + (dx / along) * side
      dot(density, width, height, <f32>x, <f32>y, <f32>(hair / 2), <f32>(force * Math.min(1, ink * 3)))
    }
  }
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
