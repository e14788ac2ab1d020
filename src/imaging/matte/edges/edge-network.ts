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
  /** Gives alpha, 0..255, row by row. */
  refine(piece: Piece): Promise<Uint8Array>
}

export interface Piece {
  /** Sixteen planes of half the side: of red, green, blue and the rough matte those of a cell's four pixels, row by row. */
  readonly cells: Uint8Array
  /** The rough matte once more, row by row; overwritten. */
  readonly rough: Uint8Array
}

export const PLANES = 16

export async function loadEdgeNetwork({ file, input, size }: NetworkOptions, run: RunOptions): Promise<EdgeNetwork> {
  const session = await openSession(file, run)
  const [output] = session.outputNames
  if (!output) throw new Error('it has no output')
  const dims = [1, PLANES, size / 2, size / 2]
  return {
    side: size,
    refine: async ({ cells, rough }) => {
      const results = await session.run({ [input]: new Tensor('uint8', cells, dims) })
      return corrected(rough, results[output]!.data as Float32Array, size)
    },
  }
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
