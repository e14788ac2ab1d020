/**
 * The edge at the photo's own resolution. The decided matte is a grid; along its soft band the edge network looks at the
 * photo itself, piece by piece. It is believed only near the band, and along strands and gaps that begin there: inside
 * bodies it would take texture for gaps. Where the band ends its answer fades out, so that no cell shows.
 */
import { clamp01 } from '../../raster/clamp.js'
import { distanceTo } from '../../raster/distance.js'
import { fitWithin, type Photo, type Size } from '../../raster/picture.js'
import { resample } from '../../raster/resample.js'
import { tapsFor } from '../../raster/taps.js'
import { type Answers, createAnswers, type GridMatte } from './answers.js'
import type { EdgeNetwork } from './edge-network.js'
import { enlargeByColour } from './enlarge-by-colour.js'
import { type Band, followStrands } from './follow-strands.js'

/**
 * The matte at the photo's own size. Photos larger than `largest` are worked on in a copy of that longer side, and alpha
 * follows the photo's own pixels from there: their edges are wider than a pixel anyway, and the work would grow with them.
 */
export type RefineEdges = (matte: GridMatte, photo: Photo, plan: EdgePlan) => Promise<Uint8Array>

export interface EdgePlan {
  /** In pixels. */
  readonly largest: number
  /** How often strands that leave the pieces asked for are followed into others. */
  readonly rounds: number
}

export const createEdgeRefiner =
  (network: EdgeNetwork): RefineEdges =>
  async (decided, photo, { largest, rounds }) => {
    const work = fitWithin(photo, largest)
    const matte = cellSide(decided, work) < VISIBLE ? decided : withoutSteps(decided)
    const colour = await resample(photo.colour, photo, 3, work, { kernel: 'linear' })
    const band = bandOf(matte)
    const share = shareOfNetwork(band, work)
    const answers = createAnswers(network, matte, { ...work, colour })
    await answers.ask(share)
    let followed = followStrands(answers, band)
    for (let round = 0; round < rounds && followed.more; round++) {
      await answers.ask(followed.more)
      followed = followStrands(answers, band)
    }
    const alpha = decidedAlpha(matte, work)
    mixIn(answers, { size: matte.size, share, trusted: followed.trusted }, alpha)
    return work.width === photo.width ? alpha : enlargeByColour({ ...work, colour, alpha }, photo)
  }

/** Softer than this on both sides is not sure. */
const NEARLY = 5

function bandOf({ size, alpha }: GridMatte): Band {
  const soft = alpha.map((value) => (value > NEARLY && value < 255 - NEARLY ? 1 : 0))
  return { size, distance: distanceTo(1, soft, size) }
}

/** The longer side of a cell, in pixels. */
const cellSide = ({ size }: Pick<GridMatte, 'size'>, photo: Size): number => Math.max(photo.width, photo.height) / size

/** Cells of fewer pixels make no steps that anybody sees. */
const VISIBLE = 3
/** How far from soft cells steps are smoothed, in cells. */
const SMOOTHED = 2

/**
 * The band was decided cell by cell, and ends in steps. To the network, which has learned from smooth mattes, each would be
 * a clue; so near the band every cell becomes a weighted mean of itself and those around it.
 */
function withoutSteps(matte: GridMatte): GridMatte {
  const { size } = matte
  const { distance } = bandOf(matte)
  const alpha = matte.alpha.slice()
  for (let i = 0; i < alpha.length; i++) {
    if (distance[i]! > SMOOTHED) continue
    const x = i % size
    const [left, right] = [x > 0 ? -1 : 0, x < size - 1 ? 1 : 0]
    const [above, below] = [i >= size ? -size : 0, i + size < alpha.length ? size : 0]
    const row = (at: number): number => matte.alpha[at + left]! + 2 * matte.alpha[at]! + matte.alpha[at + right]!
    alpha[i] = (row(i + above) + 2 * row(i) + row(i + below)) / 16 + 0.5
  }
  return { size, alpha }
}

/** How far beyond the soft cells the network is asked, in pixels; and in cells on top of that, by whether they show. */
const REACH_PIXELS = 3
const REACH_CELLS = { hidden: 1, visible: 2 }

/** Per cell, how much the network's answer counts, 0..255: all in the soft band, less and less further out. */
function shareOfNetwork({ size, distance }: Band, photo: Size): Uint8Array {
  const side = cellSide({ size }, photo)
  const reach = (side < VISIBLE ? REACH_CELLS.hidden : REACH_CELLS.visible) + REACH_PIXELS / side
  return Uint8Array.from(distance, (cells) => 255 * clamp01(2 * (1 - cells / reach)))
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

interface Trust {
  readonly size: number
  /** Per cell of the grid, 0..255. */
  readonly share: Uint8Array
  /** Per pixel: 1 where the answer counts in full, whatever its cell's share. */
  readonly trusted: Uint8Array
}

function mixIn(
  { width, height, known, rough, fine }: Answers,
  { size, share, trusted }: Trust,
  alpha: Uint8Array,
): void {
  const across = tapsFor(width, size)
  const down = tapsFor(height, size)
  for (let y = 0; y < height; y++) {
    const [top, bottom, v] = [down.low[y]! * size, down.high[y]! * size, down.part[y]!]
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (known[i] === 0) continue
      const before = rough[i]!
      alpha[i] = before
      if (before === fine[i]) continue
      const low = across.low[x]!
      const high = across.high[x]!
      const u = across.part[x]!
      const above = share[top + low]! * (1 - u) + share[top + high]! * u
      const below = share[bottom + low]! * (1 - u) + share[bottom + high]! * u
      const weight = trusted[i] === 1 ? 1 : (above + (below - above) * v) / 255
      alpha[i] = before + (fine[i]! - before) * weight + 0.5
    }
  }
}
