/** The rules of a format as ranges for one head, and the wider ones to fall back to. */
import { clamp } from '../raster/clamp.js'
import type { Head, Range, Rules, Subject } from './fit.js'

/** In face lengths (eyes to chin): hair or a hat above this does not make the face smaller. */
const HAIR_CAP = 1.3
const DEFAULT_TOP: Range = [0.02, 0.25]
const DEFAULT_EYES: Range = [0.45, 0.75]
const DEFAULT_CHIN_TO_BOTTOM = 0.04
/** Wider ranges to fall back to, in turn. */
const WIDE_TOP: Range = [0.005, 0.3]
const WIDEST_TOP: Range = [0.005, 0.4]
const WIDER_EYES_BY = 0.03
/** Of the range of widths: nearer to its end a face is only by need. */
const MARGIN = 0.15

export interface Problem {
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

export function headOf({ chin, hair, skull }: Subject, crown: Rules['crown']): Head {
  const top = crown === 'skull' ? Math.max(skull, hair) : Math.max(hair, -HAIR_CAP * chin)
  return { crown: top, height: chin - top }
}

export function problemOf({ wisps, width }: Subject, head: Head, rules: Rules): Problem {
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

/** The same with wider ranges, the least first. */
export function relaxationsOf(problem: Problem, { top_margin }: Rules): readonly Problem[] {
  const hairMayBeCut = { ...problem, wholeHair: false }
  const top: Range = [WIDE_TOP[0], Math.max(problem.top[1], WIDE_TOP[1])]
  const wide = { ...problem, top }
  const eyes: Range = [problem.eyes[0] - WIDER_EYES_BY, problem.eyes[1] + WIDER_EYES_BY]
  return [
    // A rule of the authority comes before the hair, a tolerance of our own after it.
    ...(top_margin?.official ? [hairMayBeCut, wide] : [wide, hairMayBeCut]),
    { ...hairMayBeCut, top },
    { ...hairMayBeCut, top: WIDEST_TOP, eyes },
  ]
}
