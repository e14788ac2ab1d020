/** A worker that checks its deadline between steps may overrun by one step; after that it is killed. */
export const hardLimitMs = (softLimitMs: number): number => softLimitMs + Math.max(2000, softLimitMs / 4)
