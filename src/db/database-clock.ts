/**
 * The time that all servers of a shared database go by: its own. Leases, sessions and results are ended by the first
 * server that looks, so one whose clock is fast would end those of all others. Between two looks at the database's
 * clock, time is counted by a monotonic counter, whatever happens to the clock of this machine.
 */
import type { Clock } from '../base/clock.js'

const LOOK_AGAIN_MS = 10_000
/** An answer that took longer says too little about the time. */
const PROMPT_MS = 1000

export interface DatabaseClock {
  readonly now: Clock
  stop(): void
}

/** `ask` is the clock of the database, `counter` that of the process; both in milliseconds. */
export async function openDatabaseClock(
  ask: () => Promise<number>,
  counter: () => number = () => performance.now(),
): Promise<DatabaseClock> {
  const look = async (patienceMs: number): Promise<number | undefined> => {
    const askedAt = counter()
    const time = await ask()
    const tookMs = counter() - askedAt
    return tookMs > patienceMs ? undefined : time - (askedAt + tookMs / 2)
  }
  let ahead = (await look(Number.POSITIVE_INFINITY))! // a late answer is better than none
  const lookAgain = async (): Promise<void> => {
    ahead = (await look(PROMPT_MS)) ?? ahead
  }
  // While the database is away the counter goes on.
  const timer = setInterval(() => void lookAgain().catch(() => {}), LOOK_AGAIN_MS).unref()
  return { now: () => Math.round(ahead + counter()), stop: () => clearInterval(timer) }
}
