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
  /** Which ranges had to be exceeded. */
  readonly relaxed: readonly ('top_margin' | 'eye_line')[]
}

export type Misfit =
  /** `missing`: how much of the body, in head heights. */
  { readonly reason: 'shoulders_missing'; readonly missing: number } | { readonly reason: 'side_cut_off' | 'geometry' }

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
const STEPS = 80

export function headOf({ chin, hair, skull }: Subject, crown: Rules['crown']): Head {
  const top = crown === 'skull' ? Math.max(skull, hair) : Math.max(hair, -HAIR_CAP * chin)
  return { crown: top, height: chin - top }
}

export function solve(subject: Subject, rules: Rules): Fit | Misfit {
  const head = headOf(subject, rules.crown)
  const problem = problemOf(subject, head, rules)
  if (problem.headRange[0] > problem.headRange[1]) return { reason: 'side_cut_off' }
  let bodyIsShort = false
  for (const [top, eyes] of [
    [problem.top, problem.eyes],
    [[WIDE_TOP[0], Math.max(problem.top[1], WIDE_TOP[1])], problem.eyes],
    [WIDEST_TOP, [problem.eyes[0] - WIDER_EYES_BY, problem.eyes[1] + WIDER_EYES_BY]],
  ] as const) {
    const { best, onlyBodyFails } = scan({ ...problem, top, eyes })
    if (best) return fitOf(best, head, problem, rules)
    bodyIsShort ||= onlyBodyFails
  }
  if (!bodyIsShort) return { reason: 'geometry' }
  return { reason: 'shoulders_missing', missing: (1 - problem.top[1]) / rules.head_ratio[1] - problem.body }
}

interface Problem {
  readonly headRange: Range
  readonly top: Range
  readonly eyes: Range
  readonly chinToBottom: number
  /** Crown to eyes, crown to the end of the body, and hair above the crown, in head heights. */
  readonly k: number
  readonly body: number
  readonly hairAbove: number
  readonly target: Rules['target']
}

function problemOf({ hair, bottom, left, right }: Subject, head: Head, rules: Rules): Problem {
  // A body that touches a side of the photo must reach the same side of the result.
  const minHeadForSides = (rules.width_px / (2 * rules.height_px)) * head.height * Math.max(1 / -left, 1 / right)
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
    target: rules.target,
  }
}

interface Pair {
  readonly h: number
  readonly t: number
}

function scan({ headRange, top, eyes, chinToBottom, k, body, hairAbove, target }: Problem) {
  let best: (Pair & { cost: number }) | undefined
  let onlyBodyFails = false
  for (let step = 0; step <= STEPS; step++) {
    const h = headRange[0] + ((headRange[1] - headRange[0]) * step) / STEPS
    const minTop = Math.max(top[0], 1 - eyes[1] - k * h)
    const maxTop = Math.min(top[1], 1 - eyes[0] - k * h, 1 - h - chinToBottom)
    if (minTop > maxTop) continue
    const reachesBottom = 1 - body * h
    if (reachesBottom > maxTop) {
      onlyBodyFails = true
      continue
    }
    const desiredTop = Math.max(target.top, hairAbove * h + ROOM_ABOVE_HAIR)
    const t = Math.min(Math.max(desiredTop, minTop, reachesBottom), maxTop)
    const cost = ((h - target.head) / HEAD_TOLERANCE) ** 2 + ((t - target.top) / TOP_TOLERANCE) ** 2
    if (!best || cost < best.cost) best = { h, t, cost }
  }
  return { best, onlyBodyFails }
}

function fitOf({ h, t }: Pair, head: Head, { top, eyes, k }: Problem, rules: Rules): Fit {
  const e = 1 - t - k * h
  const isOutside = (value: number, [min, max]: Range): boolean => value < min - 1e-9 || value > max + 1e-9
  return {
    h,
    t,
    e,
    b: 1 - t - h,
    scale: (h * rules.height_px) / head.height,
    eyes: { x: rules.width_px / 2, y: rules.height_px * (t + k * h) },
    head,
    relaxed: [
      ...(isOutside(t, top) ? (['top_margin'] as const) : []),
      ...(isOutside(e, eyes) ? (['eye_line'] as const) : []),
    ],
  }
}
