/**
 * Where lines run in a picture: an extended difference of Gaussians (Winnemöller et al.), averaged along the flow, so
 * that lines are continuous instead of breaking into dots.
 */
import { filled, floats, hold, kernels } from '../../kernels/room.js'
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
  const steps = Math.max(2, Math.round(2.2 * sigma))
  const cell = Math.max(CELL, steps + 1)
  const limit = threshold + NEAR_THRESHOLD
  const ink = new Float32Array(area)
  hold({ response: floats(area), ink: filled(ink) }, (held) => {
    kernels.edgeResponse(narrow, wide, area, sharpness, edgesOnly ? 0 : 1, held.response)
    const cells = floats(Math.ceil(width / cell) * Math.ceil(height / cell))
    const along = [held.response, flow.x, flow.y, width, height, steps] as const
    kernels.meanAlongFlow(...along, threshold, limit, held.ink, cell, cells)
    kernels.inkBelow(held.ink, area, threshold, softness)
  })
  return { ink, flow }
}
