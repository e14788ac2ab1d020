/**
 * The edge at the photo's own resolution. The decided matte is a grid; along its soft band the edge network looks at the
 * photo itself, piece by piece. It is asked only near the band: inside bodies it would take texture for gaps. Where the
 * band ends its answer fades out over the cells that follow, so that no cell shows.
 */

import { clamp, clamp01 } from '../../raster/clamp.js'
import { distanceTo } from '../../raster/distance.js'
import { fitWithin, type Photo, type Size } from '../../raster/picture.js'
import { resample } from '../../raster/resample.js'
import { type Taps, tapsFor } from '../../raster/taps.js'
import { type EdgeNetwork, PLANES } from './edge-network.js'
import { enlargeByColour } from './enlarge-by-colour.js'
import { piecesOver } from './pieces.js'

/** A matte on a square grid over the photo, 0..255; exactly 0 or 255 where it is sure. */
export interface GridMatte {
  readonly size: number
  readonly alpha: Uint8Array
}

/** The matte at the photo's own size. */
export type RefineEdges = (matte: GridMatte, photo: Photo) => Promise<Uint8Array>

/**
 * Larger photos are worked on in a copy of this longer side, and alpha follows the photo's own pixels from there: their
 * edges are wider than a pixel anyway, and the work would grow with their number.
 */
const LARGEST = 1600
/** A piece overlaps what others answer by this much on all sides: at its own border the network sees too little. */
const MARGIN = 28

export const createEdgeRefiner =
  (network: EdgeNetwork): RefineEdges =>
  async (matte, photo) => {
    const work = fitWithin(photo, LARGEST)
    const colour = await resample(photo.colour, photo, 3, work)
    const share = shareOfNetwork(matte, work)
    const alpha = decidedAlpha(matte, work)
    await refineInPlace(network, matte, share, { ...work, colour, alpha })
    return work.width === photo.width ? alpha : enlargeByColour({ ...work, colour, alpha }, photo)
  }

/** Softer than this on both sides is not sure. */
const NEARLY = 5
/** How far beyond the soft cells the network is asked, in pixels, and in cells on top of that. */
const REACH_PIXELS = 3
const REACH_CELLS = 1

/** Per cell, how much the network's answer counts, 0..255: all in the soft band, less and less further out. */
function shareOfNetwork({ size, alpha }: GridMatte, photo: Size): Uint8Array {
  const soft = alpha.map((value) => (value > NEARLY && value < 255 - NEARLY ? 1 : 0))
  const reach = REACH_CELLS + (REACH_PIXELS * size) / Math.max(photo.width, photo.height)
  return Uint8Array.from(distanceTo(1, soft, size), (cells) => 255 * clamp01(2 * (1 - cells / reach)))
}

/** Every pixel as its cell was decided: subject or background. */
function decidedAlpha({ size, alpha }: GridMatte, { width, height }: Size): Uint8Array {
  const out = new Uint8Array(width * height)
  const edges = Array.from({ length: size + 1 }, (_, cell) => Math.ceil((cell * width) / size - 0.5))
  for (let y = 0, above = -1; y < height; y++) {
    const row = Math.min(size - 1, Math.floor(((y + 0.5) * size) / height))
    const start = y * width
    if (row === above) {
      out.copyWithin(start, start - width, start)
      continue
    }
    above = row
    for (let cell = 0; cell < size; cell++)
      if (alpha[row * size + cell]! >= 128) out.fill(255, start + edges[cell]!, start + edges[cell + 1]!)
  }
  return out
}

interface Working extends Size {
  readonly colour: Uint8Array
  readonly alpha: Uint8Array
}

async function refineInPlace(
  network: EdgeNetwork,
  matte: GridMatte,
  share: Uint8Array,
  { width, height, colour, alpha }: Working,
): Promise<void> {
  const { side } = network
  const step = side - 2 * MARGIN
  const across = tapsFor(width, matte.size)
  const down = tapsFor(height, matte.size)
  for (const { x: left, y: top } of piecesOver({ size: matte.size, marks: share }, { width, height }, step)) {
    // Beyond the photo its outermost pixels go on.
    const columns = Int32Array.from({ length: side }, (_, i) => clamp(left - MARGIN + i, 0, width - 1))
    const rows = Int32Array.from({ length: side }, (_, i) => clamp(top - MARGIN + i, 0, height - 1))
    const piece = new Uint8Array(PLANES * side * side)
    copyColours(colour, width, columns, rows, piece)
    const rough = piece.subarray((PLANES - 1) * side * side)
    for (let y = 0; y < side; y++) sampleRow(matte.alpha, across, down, columns, rows[y]!, rough.subarray(y * side))
    const kept = rough.slice()
    const fine = await network.refine(piece)
    const line = new Uint8Array(side)
    for (let y = top; y < Math.min(height, top + step); y++) {
      sampleRow(share, across, down, columns, y, line)
      const from = (y - top + MARGIN) * side - left + MARGIN
      for (let x = left; x < Math.min(width, left + step); x++) {
        const weight = line[x - left + MARGIN]!
        if (weight === 0) continue
        const before = kept[from + x]!
        alpha[y * width + x] = before + ((fine[from + x]! - before) * weight) / 255 + 0.5
      }
    }
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

/** A row of pixels of a plane on the grid, interpolated; `columns`: which pixels. */
function sampleRow(
  plane: Uint8Array,
  across: Taps,
  down: Taps,
  columns: Int32Array,
  row: number,
  to: Uint8Array,
): void {
  const size = Math.sqrt(plane.length)
  const [top, bottom, v] = [down.low[row]! * size, down.high[row]! * size, down.part[row]!]
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!
    const [low, high, u] = [across.low[column]!, across.high[column]!, across.part[column]!]
    const above = plane[top + low]! + (plane[top + high]! - plane[top + low]!) * u
    const below = plane[bottom + low]! + (plane[bottom + high]! - plane[bottom + low]!) * u
    to[i] = above + (below - above) * v + 0.5
  }
}
