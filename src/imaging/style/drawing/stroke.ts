/**
 * One stroke of a pencil, pen or brush: a path of points about a pixel apart, laid down as pigment on a layer. Layers
 * add up density, not colour: where strokes cross, there is more pigment, as on paper.
 */
import type { Size } from '../../raster/picture.js'

export interface Layer extends Size {
  /** 1 is the even tone of one firm stroke. */
  readonly density: Float32Array
}

export const emptyLayer = ({ width, height }: Size): Layer => ({
  width,
  height,
  density: new Float32Array(width * height),
})

/** Buffers for one path, used again for every stroke. */
export interface Path {
  readonly x: Float32Array
  readonly y: Float32Array
  readonly pressure: Float32Array
  length: number
}

export const createPath = (capacity: number): Path => ({
  x: new Float32Array(capacity),
  y: new Float32Array(capacity),
  pressure: new Float32Array(capacity),
  length: 0,
})

export interface Nib {
  /** In pixels, at full pressure. */
  readonly width: number
  /** Over this many pixels the stroke starts and ends. */
  readonly taper: number
  /** How much thinner a stroke without pressure is: 0 keeps its width, as a pencil; 1 thins to nothing, as a brush. */
  readonly swell: number
}

export function drawStroke(layer: Layer, { x, y, pressure, length }: Path, { width, taper, swell }: Nib): void {
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
