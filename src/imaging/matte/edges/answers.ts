/** What the edge network says of a photo, asked for piece by piece, and kept for the whole photo. */
import { clamp } from '../../raster/clamp.js'
import type { Size } from '../../raster/picture.js'
import { tapsFor } from '../../raster/taps.js'
import { type EdgeNetwork, PLANES } from './edge-network.js'
import { piecesOver } from './pieces.js'

/** A matte on a square grid over the photo, 0..255; exactly 0 or 255 where it is sure. */
export interface GridMatte {
  readonly size: number
  readonly alpha: Uint8Array
}

/** Per pixel of the photo. */
export interface Answers extends Size {
  /** 1 where the network has been asked; the others hold nothing elsewhere. */
  readonly known: Uint8Array
  /** The matte, interpolated. */
  readonly rough: Uint8Array
  /** The network's alpha. */
  readonly fine: Uint8Array
  /** Asks about every cell of the grid that is marked. */
  ask(marks: ArrayLike<number>): Promise<void>
}

/** A piece overlaps what others answer by this much on all sides: at its own border the network sees too little. */
const MARGIN = 14

export function createAnswers(
  network: EdgeNetwork,
  matte: GridMatte,
  { width, height, colour }: Size & { readonly colour: Uint8Array },
): Answers {
  const { side } = network
  const { size } = matte
  const half = side / 2
  const step = side - 2 * MARGIN
  const across = tapsFor(width, size)
  const down = tapsFor(height, size)
  const planes = { known: plane(), rough: plane(), fine: plane() }
  function plane(): Uint8Array {
    return new Uint8Array(width * height)
  }

  const cells = new Uint8Array(PLANES * half * half)
  const rough = new Uint8Array(side * side)
  const columns = new Int32Array(side)

  async function askPiece(left: number, top: number): Promise<void> {
    // Beyond the photo its outermost pixels go on.
    for (let x = 0; x < side; x++) columns[x] = clamp(left - MARGIN + x, 0, width - 1)
    for (let y = 0; y < side; y++) fillRow(y, clamp(top - MARGIN + y, 0, height - 1))
    const count = Math.min(step, width - left)
    const copyRows = (from: Uint8Array, to: Uint8Array): void => {
      for (let y = top; y < Math.min(height, top + step); y++) {
        const start = (y - top + MARGIN) * side + MARGIN
        to.set(from.subarray(start, start + count), y * width + left)
      }
    }
    copyRows(rough, planes.rough)
    copyRows(await network.refine({ cells, rough }), planes.fine)
    for (let y = top; y < Math.min(height, top + step); y++)
      planes.known.fill(1, y * width + left, y * width + left + count)
  }

  /** `y`: in the piece; `row`: of the photo. */
  function fillRow(y: number, row: number): void {
    const area = half * half
    const above = down.low[row]! * size
    const below = down.high[row]! * size
    const v = down.part[row]!
    const evenPixels = (y & 1) * 2 * area + (y >> 1) * half
    for (let x = 0; x < side; x++) {
      const column = columns[x]!
      const low = across.low[column]!
      const high = across.high[column]!
      const one = matte.alpha[above + low]!
      const two = matte.alpha[above + high]!
      const three = matte.alpha[below + low]!
      const four = matte.alpha[below + high]!
      let value = one
      if (one !== two || one !== three || one !== four) {
        const u = across.part[column]!
        const upper = one + (two - one) * u
        value = upper + (three + (four - three) * u - upper) * v + 0.5
      }
      const from = (row * width + column) * 3
      const to = evenPixels + (x & 1) * area + (x >> 1)
      cells[to] = colour[from]!
      cells[to + 4 * area] = colour[from + 1]!
      cells[to + 8 * area] = colour[from + 2]!
      cells[to + 12 * area] = value
      rough[y * side + x] = value
    }
  }

  return {
    width,
    height,
    ...planes,
    ask: async (marks) => {
      for (const { x, y } of piecesOver({ size, marks }, { width, height }, step)) await askPiece(x, y)
    },
  }
}
