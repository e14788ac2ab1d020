/** What an account spent on what: the lines of its ledger, and its usage by day for a chart. */
import type { Clock } from '../clock.js'
import type { Database, LedgerLine, Usage } from '../db/port.js'
import { type Page, type PageRequest, readPage } from './paging.js'

export type { LedgerLine }

const DAY_MS = 24 * 3_600_000
const DAYS = 30

export interface DayOfUsage extends Usage {
  /** Like 2026-11-15. */
  readonly day: string
}

export interface History {
  ledger(accountId: string, page: PageRequest): Promise<Page<LedgerLine>>
  /** The last 30 days of UTC, oldest first, also those on which nothing happened. */
  usageByDay(accountId: string): Promise<DayOfUsage[]>
}

export function createHistory({ db, clock }: { db: Pick<Database, 'ledger' | 'usage'>; clock: Clock }): History {
  return {
    ledger: (accountId, page) => readPage(page, (request) => db.ledger.page(accountId, request)),
    usageByDay: async (accountId) => {
      const now = clock()
      const today = now - (now % DAY_MS)
      const days = Array.from({ length: DAYS }, (_, index) => today - (DAYS - 1 - index) * DAY_MS)
      const used = await db.usage.daysOf(accountId, days[0] ?? today)
      const known = new Map(used.map(({ day, ...amounts }) => [day, amounts]))
      return days.map((day) => ({
        day: new Date(day).toISOString().slice(0, 10),
        ...(known.get(day) ?? { images: 0, credits: 0 }),
      }))
    },
  }
}
