/**
 * Which cells belong to the subject. The network's opinion holds where it is sure; its doubts are settled by their
 * surroundings: certainty flows from cell to cell, easily between cells of the same colour and hardly across an edge of
 * the photo (a random walk that starts in doubt ends where it meets certainty). The colours of the sure parts have a say
 * as well.
 */

import { type SettlingCell, settleDiagonals } from '../kernels/settle.js'
import { enlargeBilinear } from '../raster/bilinear.js'
import { clamp } from '../raster/clamp.js'
import { squareOf } from '../raster/picture.js'
import { colourEvidence } from './colour-evidence.js'

export interface Evidence {
  /** Per cell of the photo stretched to a square: the logit of "this is subject". */
  readonly logits: Float32Array
  /** The photo on the same grid, interleaved. */
  readonly rgb: Uint8Array
  readonly size: number
}

/** Belonging is a matter of areas: a coarse grid answers it, at a fraction of the work. */
const COARSE_SIZE = 160
/** Beyond this logit the network is not overruled. */
const SETTLED = 3
/** More certainty than this does not count: networks exaggerate. */
const MAX_LOGIT = 6
// Chosen by IoU and boundary F on two sets of photos; twice as much of each changes IoU by no more than 0.1 points.
const COLOUR_WEIGHT = 0.5
/** How firmly cells hold on to their own opinion. */
const OWN_OPINION = 0.05
const FULL_DOUBT = 0.05
/** How much a step in colour, relative to the photo's mean step, separates two cells; and what always gets through. */
const EDGE_WEIGHT = 4
const LEAK = 0.02
const SWEEPS = 30
/** Over-relaxation: each sweep goes further than it should, and arrives in a third of the sweeps. */
const RELAXATION = 1.7

/** 1 where the cell belongs to the subject. */
export function findBelonging({ logits, rgb, size }: Evidence): Uint8Array {
  const coarse = shrink({ logits, rgb, size }, Math.min(COARSE_SIZE, size))
  const settled = enlargeBilinear(settle(coarse), squareOf(coarse.size), squareOf(size))
  const belongs = new Uint8Array(logits.length)
  for (let i = 0; i < belongs.length; i++) {
    const logit = logits[i]!
    belongs[i] = (Math.abs(logit) > SETTLED ? logit : settled[i]!) > 0 ? 1 : 0
  }
  return belongs
}

function shrink({ logits, rgb, size }: Evidence, to: number): Evidence {
  if (to === size) return { logits, rgb, size }
  // Where the cells that make up each coarse one begin.
  const starts = Int32Array.from({ length: to + 1 }, (_, i) => Math.ceil((i * size) / to))
  const coarse = { logits: new Float32Array(to * to), rgb: new Uint8Array(to * to * 3), size: to }
  for (let y = 0, i = 0; y < to; y++) {
    for (let x = 0; x < to; x++, i++) {
      let [logit, r, g, b] = [0, 0, 0, 0]
      for (let row = starts[y]!; row < starts[y + 1]!; row++) {
        for (let at = row * size + starts[x]!; at < row * size + starts[x + 1]!; at++) {
          logit += logits[at]!
          r += rgb[at * 3]!
          g += rgb[at * 3 + 1]!
          b += rgb[at * 3 + 2]!
        }
      }
      const cells = (starts[y + 1]! - starts[y]!) * (starts[x + 1]! - starts[x]!)
      coarse.logits[i] = logit / cells
      coarse.rgb[i * 3] = r / cells
      coarse.rgb[i * 3 + 1] = g / cells
      coarse.rgb[i * 3 + 2] = b / cells
    }
  }
  return coarse
}

/** -1 (not subject) to 1 (subject): each cell between its own opinion and that of its neighbours. */
function settle({ logits, rgb, size }: Evidence): Float32Array {
  const evidence = colourEvidence(logits, rgb)
  const { right, below } = bonds(rgb, size)
  return settleDiagonals(size, SWEEPS, RELAXATION, (i) => {
    const at = i + size
    const logit = clamp(logits[i]! + COLOUR_WEIGHT * evidence[i]!, -MAX_LOGIT, MAX_LOGIT)
    cell.opinion = Math.tanh(logit / 2)
    cell.firmness = OWN_OPINION * (FULL_DOUBT + (logit * logit) / 9)
    cell.left = right[at - 1]!
    cell.right = right[at]!
    cell.above = below[at - size]!
    cell.below = below[at]!
    return cell
  })
}

/** One for all cells: a hundred thousand short-lived objects would cost more than what is done with them. */
const cell: SettlingCell = { opinion: 0, firmness: 0, left: 0, right: 0, above: 0, below: 0 }

/** Both with an empty row in front; 0 where there is no neighbour. */
interface Bonds {
  /** Between each cell and the one to its right. */
  readonly right: Float32Array
  /** Between each cell and the one below. */
  readonly below: Float32Array
}

/** How much two neighbours have in common: 1 for the same colour, nearly nothing across an edge. */
function bonds(rgb: Uint8Array, size: number): Bonds {
  const right = new Float32Array(size * size + size)
  const below = new Float32Array(size * size + size)
  const last = size - 1
  let sum = 0
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i++) {
      if (x < last) sum += right[i + size] = colourStep(rgb, i, i + 1)
      if (y < last) sum += below[i + size] = colourStep(rgb, i, i + size)
    }
  }
  // A photo of one colour has no steps at all: everything then is bound to everything.
  const scale = -EDGE_WEIGHT / Math.max(1e-6, sum / (2 * size * size))
  for (let y = 0, at = size; y < size; y++) {
    for (let x = 0; x < size; x++, at++) {
      if (x < last) right[at] = Math.exp(right[at]! * scale) + LEAK
      if (y < last) below[at] = Math.exp(below[at]! * scale) + LEAK
    }
  }
  return { right, below }
}

function colourStep(rgb: Uint8Array, one: number, other: number): number {
  const r = rgb[one * 3]! - rgb[other * 3]!
  const g = rgb[one * 3 + 1]! - rgb[other * 3 + 1]!
  const b = rgb[one * 3 + 2]! - rgb[other * 3 + 2]!
  return r * r + g * g + b * b
}
