/**
 * Where lines run in a picture: an extended difference of Gaussians (Winnemöller et al.), averaged along the flow, so
 * that lines are continuous instead of breaking into dots.
 */
import { filled, floats, hold, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import { type Flow, findHalfFlow } from './flow.js'

/** Below this response there is ink. */
const THRESHOLD = -0.08
/** Above this one there is plain paper, whatever lies along the flow. */
const PAPER = 0.22
/** Where no response in a square of so many pixels is below the threshold, there is plain paper. */
const CELL = 8

interface InkOptions {
  readonly sigma: number
  readonly sharpness?: number
  readonly softness?: number
  /** Where lines are looked for: not where this is 0. */
  readonly wanted?: Float32Array
}

interface Lines {
  /** 0 paper, 1 ink. */
  readonly ink: Float32Array
  /** At half the size, rounded up. */
  readonly flow: Flow
}

export function coherentLines(luma: Float32Array, width: number, height: number, options: InkOptions): Lines {
  const { sigma, sharpness = 18, softness = 10, wanted = null } = options
  const [narrow, wide] = [blur(luma, width, height, sigma), blur(luma, width, height, sigma * 1.6)]
  const flow = findHalfFlow(narrow, width, height, 2.5 * sigma + 1)
  const area = luma.length
  const steps = Math.max(2, Math.round(2.2 * sigma))
  const cell = Math.max(CELL, steps + 1)
  const ink = new Float32Array(area)
  hold({ response: floats(area), ink: filled(ink) }, (held) => {
    kernels.edgeResponse(narrow, wide, area, sharpness, held.response)
    const cells = floats(Math.ceil(width / cell) * Math.ceil(height / cell))
    const along = [held.response, flow.x, flow.y, width, height, steps] as const
    kernels.meanAlongFlow(...along, wanted, THRESHOLD, PAPER, held.ink, cell, cells)
    kernels.inkBelow(held.ink, area, THRESHOLD, softness)
  })
  return { ink, flow }
}
