/** What the photo has for a picture with a certain head height and top margin, and what it lacks. */
import type { Head, Misfit, Reach, Rules, Subject } from './fit.js'

/** How far a face may leave the middle so that a body cut off by the photo reaches the edge; a share of the width. */
const MAX_SHIFT = 0.03
const BISECTIONS = 12
/** In pixels of the photo: what arithmetic may be off by. */
const TINY = 1e-6

/** Head height and top margin, as in solve.ts. */
export interface Pair {
  readonly h: number
  readonly t: number
}

/** Half of what a picture with a head of this height shows, in pixels of the photo. */
const halfWidthOf = ({ width_px, height_px }: Rules, { height }: Head, h: number): number =>
  ((width_px / height_px) * height) / (2 * h)

/** A pair with what the photo has for it. */
export interface Framing {
  /** u of the picture's middle. */
  readonly middle: number
  /** What the photo lacks, in its own pixels; 0 or less where it reaches. */
  readonly below: number
  readonly beside: number
  readonly side: 'left' | 'right'
}

export function frameFor({ h, t }: Pair, head: Head, { centre }: Subject, reach: Reach, rules: Rules): Framing {
  const half = halfWidthOf(rules, head, h)
  const top = head.crown - (t / h) * head.height
  const bottom = top + head.height / h
  const { left, right } = reach.sides(top, bottom)
  const [onLeft, onRight] = [centre - left, right - centre]
  // The picture's middle may leave the face's own a little, so that a body that the photo cuts off reaches the edge.
  const nearest = (1 - 2 * MAX_SHIFT) * half - Math.min(onLeft, onRight)
  const beside = Math.max(nearest, 2 * half - (onLeft + onRight))
  let middle = centre
  if (onLeft < half) middle = left + half
  else if (onRight < half) middle = right - half
  return {
    middle,
    beside,
    side: onLeft < onRight ? 'left' : 'right',
    below: bottom - reach.bottom(middle - half, middle + half),
  }
}

export const fills = ({ below, beside }: Framing): boolean => below <= TINY && beside <= TINY

/** A larger margin shows less below: the least one that the photo fills, `most` where none does. */
export function leastThatFills(least: number, most: number, frame: (t: number) => Framing): Framing & { t: number } {
  const first = frame(least)
  if (fills(first)) return { t: least, ...first }
  let [tooSmall, enough] = [least, most]
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = (tooSmall + enough) / 2
    if (fills(frame(middle))) enough = middle
    else tooSmall = middle
  }
  return { t: enough, ...frame(enough) }
}

export const misfitOf = ({ below, beside, side }: Framing, height: number): Misfit & { missingPx: number } =>
  below >= beside
    ? { reason: 'shoulders_missing', missing: below / height, missingPx: below }
    : { reason: 'side_cut_off', side, missingPx: beside }
