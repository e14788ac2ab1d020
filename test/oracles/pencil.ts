/** One stroke of a pencil or a brush, point by point: what kernels/pencil.ts does. */
import type { Layer, Nib, Path } from '../../src/imaging/style/media/drawing/stroke.js'
import { valueNoise } from '../../src/imaging/style/pixels/noise.js'

export function drawPath(layer: Layer, path: Path, nib: Nib): void {
  if (nib.bristles) drawBristles(layer, path, nib, nib.bristles)
  else drawPoint(layer, path, nib)
}

function drawPoint(layer: Layer, { x, y, pressure, length }: Path, { width, taper, swell }: Nib): void {
  const last = length - 1
  for (let i = 0; i < length; i++) {
    const end = Math.min(i + 0.5, last - i + 0.5) / taper
    const lift = end < 1 ? Math.sqrt(end) : 1
    const force = pressure[i]! * lift
    if (force > 0.01) dot(layer, x[i]!, y[i]!, (width / 2) * (1 - swell + swell * Math.min(1, force)), force)
  }
}

function drawBristles(layer: Layer, path: Path, { width, taper, swell }: Nib, bristles: number): void {
  const { x, y, pressure, length } = path
  const last = length - 1
  const key = Math.round(x[0]! * 13 + y[0]! * 7)
  const hair = (1.5 * width) / bristles
  for (let i = 0; i < length; i++) {
    const [before, after] = [Math.max(0, i - 2), Math.min(last, i + 2)]
    const [dx, dy] = [x[after]! - x[before]!, y[after]! - y[before]!]
    const along = Math.sqrt(dx * dx + dy * dy) + 1e-6
    const end = Math.min(i + 0.5, last - i + 0.5) / taper
    const force = pressure[i]! * (end < 1 ? Math.sqrt(end) : 1)
    const spread = width * (1 - swell + swell * Math.min(1, force))
    for (let b = 0; b < bristles; b++) {
      const ink = valueNoise(b * 0.9 + key, i / 40, key) + 0.55 - i / length
      if (ink <= 0) continue
      const side = ((b + 0.5) / bristles - 0.5) * spread
      dot(layer, x[i]! - (dy / along) * side, y[i]! + (dx / along) * side, hair / 2, force * Math.min(1, ink * 3))
    }
  }
}

/** A soft disc; discs one pixel apart make an even line with the density of their force. */
function dot({ width, height, density }: Layer, x: number, y: number, radius: number, force: number): void {
  const reach = radius + 0.5
  const left = Math.max(0, Math.ceil(x - reach - 0.5))
  const right = Math.min(width - 1, Math.floor(x + reach - 0.5))
  const top = Math.max(0, Math.ceil(y - reach - 0.5))
  const bottom = Math.min(height - 1, Math.floor(y + reach - 0.5))
  const amount = force / Math.max(1, 2 * radius)
  for (let py = top; py <= bottom; py++) {
    const dy = py + 0.5 - y
    for (let px = left; px <= right; px++) {
      const dx = px + 0.5 - x
      const inside = reach - Math.sqrt(dx * dx + dy * dy)
      if (inside > 0) density[py * width + px]! += amount * (inside < 1 ? inside : 1)
    }
  }
}
