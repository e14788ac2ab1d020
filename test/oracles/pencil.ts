/** One stroke of a pencil, point by point: what kernels/pencil.ts does. */
import type { Size } from '../../src/imaging/raster/picture.js'
import type { Nib } from '../../src/imaging/style/media/drawing/hatching.js'

/** Points about a pixel apart. */
export const createPath = (capacity: number) => ({
  x: new Float32Array(capacity),
  y: new Float32Array(capacity),
  pressure: new Float32Array(capacity),
  length: 0,
})

export type Path = ReturnType<typeof createPath>

export interface Layer extends Size {
  readonly density: Float32Array
}

export const emptyLayer = ({ width, height }: Size): Layer => ({
  width,
  height,
  density: new Float32Array(width * height),
})

export function drawPath(layer: Layer, { x, y, pressure, length }: Path, { width, taper, swell }: Nib): void {
  const last = length - 1
  for (let i = 0; i < length; i++) {
    const end = Math.min(i + 0.5, last - i + 0.5) / taper
    const lift = end < 1 ? Math.sqrt(end) : 1
    const force = pressure[i]! * lift
    if (force > 0.01) dot(layer, x[i]!, y[i]!, (width / 2) * (1 - swell + swell * Math.min(1, force)), force)
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
