/**
 * Where lines run in a picture: an extended difference of Gaussians (Winnemöller et al.), averaged along the flow, so
 * that lines are continuous instead of breaking into dots.
 */
import { blur } from '../raster/blur.js'
import { type Flow, findFlow } from './flow.js'

interface InkOptions {
  readonly sigma: number
  readonly sharpness?: number
  readonly level?: number
  readonly softness?: number
}

interface Lines {
  /** 0 paper, 1 ink. */
  readonly ink: Float32Array
  readonly flow: Flow
}

export function coherentLines(luma: Float32Array, width: number, height: number, options: InkOptions): Lines {
  const { sigma, sharpness = 18, level = 0.6, softness = 10 } = options
  const [narrow, wide] = [blur(luma, width, height, sigma), blur(luma, width, height, sigma * 1.6)]
  const response = new Float32Array(luma.length)
  const edgesOnly = level < 0
  for (let i = 0; i < response.length; i++) {
    const edge = sharpness * (narrow[i]! - wide[i]!)
    response[i] = edgesOnly ? edge : narrow[i]! + edge
  }
  const flow = findFlow(narrow, width, height, 2.5 * sigma + 1)
  const threshold = edgesOnly ? -0.08 : level
  const smooth = alongFlow(response, flow, width, height, Math.max(2, Math.round(2.2 * sigma)), threshold)
  const ink = new Float32Array(luma.length)
  for (let i = 0; i < ink.length; i++) {
    const value = smooth[i]!
    if (value < threshold) ink[i] = Math.tanh(softness * (threshold - value))
  }
  return { ink, flow }
}

// Far above the threshold there is plain paper: averaging could not change that.
const NEAR_THRESHOLD = 0.3

/** The mean along the flow, where the response is near the threshold. */
function alongFlow(
  plane: Float32Array,
  flow: Flow,
  width: number,
  height: number,
  steps: number,
  threshold: number,
): Float32Array {
  const out = new Float32Array(plane.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let sum = plane[i]!
      if (sum > threshold + NEAR_THRESHOLD) {
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
