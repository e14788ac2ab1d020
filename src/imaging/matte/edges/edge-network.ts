/**
 * The edge network: it sees a square piece of the photo, pixel for pixel, with the rough matte as a fourth plane, and
 * says how far that is off. It works on cells of two by two pixels, so the pixels of a cell are its channels.
 */
import type { NetworkOptions } from '../../networks/network-options.js'
import { Tensor } from '../../networks/runtime.js'
import { openSession, type RunOptions } from '../../networks/session.js'

export interface EdgeNetwork {
  /** The side of a piece in pixels, even. */
  readonly side: number
  /** `piece`: four planes of bytes, red, green, blue and rough matte. Gives alpha, 0..255, and overwrites the piece. */
  refine(piece: Uint8Array): Promise<Uint8Array>
}

/** Red, green, blue and the rough matte. */
export const PLANES = 4

export async function loadEdgeNetwork({ file, input, size }: NetworkOptions, run: RunOptions): Promise<EdgeNetwork> {
  const session = await openSession(file, run)
  const [output] = session.outputNames
  if (!output) throw new Error('it has no output')
  const dims = [1, PLANES * 4, size / 2, size / 2]
  return {
    side: size,
    refine: async (piece) => {
      const rough = piece.slice((PLANES - 1) * size * size)
      const results = await session.run({ [input]: new Tensor('uint8', inCells(piece, size), dims) })
      return corrected(rough, results[output]!.data as Float32Array, size)
    },
  }
}

/** Each plane as four: the upper left pixels of all cells, the upper right ones, the lower left and the lower right. */
export function inCells(planes: Uint8Array, side: number): Uint8Array {
  const half = side / 2
  const cells = new Uint8Array(planes.length)
  let to = 0
  for (let plane = 0; plane < planes.length; plane += side * side) {
    for (let corner = 0; corner < 4; corner++) {
      const start = plane + (corner >> 1) * side + (corner & 1)
      for (let y = 0; y < half; y++) {
        let from = start + 2 * y * side
        for (let x = 0; x < half; x++, from += 2, to++) cells[to] = planes[from]!
      }
    }
  }
  return cells
}

/** `change`: four planes of half the side, one per pixel of a cell, in units of 256; what follows is not looked at. */
function corrected(rough: Uint8Array, change: Float32Array, side: number): Uint8Array {
  const half = side / 2
  let from = 0
  for (let corner = 0; corner < 4; corner++) {
    for (let y = 0; y < half; y++) {
      let to = (2 * y + (corner >> 1)) * side + (corner & 1)
      for (let x = 0; x < half; x++, from++, to += 2) rough[to] = levelled(rough[to]! + 256 * change[from]!)
    }
  }
  return rough
}

// Never exactly 0 or 255 by itself: what is nearly so becomes so, or a veil of a few thousandths stays everywhere.
const BLACK = 5
const WHITE = 251

const levelled = (value: number): number => {
  const share = (value - BLACK) / (WHITE - BLACK)
  return share <= 0 ? 0 : share >= 1 ? 255 : share * 255 + 0.5
}
