/**
 * Chooses head height and top margin together, within every rule of a format and as close to its target as possible.
 * All lengths of the result are relative to the picture's height:
 *
 *   h  crown to chin          t  top edge to crown
 *   e  eye line to bottom     b  chin to bottom          e = 1 - t - k h    b = 1 - t - h
 *
 * with k the share of the head above the eyes. For a given h every rule bounds t on one side, so the best t is a clamp;
 * h itself is scanned.
 */
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import { clamp } from '../raster/clamp.js'

export type Rules = Pick<
  IdPhotoSpec,
  | 'width_px'
  | 'height_px'
  | 'height_mm'
  | 'crown'
  | 'head_ratio'
  | 'head_width_mm'
  | 'eye_line_from_bottom_ratio'
  | 'top_margin'
  | 'chin_to_bottom_mm_min'
  | 'target'
>

/** The person in the face frame, in pixels of the photo; v is negative above the eyes. */
export interface Subject {
  /** u of what belongs in the middle of the picture. */
  readonly centre: number
  readonly chin: number
  /** Of the hair as a whole, which formats measure, and of the last wisp of it, which has to stay in the picture. */
  readonly hair: number
  readonly wisps: number
  readonly skull: number
  /** From cheek to cheek. */
  readonly width: number
}

/** How far the photo shows the person, in the face frame: a picture may end there, but not go beyond. */
export interface Reach {
  /** u of the photo's borders where the body touches them between these rows; infinite where it does not. */
  sides(top: number, bottom: number): { readonly left: number; readonly right: number }
  /** v of the lowest row that shows the body between these columns. */
  bottom(left: number, right: number): number
}

export interface Fit {
  readonly h: number
  readonly t: number
  readonly e: number
  readonly b: number
  /** Pixels of the result per pixel of the photo. */
  readonly scale: number
  /** The point between the eyes, in the result. */
  readonly eyes: { readonly x: number; readonly y: number }
  readonly head: Head
  /** The upper edge cuts through the hair, or nearly does: it does not fit into the format otherwise. */
  readonly hairCut: boolean
  /** Which ranges had to be exceeded. */
  readonly relaxed: readonly ('top_margin' | 'eye_line')[]
}

/** Which rule cannot be met, and by how much. */
export type Misfit =
  /** How much of the body, in head heights and in pixels of the photo. */
  | { readonly reason: 'shoulders_missing'; readonly missing: number; readonly missingPx: number }
  /** How much beside the body, in pixels of the photo. */
  | { readonly reason: 'side_cut_off'; readonly side: 'left' | 'right'; readonly missingPx: number }
  /** Two rules that exclude one another for this head, and how far they are apart, as a share of the height. */
  | { readonly reason: 'geometry'; readonly rules: readonly [Rule, Rule]; readonly apart: number }

type Rule = 'top margin' | 'eye line' | 'distance from the chin to the lower edge'

export interface Head {
  /** v of the crown that this format measures to. */
  readonly crown: number
  /** Crown to chin. */
  readonly height: number
}

type Range = readonly [min: number, max: number]

/** In face lengths (eyes to chin): hair or a hat above this does not make the face smaller. */
const HAIR_CAP = 1.3
const DEFAULT_TOP: Range = [0.02, 0.25]
const DEFAULT_EYES: Range = [0.45, 0.75]
const DEFAULT_CHIN_TO_BOTTOM = 0.04
/** Wider ranges to fall back to, in turn. */
const WIDE_TOP: Range = [0.005, 0.3]
const WIDEST_TOP: Range = [0.005, 0.4]
const WIDER_EYES_BY = 0.03
/** Deviations from the target that cost the same. */
const HEAD_TOLERANCE = 0.05
const TOP_TOLERANCE = 0.03
/** As a share of the height: hair nearer to the upper edge than that looks cut off. */
const ROOM_ABOVE_HAIR = 0.015
/** How far a face may leave the middle so that a body cut off by the photo reaches the edge; a share of the width. */
const MAX_SHIFT = 0.03
const STEPS = 80
/** Of the range of widths: nearer to its end a face is only by need. */
const MARGIN = 0.15
const BISECTIONS = 12

export function headOf({ chin, hair, skull }: Subject, crown: Rules['crown']): Head {
  const top = crown === 'skull' ? Math.max(skull, hair) : Math.max(hair, -HAIR_CAP * chin)
  return { crown: top, height: chin - top }
}

export function solve(subject: Subject, reach: Reach, rules: Rules): Fit | Misfit {
  const head = headOf(subject, rules.crown)
  const problem = problemOf(subject, head, rules)
  let misfit: Misfit | undefined
  const hairMayBeCut = { ...problem, wholeHair: false }
  const top: Range = [WIDE_TOP[0], Math.max(problem.top[1], WIDE_TOP[1])]
  const wide = { ...problem, top }
  for (const ranges of [
    problem,
    // A rule of the authority comes before the hair, a tolerance of our own after it.
    ...(rules.top_margin?.official ? [hairMayBeCut, wide] : [wide, hairMayBeCut]),
    { ...hairMayBeCut, top },
    {
      ...hairMayBeCut,
      top: WIDEST_TOP,
      eyes: [problem.eyes[0] - WIDER_EYES_BY, problem.eyes[1] + WIDER_EYES_BY] as const,
    },
  ]) {
    const { best, missing, conflict } = scan(ranges, (pair) => frameFor(pair, head, subject, reach, rules))
    if (best) return fitOf(best, head, problem, rules)
    // What is missing in the photo is worth saying even where rules had to be relaxed for it.
    misfit ??= missing
    if (conflict && !misfit && ranges.top === WIDEST_TOP) misfit = { reason: 'geometry', ...conflict }
  }
  return misfit!
}

/** Half of what a picture with a head of this height shows, in pixels of the photo. */
const halfWidthOf = ({ width_px, height_px }: Rules, { height }: Head, h: number): number =>
  ((width_px / height_px) * height) / (2 * h)

/** A pair with what the photo has for it. */
interface Framing {
  /** u of the picture's middle. */
  readonly middle: number
  /** What the photo lacks, in its own pixels; 0 or less where it reaches. */
  readonly below: number
  readonly beside: number
  readonly side: 'left' | 'right'
}

function frameFor({ h, t }: Pair, head: Head, { centre }: Subject, reach: Reach, rules: Rules): Framing {
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

interface Problem {
  readonly headRange: Range
  readonly top: Range
  readonly eyes: Range
  readonly chinToBottom: number
  /** Crown to eyes, and hair above the crown, in head heights. */
  readonly k: number
  readonly hairAbove: number
  /** Whether all of that hair has to be below the upper edge; otherwise as much of it as possible. */
  readonly wholeHair: boolean
  readonly height: number
  readonly target: Rules['target']
}

function problemOf({ wisps, width }: Subject, head: Head, rules: Rules): Problem {
  return {
    headRange: rules.head_ratio,
    top: rules.top_margin?.ratio ?? DEFAULT_TOP,
    eyes: rules.eye_line_from_bottom_ratio ?? DEFAULT_EYES,
    chinToBottom:
      rules.chin_to_bottom_mm_min === null ? DEFAULT_CHIN_TO_BOTTOM : rules.chin_to_bottom_mm_min / rules.height_mm,
    k: -head.crown / head.height,
    hairAbove: (head.crown - wisps) / head.height,
    wholeHair: true,
    height: head.height,
    target: { ...rules.target, head: targetHead(width / head.height, rules) },
  }
}

/** As near to the format's own as the authority's rule on the width of faces permits. `width`: in head heights. */
function targetHead(width: number, { head_ratio, head_width_mm, height_mm, target }: Rules): number {
  if (head_width_mm === null) return target.head
  const [least, most] = head_width_mm.map((mm) => mm / (width * height_mm)) as [number, number]
  return clamp(clamp(target.head, least + (most - least) * MARGIN, most), ...head_ratio)
}

interface Pair {
  readonly h: number
  readonly t: number
}

interface Conflict {
  readonly rules: readonly [Rule, Rule]
  readonly apart: number
}

function scan(problem: Problem, frame: (pair: Pair) => Framing) {
  const { headRange, top, eyes, chinToBottom, k, hairAbove, wholeHair, height, target } = problem
  let best: (Pair & { cost: number; middle: number }) | undefined
  let conflict: Conflict | undefined
  let missing: (Misfit & { missingPx: number }) | undefined
  for (let step = 0; step <= STEPS; step++) {
    const h = headRange[0] + ((headRange[1] - headRange[0]) * step) / STEPS
    const hair = hairAbove * h + ROOM_ABOVE_HAIR
    const least = largest({
      'top margin': wholeHair ? Math.max(top[0], hair) : top[0],
      'eye line': 1 - eyes[1] - k * h,
    })
    const most = smallest({
      'top margin': top[1],
      'eye line': 1 - eyes[0] - k * h,
      'distance from the chin to the lower edge': 1 - h - chinToBottom,
    })
    const [minTop, maxTop] = [least.value, most.value]
    if (minTop > maxTop) {
      const apart = minTop - maxTop
      if (!conflict || apart < conflict.apart) conflict = { rules: [least.rule, most.rule], apart }
      continue
    }
    const desiredTop = Math.max(target.top, hair)
    const t = leastThatFills(Math.min(Math.max(desiredTop, minTop), maxTop), maxTop, (at) => frame({ h, t: at }))
    const framing = frame({ h, t })
    if (!fills(framing)) {
      const lacking = misfitOf(framing, height)
      if (!missing || lacking.missingPx < missing.missingPx) missing = lacking
      continue
    }
    const cost = ((h - target.head) / HEAD_TOLERANCE) ** 2 + ((t - desiredTop) / TOP_TOLERANCE) ** 2
    if (!best || cost < best.cost) best = { h, t, cost, middle: framing.middle }
  }
  return { best, missing, conflict }
}

const fills = ({ below, beside }: Framing): boolean => below <= TINY && beside <= TINY
/** In pixels of the photo: what arithmetic may be off by. */
const TINY = 1e-6

/** A larger margin shows less below: the least one that the photo fills, `most` where none does. */
function leastThatFills(least: number, most: number, frame: (t: number) => Framing): number {
  if (fills(frame(least))) return least
  let [tooSmall, enough] = [least, most]
  for (let round = 0; round < BISECTIONS; round++) {
    const middle = (tooSmall + enough) / 2
    if (fills(frame(middle))) enough = middle
    else tooSmall = middle
  }
  return enough
}

const misfitOf = ({ below, beside, side }: Framing, height: number): Misfit & { missingPx: number } =>
  below >= beside
    ? { reason: 'shoulders_missing', missing: below / height, missingPx: below }
    : { reason: 'side_cut_off', side, missingPx: beside }

type Bounds = Partial<Record<Rule, number>>
const bySize = (bounds: Bounds) =>
  (Object.entries(bounds) as [Rule, number][])
    .map(([rule, value]) => ({ rule, value }))
    .sort((a, b) => a.value - b.value)
const smallest = (bounds: Bounds) => bySize(bounds)[0]!
const largest = (bounds: Bounds) => bySize(bounds).at(-1)!

function fitOf(
  { h, t, middle }: Pair & { middle: number },
  head: Head,
  { top, eyes, k, hairAbove }: Problem,
  rules: Rules,
): Fit {
  const e = 1 - t - k * h
  const scale = (h * rules.height_px) / head.height
  const isOutside = (value: number, [min, max]: Range): boolean => value < min - 1e-9 || value > max + 1e-9
  return {
    h,
    t,
    e,
    b: 1 - t - h,
    scale,
    eyes: { x: rules.width_px / 2 - middle * scale, y: rules.height_px * (t + k * h) },
    head,
    hairCut: t < hairAbove * h + ROOM_ABOVE_HAIR / 2,
    relaxed: [
      ...(isOutside(t, top) ? (['top_margin'] as const) : []),
      ...(isOutside(e, eyes) ? (['eye_line'] as const) : []),
    ],
  }
}
