/**
 * One stroke of a pencil, pen or brush: a path of points about a pixel apart, laid down as pigment on a layer. Layers
 * add up density, not colour: where strokes cross, there is more pigment, as on paper.
 */
import { floatsAt, reserve } from '../../kernels/memory.js'
import { drawPoint } from '../../kernels/pencil.js'
import type { Size } from '../../raster/picture.js'
import { valueNoise } from '../noise.js'

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
  /** A brush: so many hairs side by side, which run dry one after the other. Default: none, a solid point. */
  readonly bristles?: number | undefined
}

/** Paths have no more points than this. */
export const MAX_POINTS = 2048

export type DrawStroke = (path: Path, nib: Nib) => void

/** All strokes of `work` are on the layer when it returns. Between them no other kernel may run: they lie in its memory. */
export function drawOn(layer: Layer, work: (draw: DrawStroke) => void): void {
  const { width, height } = layer
  const area = width * height
  const at = reserve({ density: area * 4, x: MAX_POINTS * 4, y: MAX_POINTS * 4, pressure: MAX_POINTS * 4 })
  const wet: Layer = { width, height, density: floatsAt(at.density, area) }
  const [xs, ys, pressures] = [at.x, at.y, at.pressure].map((address) => floatsAt(address, MAX_POINTS)) as Planes
  wet.density.set(layer.density)
  work((path, nib) => {
    if (nib.bristles) {
      drawBrush(wet, path, nib, nib.bristles)
      return
    }
    const { length } = path
    for (let i = 0; i < length; i++) {
      xs[i] = path.x[i]!
      ys[i] = path.y[i]!
      pressures[i] = path.pressure[i]!
    }
    drawPoint(at.density, width, height, at.x, at.y, at.pressure, length, nib.width, nib.taper, nib.swell)
  })
  layer.density.set(wet.density)
}

type Planes = [Float32Array, Float32Array, Float32Array]

function drawBrush(layer: Layer, path: Path, { width, taper, swell }: Nib, bristles: number): void {
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
