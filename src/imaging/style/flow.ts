/**
 * The direction of edges at each pixel, from the smoothed structure tensor; brush strokes and lines follow it. It
 * changes slowly, so it is computed at half the size.
 */
import { blur } from '../raster/blur.js'

export interface Flow {
  readonly x: Float32Array
  readonly y: Float32Array
  /** 0: no direction, 1: one clear direction. */
  readonly clarity: Float32Array
}

export function findFlow(luma: Float32Array, width: number, height: number, sigma: number): Flow {
  const { x, y, clarity } = findHalfFlow(luma, width, height, sigma)
  return { x: double(x, width, height), y: double(y, width, height), clarity: double(clarity, width, height) }
}

/** At half the size, rounded up. */
export function findHalfFlow(luma: Float32Array, width: number, height: number, sigma: number): Flow {
  return flowOfHalf(halve(luma, width, height), (width + 1) >> 1, (height + 1) >> 1, sigma / 2)
}

/** Of a plane that has half the size already, as everything given. */
export function flowOfHalf(half: Float32Array, width: number, height: number, sigma: number): Flow {
  const { xx, xy, yy } = gradients(half, width, height)
  const soft = Math.max(1, sigma)
  const a = blur(xx, width, height, soft)
  const b = blur(xy, width, height, soft)
  const c = blur(yy, width, height, soft)
  for (let i = 0; i < a.length; i++) {
    const e = a[i]!
    const f = b[i]!
    const g = c[i]!
    const root = Math.sqrt((e - g) * (e - g) + 4 * f * f)
    // The eigenvector of the smaller eigenvalue: across the gradient.
    let x = e - g - root
    let y = 2 * f
    const length = Math.sqrt(x * x + y * y)
    if (length < 1e-7) {
      x = e > g ? 0 : 1
      y = 1 - x
    } else {
      x /= length
      y /= length
    }
    a[i] = x
    b[i] = y
    c[i] = root / (e + g + 1e-4)
  }
  return { x: a, y: b, clarity: c }
}

/** Rounded up. */
export function halve(plane: Float32Array, width: number, height: number): Float32Array {
  const halfWidth = (width + 1) >> 1
  const halfHeight = (height + 1) >> 1
  const out = new Float32Array(halfWidth * halfHeight)
  for (let y = 0, i = 0; y < halfHeight; y++) {
    const top = 2 * y * width
    const bottom = Math.min(height - 1, 2 * y + 1) * width
    for (let x = 0; x < halfWidth; x++, i++) {
      const left = 2 * x
      const right = Math.min(width - 1, left + 1)
      out[i] = (plane[top + left]! + plane[top + right]! + plane[bottom + left]! + plane[bottom + right]!) / 4
    }
  }
  return out
}

/** Products of the Sobel gradients. */
function gradients(luma: Float32Array, width: number, height: number) {
  const xx = new Float32Array(luma.length)
  const xy = new Float32Array(luma.length)
  const yy = new Float32Array(luma.length)
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * width
    const mid = y * width
    const down = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++) {
      const l = x > 0 ? x - 1 : 0
      const r = x < width - 1 ? x + 1 : x
      const nw = luma[up + l]!
      const ne = luma[up + r]!
      const sw = luma[down + l]!
      const se = luma[down + r]!
      const gx = ne - nw + 2 * (luma[mid + r]! - luma[mid + l]!) + se - sw
      const gy = sw - nw + 2 * (luma[down + x]! - luma[up + x]!) + se - ne
      xx[mid + x] = gx * gx
      xy[mid + x] = gx * gy
      yy[mid + x] = gy * gy
    }
  }
  return { xx, xy, yy }
}

function double(half: Float32Array, width: number, height: number): Float32Array {
  const halfWidth = (width + 1) >> 1
  const out = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> 1) * halfWidth
    for (let x = 0; x < width; x++, i++) out[i] = half[row + (x >> 1)]!
  }
  return out
}
