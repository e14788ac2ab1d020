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

export type Rules = Pick<
  IdPhotoSpec,
  | 'width_px'
  | 'height_px'
  | 'height_mm'
  | 'crown'
  | 'head_ratio'
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
  readonly hair: number
  readonly skull: number
  /** v of the lowest row that shows the body. */
  readonly bottom: number
  /** u of the photo's borders where the body touches them; infinite where it does not. */
  readonly left: number
  readonly right: number
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
  /** The upper edge cuts through the hair: it does not fit into the format otherwise. */
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
const ROOM_ABOVE_HAIR = 0.01
/** How far a face may leave the middle so that a body cut off by the photo reaches the edge; a share of the width. */
const MAX_SHIFT = 0.03
const STEPS = 80

export function headOf({ chin, hair, skull }: Subject, crown: Rules['crown']): Head {
  const top = crown === 'skull' ? Math.max(skull, hair) : Math.max(hair, -HAIR_CAP * chin)
  return { crown: top, height: chin - top }
}

export function solve(subject: Subject, rules: Rules): Fit | Misfit {
  const head = headOf(subject, rules.crown)
  const problem = problemOf(subject, head, rules)
  if (problem.headRange[0] > problem.headRange[1]) return sideMisfit(subject, head, rules)
  let missing: number | undefined
  let nearest: Conflict | undefined
  const wide: Range = [WIDE_TOP[0], Math.max(problem.top[1], WIDE_TOP[1])]
  const hairMayBeCut = { ...problem, wholeHair: false }
  for (const ranges of [
    problem,
    hairMayBeCut,
    { ...problem, top: wide },
    { ...hairMayBeCut, top: wide },
    {
      ...hairMayBeCut,
      top: WIDEST_TOP,
      eyes: [problem.eyes[0] - WIDER_EYES_BY, problem.eyes[1] + WIDER_EYES_BY] as const,
    },
  ]) {
    const { best, missingBody, conflict } = scan(ranges)
    if (best) return fitOf(best, head, problem, subject, rules)
    missing ??= missingBody
    nearest = conflict
  }
  if (missing !== undefined) return { reason: 'shoulders_missing', missing, missingPx: missing * head.height }
  return { reason: 'geometry', ...nearest! }
}

/** What the largest head that is allowed would still need. */
function sideMisfit({ centre, left, right }: Subject, head: Head, rules: Rules): Misfit {
  const halfWidth = halfWidthOf(rules, head, rules.head_ratio[1]) * (1 - 2 * MAX_SHIFT)
  const missing = { left: halfWidth - (centre - left), right: halfWidth - (right - centre) }
  const side = missing.left > missing.right ? 'left' : 'right'
  return { reason: 'side_cut_off', side, missingPx: missing[side] }
}

/** Half of what a picture with a head of this height shows, in pixels of the photo. */
const halfWidthOf = ({ width_px, height_px }: Rules, { height }: Head, h: number): number =>
  ((width_px / height_px) * height) / (2 * h)

interface Problem {
  readonly headRange: Range
  readonly top: Range
  readonly eyes: Range
  readonly chinToBottom: number
  /** Crown to eyes, crown to the end of the body, and hair above the crown, in head heights. */
  readonly k: number
  readonly body: number
  readonly hairAbove: number
  /** Whether all of that hair has to be below the upper edge; otherwise as much of it as possible. */
  readonly wholeHair: boolean
  readonly target: Rules['target']
}

function problemOf({ hair, bottom, centre, left, right }: Subject, head: Head, rules: Rules): Problem {
  // A body that touches a side of the photo must reach the same side of the result.
  const [onLeft, onRight] = [centre - left, right - centre]
  const needed = Math.max((1 - 2 * MAX_SHIFT) / Math.min(onLeft, onRight), 2 / (onLeft + onRight))
  const minHeadForSides = halfWidthOf(rules, head, 1) * needed
  const k = -head.crown / head.height
  return {
    headRange: [Math.max(rules.head_ratio[0], minHeadForSides), rules.head_ratio[1]],
    top: rules.top_margin?.ratio ?? DEFAULT_TOP,
    eyes: rules.eye_line_from_bottom_ratio ?? DEFAULT_EYES,
    chinToBottom:
      rules.chin_to_bottom_mm_min === null ? DEFAULT_CHIN_TO_BOTTOM : rules.chin_to_bottom_mm_min / rules.height_mm,
    k,
    body: k + bottom / head.height,
    hairAbove: (head.crown - hair) / head.height,
    wholeHair: true,
    target: rules.target,
  }
}

interface Pair {
  readonly h: number
  readonly t: number
}

interface Conflict {
  readonly rules: readonly [Rule, Rule]
  readonly apart: number
}

function scan({ headRange, top, eyes, chinToBottom, k, body, hairAbove, wholeHair, target }: Problem) {
  let best: (Pair & { cost: number }) | undefined
  let conflict: Conflict | undefined
  let missingBody: number | undefined
  for (let step = 0; step <= STEPS; step++) {
    const h = headRange[0] + ((headRange[1] - headRange[0]) * step) / STEPS
    const hair = hairAbove * h
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
    const reachesBottom = 1 - body * h
    if (reachesBottom > maxTop) {
      missingBody = Math.min(missingBody ?? Number.POSITIVE_INFINITY, (reachesBottom - maxTop) / h)
      continue
    }
    const desiredTop = Math.max(target.top, hair + ROOM_ABOVE_HAIR)
    const t = Math.min(Math.max(desiredTop, minTop, reachesBottom), maxTop)
    const cost = ((h - target.head) / HEAD_TOLERANCE) ** 2 + ((t - desiredTop) / TOP_TOLERANCE) ** 2
    if (!best || cost < best.cost) best = { h, t, cost }
  }
  return { best, missingBody, conflict }
}

type Bounds = Partial<Record<Rule, number>>
const bySize = (bounds: Bounds) =>
  (Object.entries(bounds) as [Rule, number][])
    .map(([rule, value]) => ({ rule, value }))
    .sort((a, b) => a.value - b.value)
const smallest = (bounds: Bounds) => bySize(bounds)[0]!
const largest = (bounds: Bounds) => bySize(bounds).at(-1)!

function fitOf({ h, t }: Pair, head: Head, { top, eyes, k, hairAbove }: Problem, subject: Subject, rules: Rules): Fit {
  const e = 1 - t - k * h
  const scale = (h * rules.height_px) / head.height
  const isOutside = (value: number, [min, max]: Range): boolean => value < min - 1e-9 || value > max + 1e-9
  return {
    h,
    t,
    e,
    b: 1 - t - h,
    scale,
    eyes: {
      x: rules.width_px / 2 - middleOf(subject, halfWidthOf(rules, head, h)) * scale,
      y: rules.height_px * (t + k * h),
    },
    head,
    hairCut: t < hairAbove * h - 1e-9,
    relaxed: [
      ...(isOutside(t, top) ? (['top_margin'] as const) : []),
      ...(isOutside(e, eyes) ? (['eye_line'] as const) : []),
    ],
  }
}

/** u of the picture's middle: as far from the face's own as the ends of the photo demand. */
function middleOf({ centre, left, right }: Subject, halfWidth: number): number {
  if (centre - halfWidth < left) return left + halfWidth
  if (centre + halfWidth > right) return right - halfWidth
  return centre
}
