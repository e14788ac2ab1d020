/**
 * The edge at the photo's own resolution. The decided matte is a grid; along its soft band the edge network looks at the
 * photo itself, piece by piece. It is believed only near the band, and along strands and gaps that begin there: inside
 * bodies it would take texture for gaps. Where the band ends its answer fades out, so that no cell shows.
 */
import { clamp01 } from '../../raster/clamp.js'
import { distanceTo } from '../../raster/distance.js'
import { fitWithin, type Photo } from '../../raster/picture.js'
import { resample } from '../../raster/resample.js'
import { type Answers, createAnswers } from './answers.js'
import { dropSpecks } from './drop-specks.js'
import type { EdgeNetwork } from './edge-network.js'
import { enlargeByColour } from './enlarge-by-colour.js'
import { type Band, followStrands } from './follow-strands.js'
import { type GridMatte, overPhoto } from './grid.js'

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
    const { size } = decided
    const cell = Math.max(work.width, work.height) / size
    const matte = settled(cell < VISIBLE ? decided.alpha : withoutSteps(decided))
    const band = bandOf(matte, size)
    const share = shareOfNetwork(band, cell)
    const colour = await resample(photo.colour, photo, 3, work, { kernel: 'linear' })
    const answers = createAnswers(network, { ...work, colour }, overPhoto(matte, size, work))
    await answers.ask({ size, marks: share })
    let followed = followStrands(answers, band)
    for (let round = 0; round < rounds && followed.more; round++) {
      await answers.ask({ size, marks: followed.more })
      followed = followStrands(answers, band)
    }
    const alpha = mixed(answers, overPhoto(share, size, work), followed.trusted)
    dropSpecks(alpha, answers.rough, work.width)
    return work.width === photo.width ? alpha : enlargeByColour({ ...work, colour, alpha }, photo)
  }

/** Cells of fewer pixels make no steps that anybody sees. */
const VISIBLE = 3

/**
 * The band was decided cell by cell, and ends in steps. To the network, which has learned from smooth mattes, each would be
 * a clue; so every cell becomes a weighted mean of itself and those around it.
 */
function withoutSteps({ size, alpha }: GridMatte): Uint8Array {
  const across = new Uint16Array(alpha.length)
  for (let i = 0; i < alpha.length; i++) {
    const x = i % size
    across[i] = alpha[x > 0 ? i - 1 : i]! + 2 * alpha[i]! + alpha[x < size - 1 ? i + 1 : i]!
  }
  const smooth = new Uint8Array(alpha.length)
  for (let i = 0; i < alpha.length; i++) {
    const [above, below] = [i < size ? i : i - size, i + size < alpha.length ? i + size : i]
    smooth[i] = (across[above]! + 2 * across[i]! + across[below]! + 8) >> 4
  }
  return smooth
}

/** What is nearly sure is sure. */
const NEARLY = 5

function settled(alpha: Uint8Array): Uint8Array {
  const sure = alpha.slice()
  for (let i = 0; i < sure.length; i++) {
    if (sure[i]! <= NEARLY) sure[i] = 0
    else if (sure[i]! >= 255 - NEARLY) sure[i] = 255
  }
  return sure
}

function bandOf(alpha: Uint8Array, size: number): Band {
  const soft = new Uint8Array(alpha.length)
  for (let i = 0; i < alpha.length; i++) if (alpha[i]! > 0 && alpha[i]! < 255) soft[i] = 1
  return { size, distance: distanceTo(1, soft, size) }
}

/** How far beyond the soft cells the network is asked, in pixels; and in cells on top of that, by whether they show. */
const REACH_PIXELS = 3
const REACH_CELLS = { hidden: 1, visible: 2 }

/** Per cell, how much the network's answer counts, 0..255: all in the soft band, less and less further out. */
function shareOfNetwork({ distance }: Band, cell: number): Uint8Array {
  const reach = (cell < VISIBLE ? REACH_CELLS.hidden : REACH_CELLS.visible) + REACH_PIXELS / cell
  const share = new Uint8Array(distance.length)
  for (let i = 0; i < share.length; i++) share[i] = 255 * clamp01(2 * (1 - distance[i]! / reach))
  return share
}

/** `share`: how much each pixel's answer counts, 0..255. `trusted`: 1 where it counts in full whatever that says. */
function mixed({ rough, fine }: Answers, share: Uint8Array, trusted: Uint8Array): Uint8Array {
  const alpha = fine.slice()
  for (let i = 0; i < alpha.length; i++) {
    const change = fine[i]! - rough[i]!
    if (change !== 0 && trusted[i] === 0) alpha[i] = rough[i]! + (change * share[i]!) / 255 + 0.5
  }
  return alpha
}
