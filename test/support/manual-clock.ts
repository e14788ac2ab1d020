/** A clock that stands still until a test turns it. */
import type { Clock } from '../../src/base/clock.js'

export interface ManualClock {
  readonly now: Clock
  advance(milliseconds: number): void
}

/** Starts in 2027: milliseconds that no 32-bit column can hold, and not at a full second. */
export function manualClock(startMs = 1_800_000_000_250): ManualClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance: (milliseconds) => {
      nowMs += milliseconds
    },
  }
}
