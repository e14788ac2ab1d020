/** What the edge network says of a photo, asked for piece by piece, and kept for the whole photo. */
import { filled, kernels } from '../../kernels/room.js'
import { clamp } from '../../raster/clamp.js'
import type { Photo, Size } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'
import { type GridMarks, squaresOver } from './cover.js'
import { type EdgeNetwork, PLANES } from './edge-network.js'

/** Per pixel of the photo. */
export interface Answers extends Size {
  /** 1 where the network has been asked. */
  readonly known: Uint8Array
  /** The rough matte. */
  readonly rough: Uint8Array
  /** The network's alpha; the rough matte where it has not been asked. */
  readonly fine: Uint8Array
  /** Asks about every cell that is marked. */
  ask(cells: GridMarks): Promise<void>
}

/** A piece overlaps what others answer by this much on all sides: at its own border the network sees too little. */
const MARGIN = 14

export function createAnswers(
  network: EdgeNetwork,
  { width, height, colour }: Pick<Photo, 'width' | 'height' | 'colour'>,
  rough: Uint8Array,
): Answers {
  const { side, most } = network
  const area = (side / 2) ** 2
  const step = side - 2 * MARGIN
  const known = new Uint8Array(width * height)
  const fine = rough.slice()

  const cells = new Uint8Array(most * PLANES * area)
  const guess = new Uint8Array(most * side * side)
  /** Colours of the piece that is being cut out. */
  const piece = new Uint8Array(side * side * 3)

  async function askAbout(corners: readonly Point[]): Promise<void> {
    for (const [nth, corner] of corners.entries()) cutOut(corner, nth)
    const count = corners.length
    const alpha = await network.refine({
      count,
      cells: cells.subarray(0, count * PLANES * area),
      rough: guess.subarray(0, count * side * side),
    })
    for (const [nth, corner] of corners.entries()) keep(alpha, corner, nth)
  }

  function cutOut({ x, y }: Point, nth: number): void {
    const corner = { x: x - MARGIN, y: y - MARGIN }
    const alpha = guess.subarray(nth * side * side, (nth + 1) * side * side)
    copyPart({ width, height, data: colour, channels: 3 }, corner, side, piece)
    copyPart({ width, height, data: rough, channels: 1 }, corner, side, alpha)
    const planes = cells.subarray(nth * PLANES * area, (nth + 1) * PLANES * area)
    kernels.cellsOfPiece(piece, alpha, side, filled(planes))
  }

  function keep(alpha: Uint8Array, { x: left, y: top }: Point, nth: number): void {
    const count = Math.min(step, width - left)
    for (let y = top; y < Math.min(height, top + step); y++) {
      const from = (nth * side + y - top + MARGIN) * side + MARGIN
      fine.set(alpha.subarray(from, from + count), y * width + left)
      known.fill(1, y * width + left, y * width + left + count)
    }
  }

  return {
    width,
    height,
    known,
    rough,
    fine,
    ask: async (marked) => {
      const corners = [...squaresOver(marked, { width, height }, step)]
      for (let at = 0; at < corners.length; at += most) await askAbout(corners.slice(at, at + most))
    },
  }
}

interface Raster extends Size {
  readonly data: Uint8Array
  readonly channels: number
}

/** A square part; beyond the raster its outermost pixels go on. */
function copyPart({ width, height, data, channels }: Raster, corner: Point, side: number, to: Uint8Array): void {
  const left = Math.max(0, corner.x)
  const right = Math.min(width, corner.x + side)
  for (let y = 0; y < side; y++) {
    const row = clamp(corner.y + y, 0, height - 1) * width
    const start = y * side
    const first = start + left - corner.x
    const last = start + right - corner.x - 1
    to.set(data.subarray((row + left) * channels, (row + right) * channels), first * channels)
    for (let i = start; i < first; i++) to.copyWithin(i * channels, first * channels, (first + 1) * channels)
    for (let i = last + 1; i < start + side; i++) to.copyWithin(i * channels, last * channels, (last + 1) * channels)
  }
}
