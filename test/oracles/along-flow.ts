/** What kernels/along-flow.ts does. */
import type { Flow } from '../../src/imaging/style/pixels/flow.js'

/** The mean along the flow, where the plane is at most `limit`. */
export function alongFlow(
  plane: Float32Array,
  flow: Flow,
  width: number,
  height: number,
  steps: number,
  limit: number,
): Float32Array {
  const out = new Float32Array(plane.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let sum = plane[i]!
      if (sum > limit) {
        out[i] = sum
        continue
      }
      let count = 1
      for (let side = -1; side <= 1; side += 2) {
        let px = x
        let py = y
        let dx = flow.x[i]! * side
        let dy = flow.y[i]! * side
        for (let step = 0; step < steps; step++) {
          px += dx
          py += dy
          const cx = (px + 0.5) | 0
          const cy = (py + 0.5) | 0
          if (cx < 0 || cy < 0 || cx >= width || cy >= height) break
          const at = cy * width + cx
          sum += plane[at]!
          count++
          // The flow has no sign: keep going the same way.
          const sign = flow.x[at]! * dx + flow.y[at]! * dy < 0 ? -1 : 1
          dx = flow.x[at]! * sign
          dy = flow.y[at]! * sign
        }
      }
      out[i] = sum / count
    }
  }
  return out
}

/** A flow of half the size at every pixel. */
export function doubled({ x, y, clarity }: Flow, width: number, height: number): Flow {
  const double = (half: Float32Array): Float32Array =>
    Float32Array.from({ length: width * height }, (_, i) => {
      const row = (Math.floor(i / width) >> 1) * ((width + 1) >> 1)
      return half[row + ((i % width) >> 1)]!
    })
  return { x: double(x), y: double(y), clarity: double(clarity) }
}
