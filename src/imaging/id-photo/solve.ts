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
import type { Fit, Head, Misfit, Range, Reach, Rules, Subject } from './fit.js'
import { frameFor, type Pair } from './framing.js'
import { headOf, type Problem, problemOf, relaxationsOf } from './problem.js'
import { ROOM_ABOVE_HAIR, scan } from './scan.js'

export function solve(subject: Subject, reach: Reach, rules: Rules): Fit | Misfit {
  const head = headOf(subject, rules.crown)
  const problem = problemOf(subject, head, rules)
  let misfit: Misfit | undefined
  let lastConflict: Extract<Misfit, { reason: 'geometry' }> | undefined
  for (const ranges of [problem, ...relaxationsOf(problem, rules)]) {
    const { best, missing, conflict } = scan(ranges, (pair) => frameFor(pair, head, subject, reach, rules))
    if (best) return fitOf(best, head, problem, rules)
    // What is missing in the photo is worth saying even where rules had to be relaxed for it.
    misfit ??= missing
    lastConflict = conflict && { reason: 'geometry', ...conflict }
  }
  return (misfit ?? lastConflict)!
}

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
