/**
 * How sure the network was of what was decided, for the cut-out as a whole and for each piece of it: people who process
 * thousands of photos look at the doubtful ones.
 */
import type { Region } from '../detect/boxes.js'
import type { Piece } from '../job.js'
import { clamp } from '../raster/clamp.js'
import { componentsOf } from '../raster/components.js'
import type { Box, Size } from '../raster/picture.js'
import type { DecidedMatte } from './decided-matte.js'
import { MAX_LOGIT } from './look.js'

export interface FoundPiece extends Omit<Piece, 'box'> {
  /** In shares of the photo's width and height. */
  readonly region: Region
}

export interface Certainty {
  readonly confidence: number
  /** The largest first. */
  readonly pieces: readonly FoundPiece[]
}

/** Smaller pieces, as a share of the photo, are not listed. */
const SMALLEST = 0.002
const SOLID = 128

/** Of being subject. The largest logit that a look can have is taken for certainty: a whole background would add up. */
const probabilityOf = (logit: number): number => clamp(0.5 + Math.tanh(logit / 2) / (2 * SUREST), 0, 1)
const SUREST = Math.tanh(MAX_LOGIT / 2)

/** `logits`: those that the matte was decided from. `at`: the part of the photo that the matte covers. */
export function certaintyOf(
  { alpha, size }: Pick<DecidedMatte, 'alpha' | 'size'>,
  logits: Float32Array,
  at: Box,
  photo: Size,
): Certainty {
  const { count, labels } = componentsOf(alpha, size)
  const tallies = Array.from({ length: count + 1 }, () => newTally(size))
  let outside = 0
  for (let i = 0; i < alpha.length; i++) {
    const probability = probabilityOf(logits[i]!)
    if (alpha[i]! >= SOLID) add(tallies[labels[i]!]!, i % size, Math.floor(i / size), probability)
    else outside += probability
  }
  const cells = tallies.reduce((sum, tally) => sum + tally.cells, 0)
  const inside = tallies.reduce((sum, tally) => sum + tally.probability, 0)
  const cellShare = (at.width * at.height) / (photo.width * photo.height) / (size * size)
  return {
    // The IoU to be expected with the truth, if the network's probabilities are right.
    confidence: cells === 0 ? 0 : rounded(inside / (cells + outside), 3),
    pieces: tallies
      .filter((tally) => tally.cells > 0 && tally.cells * cellShare >= SMALLEST)
      .toSorted((a, b) => b.cells - a.cells)
      .map((tally) => ({
        region: regionOf(tally, size, at, photo),
        share: rounded(tally.cells * cellShare, 4),
        confidence: rounded(tally.probability / tally.cells, 3),
      })),
  }
}

/** With its box in whole pixels, of the photo at any size. */
export function pieceOn({ width, height }: Size, { region, ...facts }: FoundPiece): Piece {
  const [left, top] = [Math.floor(region.left * width), Math.floor(region.top * height)]
  return {
    box: { left, top, width: Math.ceil(region.right * width) - left, height: Math.ceil(region.bottom * height) - top },
    ...facts,
  }
}

interface Tally {
  cells: number
  /** The sum of its cells' probabilities of being subject. */
  probability: number
  left: number
  top: number
  right: number
  bottom: number
}

const newTally = (size: number): Tally => ({ cells: 0, probability: 0, left: size, top: size, right: 0, bottom: 0 })

/** Right and bottom are exclusive. */
function add(tally: Tally, x: number, y: number, probability: number): void {
  tally.cells += 1
  tally.probability += probability
  tally.left = Math.min(tally.left, x)
  tally.top = Math.min(tally.top, y)
  tally.right = Math.max(tally.right, x + 1)
  tally.bottom = Math.max(tally.bottom, y + 1)
}

function regionOf(tally: Tally, size: number, at: Box, photo: Size): Region {
  const across = (x: number): number => (at.left + (x * at.width) / size) / photo.width
  const down = (y: number): number => (at.top + (y * at.height) / size) / photo.height
  return { left: across(tally.left), top: down(tally.top), right: across(tally.right), bottom: down(tally.bottom) }
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
