/**
 * A blur of one part of the picture that leaves the rest out, so that colours do not bleed in. It is smooth, so a small
 * copy is enough to compute it.
 */
import { blur } from '../raster/blur.js'
import { sampleAtTaps } from '../raster/sample.js'
import { tapsFor } from '../raster/taps.js'
import type { PixelPaint } from './backdrop.js'
import type { Canvas } from './canvas.js'

/** A blur of this many cells hides that it was computed on cells. */
const CELLS_PER_SIGMA = 4

type FourPlanes = [Float32Array, Float32Array, Float32Array, Float32Array]

/** `part`: how much pixel `i` belongs to it, 0..1. */
export function blurWithin({ width, height, colour }: Canvas, part: (i: number) => number, sigma: number): PixelPaint {
  const cell = Math.max(1, Math.floor(sigma / CELLS_PER_SIGMA))
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const [weight, red, green, blue] = Array.from({ length: 4 }, () => new Float32Array(columns * rows)) as FourPlanes
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns
    for (let x = 0; x < width; x++, i++) {
      const at = row + Math.floor(x / cell)
      const share = part(i) ** 2 + 1e-4
      weight[at]! += share
      red[at]! += colour[i * 3]! * share
      green[at]! += colour[i * 3 + 1]! * share
      blue[at]! += colour[i * 3 + 2]! * share
    }
  }
  const soft = [weight, red, green, blue].map((plane) => blur(plane, columns, rows, sigma / cell)) as FourPlanes
  const across = tapsFor(width, columns, columns * cell)
  const down = tapsFor(height, rows, rows * cell)
  return (x, y, to) => {
    const total = sampleAtTaps(soft[0], columns, across, x, down, y)
    for (let c = 0; c < 3; c++) to[c] = sampleAtTaps(soft[c + 1]!, columns, across, x, down, y) / total
  }
}
