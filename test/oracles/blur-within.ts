/** A blur of one part of a picture, plane by plane and pixel by pixel: what kernels/cells.ts does. */
import { tapsFor } from '../../src/imaging/raster/taps.js'
import { cellFor, weightsFor } from '../../src/imaging/style/blur-within.js'
import type { Canvas } from '../../src/imaging/style/canvas.js'

export function blurWithin({ width, height, colour }: Canvas, part: Float32Array, sigma: number) {
  const cell = cellFor(sigma)
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const planes = Array.from({ length: 4 }, () => new Float64Array(columns * rows))
  for (let i = 0; i < width * height; i++) {
    const at = Math.floor(i / width / cell) * columns + Math.floor((i % width) / cell)
    const share = part[i]! ** 2 + 1e-4
    for (let c = 0; c < 4; c++) planes[c]![at]! += (c < 3 ? colour[i * 3 + c]! : 1) * share
  }
  const weights = weightsFor(sigma / cell)
  const blurred = planes.map((plane) =>
    soften(soften(plane, columns, rows, weights, 'row'), columns, rows, weights, 'column'),
  )
  const [across, down] = [tapsFor(width, columns, columns * cell), tapsFor(height, rows, rows * cell)]
  return (x: number, y: number): number[] => {
    const at = (plane: Float64Array): number => {
      const [u, v] = [across.part[x]!, down.part[y]!]
      const [top, bottom] = [down.low[y]! * columns, down.high[y]! * columns]
      const above = plane[top + across.low[x]!]! * (1 - u) + plane[top + across.high[x]!]! * u
      const below = plane[bottom + across.low[x]!]! * (1 - u) + plane[bottom + across.high[x]!]! * u
      return above * (1 - v) + below * v
    }
    return [0, 1, 2].map((c) => at(blurred[c]!) / at(blurred[3]!))
  }
}

/** Along rows or columns. There is nothing beyond the border. */
function soften(
  plane: Float64Array,
  columns: number,
  rows: number,
  weights: Float32Array,
  along: 'row' | 'column',
): Float64Array {
  return plane.map((_, i) => {
    const [place, length, step] = along === 'row' ? [i % columns, columns, 1] : [Math.floor(i / columns), rows, columns]
    let sum = 0
    for (let k = 1 - weights.length; k < weights.length; k++) {
      if (place + k >= 0 && place + k < length) sum += plane[i + k * step]! * weights[Math.abs(k)]!
    }
    return sum
  })
}
