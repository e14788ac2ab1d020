/**
 * What a photo shows on both sides of a person's edge: the person a little further in, the background a little further out. Only
 * where both are known, and differ enough to tell them apart.
 */
import { bytes, filled, floats, hold, kernels } from '../kernels/room.js'
import { OPAQUE, type PortraitMatte } from './portrait-matte.js'

/** In face lengths (eyes to chin): how wide an edge is, and from how far away its colours are taken. */
const WIDTH = 0.08
const REACH = 0.2
/** In cells: nearer to the person, a background has something of its colours. */
const APART = 1.5
const CLEAR = 8
/** One cell of so many is asked, in each direction, for as many at once. */
export const STRIDE = 3
/** Of a block, in `colours`. */
const NUMBERS = 7

export interface Edges {
  /** 1 at cells of the matte that are neither the person for certain nor the background. */
  readonly band: Uint8Array
  /** As kernels take it: what is around each block of `STRIDE` x `STRIDE` cells that has some of them, or lost some of the person. */
  readonly colours: Float32Array
}

/** `labs`: the photo's colours by cell. `before`: the matte before something was taken out of it. */
export function findEdges(labs: Float32Array, matte: PortraitMatte, before: PortraitMatte = matte): Edges {
  const { width, height, unit, alpha, inside, frame } = matte
  const cells = (share: number): number => (share * frame.chin) / unit
  const blocks = Math.ceil(width / STRIDE) * Math.ceil(height / STRIDE)
  const band = new Uint8Array(alpha.length)
  const colours = new Float32Array(blocks * NUMBERS)
  hold({ alpha, depth: floats(alpha.length), apart: floats(alpha.length) }, ({ alpha: levels, depth, apart }) => {
    kernels.measureDistances(levels, width, height, 0, OPAQUE - 1, depth)
    kernels.measureDistances(levels, width, height, CLEAR, 255, apart)
    kernels.coloursBeside(
      before.alpha,
      levels,
      OPAQUE,
      depth,
      apart,
      inside,
      labs,
      width,
      height,
      cells(WIDTH),
      APART,
      STRIDE,
      Math.ceil(cells(REACH) / STRIDE),
      bytes(3 * blocks),
      filled(band),
      filled(colours),
    )
  })
  return { band, colours }
}
