/** How long jobs of each kind take on this machine, learnt from finished jobs; recent ones count most. */
import type { Job } from '../imaging/job.js'

type Kind = Job['kind']

export interface JobTimes {
  /** In milliseconds. */
  expected(kind: Kind): number
  learn(kind: Kind, milliseconds: number): void
}

/** On a small machine; used until the first job of a kind is done. */
export const FIRST_GUESS_MS: Record<Kind, number> = {
  cutout: 1500,
  'id-photo': 2000,
  'portrait-style': 4000,
  'read-prompt': 50,
  convert: 300,
  'face-hints': 150,
}

/** One odd picture changes little, twenty change almost everything. */
export const WEIGHT_OF_LATEST = 0.15

export function createJobTimes(): JobTimes {
  const mean = new Map<Kind, number>()
  const expected = (kind: Kind): number => mean.get(kind) ?? FIRST_GUESS_MS[kind]
  return {
    expected,
    learn: (kind, milliseconds) => {
      const weight = mean.has(kind) ? WEIGHT_OF_LATEST : 1
      mean.set(kind, expected(kind) + weight * (milliseconds - expected(kind)))
    },
  }
}
