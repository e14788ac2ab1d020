/**
 * The top of the head, measured on the matte: the top of the hair, without a hand or a bun on top of it; and whether
 * the photo cuts the head off.
 */
import { clamp } from '../raster/clamp.js'
import { type BorderContact, topContact } from './border-contact.js'
import type { FaceFrame } from './frame.js'
import { columnOf, OPAQUE, type PortraitMatte, rowOf, vOf } from './portrait-matte.js'
import { refusal } from './refusals.js'

export interface Crown {
  /** v of the top of the hair; that of the skull where the matte is missing the hair. */
  readonly hair: number
  /** v of the last wisp of it, of a bun or of whatever else is on top: what the picture should not cut through. */
  readonly wisps: number
  /** Something on top of the head was left out, cut off at the narrow neck that joins it to the head. */
  readonly cutAtNeck: boolean
  /** Eyes to top of the hair, relative to eyes to chin: about 1 for most people. */
  readonly rho: number
}

/** In eye distances: how far to the sides to look, where the head must be, how wide it must be. */
const SEARCH_REACH = 1.3
const HEAD_REACH = 0.75
const MIN_RUN = 0.35
/** A lock of hair, narrower than a head. */
const MIN_WISP = 0.08
/** In face lengths (eyes to chin): where to start, how many thin rows to skip, where a neck may begin. */
const START = 0.35
const MAX_GAP = 0.03
const NECK_FROM = 0.75
/** A neck is narrower than this share of the head, and what is on top of it wider than the neck by this factor. */
const NECK_WIDTH = 0.45
const NECK_GROWTH = 1.25
/** Hair always reaches this high: below it, either the photo or the matte has cut it off. */
const MIN_RHO = 0.75
/** A photo may cut off this much of a head, if the rest has at least this height. */
const CUT_MIN_RHO = 0.95
const CUT_MAX_LOSS = 0.01

export function findCrown(portrait: PortraitMatte, frame: FaceFrame, contact: BorderContact): Crown {
  const { top, wisps, headWidth, cutAtNeck } = climb(portrait, frame)
  const rho = -top / frame.chin
  const touching = topContact(contact, frame, top - MAX_GAP * frame.chin)
  if (touching > 0) {
    const lost = heightOfCap(headWidth, touching) / (frame.chin - top)
    if (rho < CUT_MIN_RHO || lost >= CUT_MAX_LOSS) {
      throw refusal('head_cut_off', ': leave some room above the hair')
    }
  }
  const hair = rho < MIN_RHO ? frame.skull : top
  return { hair, wisps: Math.min(hair, wisps), cutAtNeck, rho }
}

/** The height of what is missing of a round head that a border cuts along a line of this length. */
function heightOfCap(headWidth: number, chord: number): number {
  const radius = Math.max(headWidth, chord) / 2
  return radius - Math.sqrt(radius ** 2 - (chord / 2) ** 2)
}

/** Row by row up from the forehead, until no row is wide enough any more. */
function climb(portrait: PortraitMatte, frame: FaceFrame) {
  const { eyeDistance, chin } = frame
  const { unit } = portrait
  const runAt = (row: number): number => widestRun(portrait, row, eyeDistance)
  let headWidth = unit
  for (let row = rowAt(portrait, -0.8 * chin); row <= rowAt(portrait, 0); row++)
    headWidth = Math.max(headWidth, runAt(row))

  const maxGap = Math.max(2, Math.floor((MAX_GAP * chin) / unit))
  const start = rowAt(portrait, -START * chin)
  let [top, wisp, gap] = [start, start, 0]
  let neck = { row: start, width: Number.POSITIVE_INFINITY }
  let atNeck: number | undefined
  for (let row = start; row >= 0 && gap <= maxGap; row--) {
    const run = runAt(row)
    gap = run >= MIN_RUN * eyeDistance ? 0 : gap + 1
    if (gap === 0) top = row
    if (run >= MIN_WISP * eyeDistance) wisp = row
    if (atNeck !== undefined || vOf(portrait, row) > -NECK_FROM * chin) continue
    if (run < neck.width) neck = { row, width: run }
    else if (neck.width < NECK_WIDTH * headWidth && run > NECK_GROWTH * neck.width + 2 * unit) atNeck = neck.row
  }
  // A row's top edge, not its middle.
  const wisps = vOf(portrait, wisp - 0.5)
  if (atNeck !== undefined) return { top: vOf(portrait, atNeck), wisps, headWidth, cutAtNeck: true }
  return { top: vOf(portrait, top - 0.5), wisps, headWidth, cutAtNeck: false }
}

const rowAt = (portrait: PortraitMatte, v: number): number => Math.max(0, Math.round(rowOf(portrait, v)))

/** The longest opaque run of a row near the head, in pixels of the photo; runs entirely beside it do not count. */
function widestRun(portrait: PortraitMatte, row: number, eyeDistance: number): number {
  const { alpha, width, unit } = portrait
  const column = (u: number): number => clamp(Math.round(columnOf(portrait, u)), 0, width - 1)
  const [first, last] = [column(-SEARCH_REACH * eyeDistance), column(SEARCH_REACH * eyeDistance)]
  const [headFrom, headTo] = [column(-HEAD_REACH * eyeDistance), column(HEAD_REACH * eyeDistance)]
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
