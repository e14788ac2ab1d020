/**
 * Where lines run in a picture: an extended difference of Gaussians (Winnemöller et al.), averaged along the flow, so
 * that lines are continuous instead of breaking into dots.
 */
import { BEYOND_PLANE, edgeResponse, inkBelow, meanAlongFlow } from '../kernels/along-flow.js'
import { floatsAt, reserve } from '../kernels/memory.js'
import { blur } from '../raster/blur.js'
import { type Flow, findHalfFlow } from './flow.js'

// Far above the threshold there is plain paper: averaging could not change that.
const NEAR_THRESHOLD = 0.3

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
  const flow = findHalfFlow(narrow, width, height, 2.5 * sigma + 1)
  const edgesOnly = level < 0
  const threshold = edgesOnly ? -0.08 : level
  const area = luma.length
  const plane = area * 4 + BEYOND_PLANE
  const half = flow.x.length * 4
  const at = reserve({ narrow: plane, wide: plane, response: plane, ink: plane, flowX: half, flowY: half })
  floatsAt(at.narrow, area).set(narrow)
  floatsAt(at.wide, area).set(wide)
  floatsAt(at.flowX, flow.x.length).set(flow.x)
  floatsAt(at.flowY, flow.y.length).set(flow.y)
  edgeResponse(at.narrow, at.wide, area, sharpness, edgesOnly ? 0 : 1, at.response)
  const steps = Math.max(2, Math.round(2.2 * sigma))
  meanAlongFlow(at.response, at.flowX, at.flowY, width, height, steps, threshold + NEAR_THRESHOLD, at.ink)
  inkBelow(at.ink, area, threshold, softness)
  return { ink: floatsAt(at.ink, area).slice(), flow }
}
