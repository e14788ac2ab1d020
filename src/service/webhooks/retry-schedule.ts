/** When a delivery that failed is tried again: quickly at first, then ever more rarely, for a day. */
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  ...Array<number>(7).fill(3 * HOUR_MS),
]

/** After so many tries that failed; undefined: it is given up. */
export const pauseAfter = (tries: number): number | undefined => PAUSES_MS[tries - 1]
