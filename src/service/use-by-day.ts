/** The last 30 days of an account, for a chart: every day of UTC, also those on which nothing happened. */
import type { Clock } from '../clock.js'
import type { Use, UseCounter } from '../db/port.js'

const DAY_MS = 24 * 3_600_000
const DAYS = 30

export interface DayOfUse extends Use {
  /** Like 2026-11-15. */
  readonly day: string
}

export async function useByDay(use: UseCounter, clock: Clock, accountId: string): Promise<DayOfUse[]> {
  const now = clock()
  const today = now - (now % DAY_MS)
  const days = Array.from({ length: DAYS }, (_, index) => today - (DAYS - 1 - index) * DAY_MS)
  const known = new Map((await use.daysOf(accountId, days[0] ?? today)).map(({ day, ...amounts }) => [day, amounts]))
  return days.map((day) => ({
    day: new Date(day).toISOString().slice(0, 10),
    ...(known.get(day) ?? { images: 0, credits: 0 }),
  }))
}
