/**
 * Foreground colours by the multi-level method (Germer et al. 2020), the reference for the product's faster one: it
 * solves for foreground and background together, from one pixel up to full size, with colours that change only where
 * alpha does.
 */
import type { Pixels } from './colour-integrity.js'
import type { Plane } from './plane.js'

const SMOOTHNESS = 1e-5
const ALPHA_WEIGHT = 1
const SMALL = 32

interface Level {
  readonly width: number
  readonly height: number
  /** Red, green, blue of the foreground, then of the background, per pixel, 0..255. */
  readonly colours: Float32Array
}

/** RGB of the foreground, 0..255, interleaved. */
export function multiLevelForeground(photo: Pixels, alpha: Plane): Float32Array {
  const { width, height } = alpha
  let level: Level = { width: 1, height: 1, colours: startColours(photo, alpha) }
  const levels = Math.ceil(Math.log2(Math.max(width, height)))
  for (let i = 1; i <= levels; i++) {
    const size = { width: Math.round(width ** (i / levels)), height: Math.round(height ** (i / levels)) }
    level = { ...size, colours: enlarged(level, size.width, size.height) }
    const rounds = size.width <= SMALL && size.height <= SMALL ? 10 : 2
    for (let round = 0; round < rounds; round++) relax(level, photo, alpha)
  }
  return Float32Array.from({ length: width * height * 3 }, (_, i) => level.colours[Math.floor(i / 3) * 6 + (i % 3)]!)
}

/** Mean colours of the certain foreground and the certain background. */
function startColours(photo: Pixels, alpha: Plane): Float32Array {
  const colours = new Float32Array(6)
  for (const [side, belongs] of [(a: number) => a > 0.9, (a: number) => a < 0.1].entries()) {
    const sums = [0, 0, 0]
    let count = 0
    for (let i = 0; i < alpha.data.length; i++) {
      if (!belongs(alpha.data[i]!)) continue
      count++
      for (let c = 0; c < 3; c++) sums[c]! += photo.data[i * photo.channels + c]!
    }
    for (let c = 0; c < 3; c++) colours[side * 3 + c] = count === 0 ? 0 : sums[c]! / count
  }
  return colours
}

function enlarged(level: Level, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height * 6)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = nearest(y, height, level.height) * level.width + nearest(x, width, level.width)
      out.set(level.colours.subarray(from * 6, from * 6 + 6), (y * width + x) * 6)
    }
  }
  return out
}

const nearest = (at: number, length: number, other: number): number =>
  Math.min(other - 1, Math.floor(((at + 0.5) * other) / length))

/** One pass of Gauss-Seidel: each pixel's 2x2 system, given its four neighbours. */
function relax({ width, height, colours }: Level, photo: Pixels, alpha: Plane): void {
  const source = (x: number, y: number): number =>
    nearest(y, height, alpha.height) * alpha.width + nearest(x, width, alpha.width)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const pixel = source(x, y)
      const a = alpha.data[pixel]!
      let stiffness = 0
      const pull = [0, 0, 0, 0, 0, 0]
      for (const [nx, ny] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const [cx, cy] = [Math.min(width - 1, Math.max(0, nx)), Math.min(height - 1, Math.max(0, ny))]
        const weight = SMOOTHNESS + ALPHA_WEIGHT * Math.abs(a - alpha.data[source(cx, cy)]!)
        stiffness += weight
        for (let k = 0; k < 6; k++) pull[k]! += weight * colours[(cy * width + cx) * 6 + k]!
      }
      const [m00, m01, m11] = [a * a + stiffness, a * (1 - a), (1 - a) ** 2 + stiffness]
      const scale = 1 / (m00 * m11 - m01 * m01)
      for (let c = 0; c < 3; c++) {
        const value = photo.data[pixel * photo.channels + c]!
        const [f, b] = [a * value + pull[c]!, (1 - a) * value + pull[3 + c]!]
        colours[at * 6 + c] = Math.min(255, Math.max(0, (m11 * f - m01 * b) * scale))
        colours[at * 6 + 3 + c] = Math.min(255, Math.max(0, (m00 * b - m01 * f) * scale))
      }
    }
  }
}
