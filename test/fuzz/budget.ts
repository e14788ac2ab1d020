/** How many cases each fuzzer tries: few with the other tests, as many as FUZZ_RUNS says in `npm run fuzz`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 200)

export const budget = { numRuns: RUNS }
/** The slowest machine that we know of takes 20 ms for a case. */
export const TIMEOUT_MS = 60_000 + 20 * RUNS
