/** Head heights, each with the best top margin for it: the pair that costs least, or what prevents any. */
import type { Misfit, Rule } from './fit.js'
import { type Framing, fills, leastThatFills, misfitOf, type Pair } from './framing.js'
import type { Problem } from './problem.js'

/** Deviations from the target that cost the same. */
const HEAD_TOLERANCE = 0.05
const TOP_TOLERANCE = 0.03
/** Where the edge cuts hair: a smaller head is better than less hair. */
const HAIR_TOLERANCE = 0.005
/** As a share of the height: hair nearer to the upper edge than that looks cut off. */
export const ROOM_ABOVE_HAIR = 0.015
const STEPS = 80

interface Conflict {
  readonly rules: readonly [Rule, Rule]
  readonly apart: number
}

interface Candidate {
  readonly h: number
  /** The top margin nearest to the target, and the largest one. */
  readonly wanted: number
  readonly maxTop: number
  costAt(t: number): number
}

export function scan(problem: Problem, frame: (pair: Pair) => Framing) {
  const { candidates, conflict } = candidatesFor(problem)
  let best: (Pair & { cost: number; middle: number }) | undefined
  let missing: (Misfit & { missingPx: number }) | undefined
  for (const { h, wanted, maxTop, costAt } of candidates) {
    // A photo may ask for a larger margin than is wanted, which only costs more.
    if (best && costAt(wanted) >= best.cost) break
    const { t, ...framing } = leastThatFills(wanted, maxTop, (at) => frame({ h, t: at }))
    if (!fills(framing)) {
      const lacking = misfitOf(framing, problem.height)
      if (!missing || lacking.missingPx < missing.missingPx) missing = lacking
      continue
    }
    const cost = costAt(t)
    if (!best || cost < best.cost) best = { h, t, cost, middle: framing.middle }
  }
  return { best, missing, conflict }
}

/** The head heights that no rule excludes, the one first that would cost least, and what comes nearest where there are none. */
function candidatesFor({ headRange, top, eyes, chinToBottom, k, hairAbove, wholeHair, target }: Problem) {
  const candidates: Candidate[] = []
  let conflict: Conflict | undefined
  for (let step = 0; step <= STEPS; step++) {
    const h = headRange[0] + ((headRange[1] - headRange[0]) * step) / STEPS
    const hair = hairAbove * h + ROOM_ABOVE_HAIR
    const [lower, minTop] = largest(
      ['top margin', wholeHair ? Math.max(top[0], hair) : top[0]],
      ['eye line', 1 - eyes[1] - k * h],
    )
    const [upper, maxTop] = smallest(
      ['top margin', top[1]],
      ['eye line', 1 - eyes[0] - k * h],
      ['distance from the chin to the lower edge', 1 - h - chinToBottom],
    )
    if (minTop > maxTop) {
      const apart = minTop - maxTop
      if (!conflict || apart < conflict.apart) conflict = { rules: [lower, upper], apart }
      continue
    }
    const desiredTop = Math.max(target.top, hair)
    const wanted = Math.min(Math.max(desiredTop, minTop), maxTop)
    const costAt = (t: number): number =>
      ((h - target.head) / HEAD_TOLERANCE) ** 2 +
      ((t - desiredTop) / TOP_TOLERANCE) ** 2 +
      (Math.max(0, hair - t) / HAIR_TOLERANCE) ** 2
    candidates.push({ h, wanted, maxTop, costAt })
  }
  return { candidates: candidates.sort((a, b) => a.costAt(a.wanted) - b.costAt(b.wanted)), conflict }
}

type Bound = readonly [rule: Rule, value: number]
const smallest = (first: Bound, ...others: Bound[]): Bound =>
  others.reduce((least, bound) => (bound[1] < least[1] ? bound : least), first)
const largest = (first: Bound, ...others: Bound[]): Bound =>
  others.reduce((most, bound) => (bound[1] >= most[1] ? bound : most), first)
