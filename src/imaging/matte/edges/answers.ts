/** What the edge network says of a photo, asked for piece by piece, and kept for the whole photo. */
import { clamp } from '../../raster/clamp.js'
import type { Size } from '../../raster/picture.js'
import { type Taps, tapsFor } from '../../raster/taps.js'
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
const MARGIN = 28

export function createAnswers(
  network: EdgeNetwork,
  matte: GridMatte,
  { width, height, colour }: Size & { readonly colour: Uint8Array },
): Answers {
  const { side } = network
  const step = side - 2 * MARGIN
  const across = tapsFor(width, matte.size)
  const down = tapsFor(height, matte.size)
  const planes = { known: plane(), rough: plane(), fine: plane() }
  function plane(): Uint8Array {
    return new Uint8Array(width * height)
  }

  async function askPiece(left: number, top: number): Promise<void> {
    // Beyond the photo its outermost pixels go on.
    const columns = Int32Array.from({ length: side }, (_, i) => clamp(left - MARGIN + i, 0, width - 1))
    const rows = Int32Array.from({ length: side }, (_, i) => clamp(top - MARGIN + i, 0, height - 1))
    const piece = new Uint8Array(PLANES * side * side)
    copyColours(colour, width, columns, rows, piece)
    const rough = piece.subarray((PLANES - 1) * side * side)
    for (const [y, row] of rows.entries()) sampleRow(matte, across, down, columns, row, rough.subarray(y * side))
    const answer = await network.refine(piece)
    const count = Math.min(step, width - left)
    for (let y = top; y < Math.min(height, top + step); y++) {
      const from = (y - top + MARGIN) * side + MARGIN
      const to = y * width + left
      planes.rough.set(rough.subarray(from, from + count), to)
      planes.fine.set(answer.subarray(from, from + count), to)
      planes.known.fill(1, to, to + count)
    }
  }

  return {
    width,
    height,
    ...planes,
    ask: async (marks) => {
      for (const { x, y } of piecesOver({ size: matte.size, marks }, { width, height }, step)) await askPiece(x, y)
    },
  }
}

function copyColours(colour: Uint8Array, width: number, columns: Int32Array, rows: Int32Array, to: Uint8Array): void {
  const area = columns.length * rows.length
  let at = 0
  for (const row of rows) {
    for (const column of columns) {
      const from = (row * width + column) * 3
      to[at] = colour[from]!
      to[at + area] = colour[from + 1]!
      to[at + 2 * area] = colour[from + 2]!
      at += 1
    }
  }
}

/** A row of pixels of the matte, interpolated; `columns`: which pixels. */
function sampleRow(
  { size, alpha }: GridMatte,
  across: Taps,
  down: Taps,
  columns: Int32Array,
  row: number,
  to: Uint8Array,
): void {
  const [top, bottom, v] = [down.low[row]! * size, down.high[row]! * size, down.part[row]!]
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!
    const [low, high, u] = [across.low[column]!, across.high[column]!, across.part[column]!]
    const above = alpha[top + low]! + (alpha[top + high]! - alpha[top + low]!) * u
    const below = alpha[bottom + low]! + (alpha[bottom + high]! - alpha[bottom + low]!) * u
    to[i] = above + (below - above) * v + 0.5
  }
}
