/** What kernels/flow.ts does, pixel by pixel. */
import { blur } from '../../src/imaging/raster/blur.js'
import type { Flow } from '../../src/imaging/style/pixels/flow.js'

type Plane = Float32Array<ArrayBuffer>

/** Rounded up; at the right and lower border pixels count twice. */
export function halve(plane: Float32Array, width: number, height: number): Plane {
  const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1]
  return Float32Array.from({ length: halfWidth * halfHeight }, (_, i) => {
    const [x, y] = [2 * (i % halfWidth), 2 * Math.floor(i / halfWidth)]
    const [right, below] = [Math.min(width - 1, x + 1), Math.min(height - 1, y + 1)]
    const at = (column: number, row: number): number => plane[row * width + column]!
    return (at(x, y) + at(right, y) + at(x, below) + at(right, below)) / 4
  })
}

export function flowOf(plane: Float32Array, width: number, height: number, sigma: number): Flow {
  const at = (x: number, y: number): number =>
    plane[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!
  const sobel = (i: number): [number, number] => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const across = (row: number): number => at(x + 1, row) - at(x - 1, row)
    const down = (column: number): number => at(column, y + 1) - at(column, y - 1)
    return [across(y - 1) + 2 * across(y) + across(y + 1), down(x - 1) + 2 * down(x) + down(x + 1)]
  }
  const product = (of: (gx: number, gy: number) => number): Float32Array =>
    blur(
      plane.map((_, i) => of(...sobel(i))),
      width,
      height,
      sigma,
    )
  const [xx, xy, yy] = [product((gx) => gx * gx), product((gx, gy) => gx * gy), product((_, gy) => gy * gy)]
  const flow = {
    x: new Float32Array(plane.length),
    y: new Float32Array(plane.length),
    clarity: new Float32Array(plane.length),
  }
  for (let i = 0; i < plane.length; i++) {
    const [e, f, g] = [xx[i]!, xy[i]!, yy[i]!]
    const root = Math.hypot(e - g, 2 * f)
    const [x, y] = [e - g - root, 2 * f]
    const length = Math.hypot(x, y)
    flow.x[i] = length < 1e-7 ? (e > g ? 0 : 1) : x / length
    flow.y[i] = length < 1e-7 ? (e > g ? 1 : 0) : y / length
    flow.clarity[i] = root / (e + g + 1e-4)
  }
  return flow
}
