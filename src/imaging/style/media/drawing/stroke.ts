/**
 * One stroke of a pencil, pen or brush: a path of points about a pixel apart, laid down as pigment on a layer. Layers
 * add up density, not colour: where strokes cross, there is more pigment, as on paper.
 */
import { type Held, kernels } from '../../../kernels/room.js'
import type { Size } from '../../../raster/picture.js'

export interface Layer extends Size {
  /** 1 is the even tone of one firm stroke. */
  readonly density: Held<Float32Array>
}

/** Buffers for one path, used again for every stroke. */
export const createPath = (capacity: number) => ({
  x: new Float32Array(capacity),
  y: new Float32Array(capacity),
  pressure: new Float32Array(capacity),
  length: 0,
})

export type Path = ReturnType<typeof createPath>

export interface Nib {
  /** In pixels, at full pressure. */
  readonly width: number
  /** Over this many pixels the stroke starts and ends. */
  readonly taper: number
  /** How much thinner a stroke without pressure is: 0 keeps its width, as a pencil; 1 thins to nothing, as a brush. */
  readonly swell: number
}

/** Paths have no more points than this. */
export const MAX_POINTS = 2048

export type DrawStroke = (path: Path, nib: Nib) => void

export const drawOn =
  ({ width, height, density }: Layer): DrawStroke =>
  ({ length, ...path }, { width: nib, taper, swell }) => {
    const drawn = (values: Float32Array) => values.subarray(0, length)
    const points = [drawn(path.x), drawn(path.y), drawn(path.pressure)] as const
    kernels.drawPath(density, width, height, ...points, length, nib, taper, swell)
  }
