/** A blur of one part of a picture, plane by plane and pixel by pixel: what kernels/cells.ts does. */
import { boxRadii } from '../../src/imaging/raster/blur.js'
import { tapsFor } from '../../src/imaging/raster/taps.js'
import type { Canvas } from '../../src/imaging/style/canvas.js'
import { boxMean } from '../support/box-mean.js'

export function blurWithin({ width, height, colour }: Canvas, part: Float32Array, sigma: number, cell: number) {
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const planes = Array.from({ length: 4 }, () => new Float32Array(columns * rows))
  for (let i = 0; i < width * height; i++) {
    const at = Math.floor(i / width / cell) * columns + Math.floor((i % width) / cell)
    const share = part[i]! ** 2 + 1e-4
    for (let c = 0; c < 4; c++) planes[c]![at]! += (c < 3 ? colour[i * 3 + c]! : 1) * share
  }
  for (const plane of planes) for (const radius of boxRadii(sigma, cell)) boxMean(plane, columns, rows, radius)
  const [across, down] = [tapsFor(width, columns, columns * cell), tapsFor(height, rows, rows * cell)]
  return (x: number, y: number): number[] => {
    const at = (plane: Float32Array): number => {
      const [u, v] = [across.part[x]!, down.part[y]!]
      const [top, bottom] = [down.low[y]! * columns, down.high[y]! * columns]
      const above = plane[top + across.low[x]!]! * (1 - u) + plane[top + across.high[x]!]! * u
      const below = plane[bottom + across.low[x]!]! * (1 - u) + plane[bottom + across.high[x]!]! * u
      return above * (1 - v) + below * v
    }
    return [0, 1, 2].map((c) => at(planes[c]!) / at(planes[3]!))
  }
}
