/** One stroke of a pencil: see src/imaging/style/drawing/stroke.ts. In double precision, like the paths around it. */

/** `xs`, `ys`, `pressures`: a float per point of the path. `nib`: its width in pixels. */
export function drawPoint(
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
    const end = Math.min(<f64>i + 0.5, <f64>(last - i) + 0.5) / taper
    const lift = end < 1 ? Math.sqrt(end) : 1
    const force = <f64>f32.load(pressures + at) * lift
    if (force <= 0.01) continue
    const radius = (nib / 2) * (1 - swell + swell * Math.min(1, force))
    dot(density, width, height, <f64>f32.load(xs + at), <f64>f32.load(ys + at), radius, force)
  }
}

/** A soft disc; discs one pixel apart make an even line with the density of their force. */
function dot(density: usize, width: i32, height: i32, x: f64, y: f64, radius: f64, force: f64): void {
  const reach = radius + 0.5
  const left = max(0, <i32>Math.ceil(x - reach - 0.5))
  const right = min(width - 1, <i32>Math.floor(x + reach - 0.5))
  const top = max(0, <i32>Math.ceil(y - reach - 0.5))
  const bottom = min(height - 1, <i32>Math.floor(y + reach - 0.5))
  const amount = force / Math.max(1, 2 * radius)
  for (let py = top; py <= bottom; py++) {
    const dy = <f64>py + 0.5 - y
    for (let px = left; px <= right; px++) {
      const dx = <f64>px + 0.5 - x
      const inside = reach - Math.sqrt(dx * dx + dy * dy)
      if (inside <= 0) continue
      const at = density + ((<usize>(py * width + px)) << 2)
      f32.store(at, <f32>(<f64>f32.load(at) + amount * (inside < 1 ? inside : 1)))
    }
  }
}
