/** The direction of edges at each pixel, from the smoothed structure tensor: along it, brush strokes and lines run. */
import { blur } from './blur.js'

export interface Flow {
  readonly x: Float32Array
  readonly y: Float32Array
  /** 0: no direction, 1: one clear direction. */
  readonly clarity: Float32Array
}

export function findFlow(luma: Float32Array, width: number, height: number, sigma: number): Flow {
  const area = width * height
  const [xx, xy, yy] = [new Float32Array(area), new Float32Array(area), new Float32Array(area)]
  for (let y = 0; y < height; y++) {
    const [up, mid, down] = [Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width]
    for (let x = 0; x < width; x++) {
      const [l, r] = [x > 0 ? x - 1 : 0, x < width - 1 ? x + 1 : x]
      const gx =
        luma[up + r]! - luma[up + l]! + 2 * (luma[mid + r]! - luma[mid + l]!) + luma[down + r]! - luma[down + l]!
      const gy =
        luma[down + l]! - luma[up + l]! + 2 * (luma[down + x]! - luma[up + x]!) + luma[down + r]! - luma[up + r]!
      xx[mid + x] = gx * gx
      xy[mid + x] = gx * gy
      yy[mid + x] = gy * gy
    }
  }
  const [e, f, g] = [blur(xx, width, height, sigma), blur(xy, width, height, sigma), blur(yy, width, height, sigma)]
  const flow = { x: new Float32Array(area), y: new Float32Array(area), clarity: new Float32Array(area) }
  for (let i = 0; i < area; i++) {
    const [a, b, c] = [e[i]!, f[i]!, g[i]!]
    const root = Math.sqrt((a - c) * (a - c) + 4 * b * b)
    // The gradient's main direction has this angle; edges run across it.
    const angle = 0.5 * Math.atan2(2 * b, a - c) + Math.PI / 2
    flow.x[i] = Math.cos(angle)
    flow.y[i] = Math.sin(angle)
    flow.clarity[i] = root / (a + c + 1e-4)
  }
  return flow
}
