/**
 * Where lines run in a picture: an extended difference of Gaussians (Winnemöller et al.), averaged along the flow, so
 * that lines are continuous instead of breaking into dots.
 */
import { edgeResponse, inkBelow, meanAlongFlow } from '../../kernels/along-flow.js'
import { floatsAt, reserve, SIMD_PADDING } from '../../kernels/memory.js'
import { blur } from '../../raster/blur.js'
import { type Flow, findHalfFlow } from './flow.js'

/** So far above the threshold there is plain paper, whatever lies along the flow. */
const NEAR_THRESHOLD = 0.3
/** Where no response in a square of so many pixels is below the threshold, there is plain paper. */
const CELL = 8

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
  const plane = area * 4 + SIMD_PADDING
  const half = flow.x.length * 4
  const steps = Math.max(2, Math.round(2.2 * sigma))
  const cell = Math.max(CELL, steps + 1)
  const cells = Math.ceil(width / cell) * Math.ceil(height / cell) * 4
  const at = reserve({ narrow: plane, wide: plane, response: plane, ink: plane, flowX: half, flowY: half, cells })
  floatsAt(at.narrow, area).set(narrow)
  floatsAt(at.wide, area).set(wide)
  floatsAt(at.flowX, flow.x.length).set(flow.x)
  floatsAt(at.flowY, flow.y.length).set(flow.y)
  edgeResponse(at.narrow, at.wide, area, sharpness, edgesOnly ? 0 : 1, at.response)
  const limit = threshold + NEAR_THRESHOLD
  meanAlongFlow(at.response, at.flowX, at.flowY, width, height, steps, threshold, limit, at.ink, cell, at.cells)
  inkBelow(at.ink, area, threshold, softness)
  return { ink: floatsAt(at.ink, area).slice(), flow }
}
