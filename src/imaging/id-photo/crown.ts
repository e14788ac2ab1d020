/**
 * Where the head ends at the top, read off the matte: the top of the hair, told apart from a hand or a bun that stands
 * on it; and whether the photo cuts the head off.
 */

import { type BorderContact, topContact } from './border-contact.js'
import type { FaceFrame } from './frame.js'
import { columnOf, type PortraitMatte, rowOf, vOf } from './portrait-matte.js'
import { refusal } from './refusals.js'

export interface Crown {
  /** v of the top of the hair; that of the skull where the matte has lost the hair. */
  readonly hair: number
  /** Something narrow stands on the head and was left out. */
  readonly cutAtNeck: boolean
  /** Top of the hair over eyes to chin: about 1 for most people. */
  readonly rho: number
}

const OPAQUE = 128
/** In distances of the eyes: how far to look, where the head must be, how wide it must be. */
const LOOK = 1.3
const HEAD = 0.75
const MIN_RUN = 0.35
/** In lengths of the face: where to start, how many thin rows to jump over, where a neck may begin. */
const START = 0.35
const MAX_GAP = 0.03
const NECK_FROM = 0.75
/** A neck is narrower than this share of the head, and what stands on it wider than the neck by this factor. */
const NECK_WIDTH = 0.45
const NECK_GROWTH = 1.25
/** Hair is lower than this on nobody: either the photo or the matte has cut it off. */
const MIN_RHO = 0.75
/** A photo may take this much of a head of at least this height. */
const CUT_MIN_RHO = 0.95
const CUT_MAX_LOSS = 0.02

export function findCrown(portrait: PortraitMatte, frame: FaceFrame, contact: BorderContact): Crown {
  const { top, headWidth, cutAtNeck } = climb(portrait, frame)
  const rho = -top / frame.chin
  const touching = topContact(contact, frame, top - MAX_GAP * frame.chin)
  if (touching > 0) {
    const lost = heightOfCap(headWidth, touching) / (frame.chin - top)
    if (rho < CUT_MIN_RHO || lost >= CUT_MAX_LOSS) {
      throw refusal('head_cut_off', ': leave some room above the hair')
    }
  }
  return { hair: rho < MIN_RHO ? frame.skull : top, cutAtNeck, rho }
}

/** What is missing of a round head that a border cuts along a line of this length. */
function heightOfCap(headWidth: number, chord: number): number {
  const radius = Math.max(headWidth, chord) / 2
  return radius - Math.sqrt(radius ** 2 - (chord / 2) ** 2)
}

/** Row by row upwards from the forehead, until no row is wide enough any more. */
function climb(portrait: PortraitMatte, frame: FaceFrame) {
  const { eyeDistance, chin } = frame
  const { unit } = portrait
  const runAt = (row: number): number => widestRun(portrait, row, eyeDistance)
  let headWidth = unit
  for (let row = rowAt(portrait, -0.8 * chin); row <= rowAt(portrait, 0); row++)
    headWidth = Math.max(headWidth, runAt(row))

  const maxGap = Math.max(2, Math.floor((MAX_GAP * chin) / unit))
  const start = rowAt(portrait, -START * chin)
  let [top, gap] = [start, 0]
  let neck = { row: start, width: Number.POSITIVE_INFINITY }
  for (let row = start; row >= 0 && gap <= maxGap; row--) {
    const run = runAt(row)
    gap = run >= MIN_RUN * eyeDistance ? 0 : gap + 1
    if (gap === 0) top = row
    if (vOf(portrait, row) > -NECK_FROM * chin) continue
    if (run < neck.width) neck = { row, width: run }
    else if (neck.width < NECK_WIDTH * headWidth && run > NECK_GROWTH * neck.width + 2 * unit) {
      return { top: vOf(portrait, neck.row), headWidth, cutAtNeck: true }
    }
  }
  // The row's own top edge, not its middle.
  return { top: vOf(portrait, top - 0.5), headWidth, cutAtNeck: false }
}

const rowAt = (portrait: PortraitMatte, v: number): number => Math.max(0, Math.round(rowOf(portrait, v)))

/** The longest opaque stretch of a row near the head, in pixels of the photo; one that is all beside it does not count. */
function widestRun(portrait: PortraitMatte, row: number, eyeDistance: number): number {
  const { alpha, width, unit } = portrait
  const column = (u: number): number => Math.round(columnOf(portrait, u))
  const [first, last] = [column(-LOOK * eyeDistance), column(LOOK * eyeDistance)]
  const [headFrom, headTo] = [column(-HEAD * eyeDistance), column(HEAD * eyeDistance)]
  let best = 0
  let start = -1
  for (let x = first; x <= last + 1; x++) {
    if (x <= last && alpha[row * width + x]! >= OPAQUE) {
      if (start < 0) start = x
    } else if (start >= 0) {
      if (x - 1 >= headFrom && start <= headTo) best = Math.max(best, x - start)
      start = -1
    }
  }
  return best * unit
}
