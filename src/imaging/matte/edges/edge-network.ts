/**
 * The edge network: it sees a square piece of the photo, pixel for pixel, with the rough matte as a fourth plane, and
 * says how far that is off. It works on cells of two by two pixels, so the pixels of a cell are its channels.
 */
import { changed, kernels } from '../../kernels/room.js'
import type { NetworkOptions } from '../../networks/network-options.js'
import { Tensor } from '../../networks/runtime.js'
import { openSession, type RunOptions } from '../../networks/session.js'

export interface EdgeNetwork {
  /** The side of a piece in pixels, even. */
  readonly side: number
  /** So many pieces may be looked at together. */
  readonly most: number
  /** Gives alpha, 0..255, piece after piece and row by row. */
  refine(pieces: Pieces): Promise<Uint8Array>
}

/** One after the other. */
export interface Pieces {
  readonly count: number
  /** Sixteen planes of half the side: of red, green, blue and the rough matte those of a cell's four pixels, row by row. */
  readonly cells: Uint8Array
  /** The rough matte once more, row by row; overwritten. */
  readonly rough: Uint8Array
}

export const PLANES = 16
/** Four together take a sixth less time than one by one; more gain nothing. */
const MOST = 4

export async function loadEdgeNetwork({ file, input, size }: NetworkOptions, run: RunOptions): Promise<EdgeNetwork> {
  const session = await openSession(file, run)
  const [output] = session.outputNames
  if (!output) throw new Error('it has no output')
  return {
    side: size,
    most: MOST,
    refine: async ({ count, cells, rough }) => {
      const results = await session.run({ [input]: new Tensor('uint8', cells, [count, PLANES, size / 2, size / 2]) })
      const change = results[output]!.data as Float32Array
      correctAll(rough, change, size)
      return rough
    },
  }
}

/** `change`: piece after piece, four planes of half the side, one per pixel of a cell. */
function correctAll(rough: Uint8Array, change: Float32Array, side: number): void {
  const area = side * side
  for (let start = 0; start < rough.length; start += area) {
    const piece = rough.subarray(start, start + area)
    kernels.correctPiece(changed(piece), change.subarray(start, start + area), side)
  }
}
