/**
 * The connected components ("pieces") of a matte. Solid pixels that touch belong to one piece; soft pixels go to the
 * piece that reaches them first, so that each piece keeps its own hair and shadow.
 */
import { bytes, filled, ints, kernels } from '../kernels/room.js'

/** As kernels take it: from this alpha on, pixels hold a piece together. */
export const SOLID = 64

export interface Components {
  readonly count: number
  /** Per pixel: 0 outside all pieces, else the number of its piece, from 1. */
  readonly labels: Int32Array
}

export function componentsOf(matte: Uint8Array, width: number): Components {
  const pixels = matte.length
  const labels = new Int32Array(pixels)
  const count = kernels.labelPieces(matte, SOLID, width, pixels, bytes(pixels), filled(labels), ints(pixels))
  return { count, labels }
}
