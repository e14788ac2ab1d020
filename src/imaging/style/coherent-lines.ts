/**
 * Where lines run in a picture: an extended difference of Gaussians (Winnemöller et al.), averaged along the flow, so
 * that lines are continuous instead of breaking into dots.
 */
import { meanAlongFlow } from '../kernels/along-flow.js'
import { floatsAt, reserve } from '../kernels/memory.js'
import { blur } from '../raster/blur.js'
import { type Flow, findHalfFlow } from './flow.js'

interface InkOptions {
  readonly sigma: number
  readonly sharpness?: number
  readonly level?: number
  readonly softness?: number
}

interface Lines {
  /** 0 paper, 1 ink. */
  readonly ink: Float32Array
  /** At half the size, rounded up. */
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
  const flow = findHalfFlow(narrow, width, height, 2.5 * sigma + 1)
  const threshold = edgesOnly ? -0.08 : level
  const smooth = alongFlow(response, flow, width, height, Math.max(2, Math.round(2.2 * sigma)), threshold)
  for (let i = 0; i < smooth.length; i++) {
    const value = smooth[i]!
    smooth[i] = value < threshold ? Math.tanh(softness * (threshold - value)) : 0
  }
  return { ink: smooth, flow }
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
  const at = reserve({
    plane: plane.length * 4,
    flowX: flow.x.length * 4,
    flowY: flow.y.length * 4,
    out: plane.length * 4,
  })
  floatsAt(at.plane, plane.length).set(plane)
  floatsAt(at.flowX, flow.x.length).set(flow.x)
  floatsAt(at.flowY, flow.y.length).set(flow.y)
  meanAlongFlow(at.plane, at.flowX, at.flowY, width, height, steps, threshold + NEAR_THRESHOLD, at.out)
  return floatsAt(at.out, plane.length).slice()
}
