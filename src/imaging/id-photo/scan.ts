/** Head heights one by one, each with the best top margin for it: the pair that costs least, or what prevents any. */
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

export function scan(problem: Problem, frame: (pair: Pair) => Framing) {
  const { headRange, top, eyes, chinToBottom, k, hairAbove, wholeHair, height, target } = problem
  let best: (Pair & { cost: number; middle: number }) | undefined
  let conflict: Conflict | undefined
  let missing: (Misfit & { missingPx: number }) | undefined
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
    const { t, ...framing } = leastThatFills(wanted, maxTop, (at) => frame({ h, t: at }))
    if (!fills(framing)) {
      const lacking = misfitOf(framing, height)
      if (!missing || lacking.missingPx < missing.missingPx) missing = lacking
      continue
    }
    const cut = Math.max(0, hair - t)
    const cost =
      ((h - target.head) / HEAD_TOLERANCE) ** 2 + ((t - desiredTop) / TOP_TOLERANCE) ** 2 + (cut / HAIR_TOLERANCE) ** 2
    if (!best || cost < best.cost) best = { h, t, cost, middle: framing.middle }
  }
  return { best, missing, conflict }
}

type Bound = readonly [rule: Rule, value: number]
const smallest = (first: Bound, ...others: Bound[]): Bound =>
  others.reduce((least, bound) => (bound[1] < least[1] ? bound : least), first)
const largest = (first: Bound, ...others: Bound[]): Bound =>
  others.reduce((most, bound) => (bound[1] >= most[1] ? bound : most), first)
