/** What an account spent: the lines of its ledger, and its usage by day and by operation. */
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import type { Database, LedgerLine, Usage } from '../../db/port.js'
import type { Page, PageRequest } from './paging.js'

export type { LedgerLine }

const DAY_MS = 24 * 3_600_000
const DAYS = 30
const MOST_DAYS = 366

export interface DayOfUsage extends Usage {
  /** Like 2026-11-15. */
  readonly day: string
}

/** Both days included; today and the 29 days before it, unless given. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface UsageOfOperation extends Usage {
  /** Null for free images of any operation: they are not in the ledger. */
  readonly operation: string | null
}

export interface History {
  ledger(accountId: string, page: PageRequest): Promise<Page<LedgerLine>>
  /** UTC days, oldest first, including those without any use; what was charged in them, and how many images were free. */
  usage(accountId: string, range: DayRange): Promise<{ days: DayOfUsage[]; operations: UsageOfOperation[] }>
  /** The same operations by day. */
  usageByDayAndOperation(accountId: string, range: DayRange): Promise<(UsageOfOperation & { readonly day: string })[]>
}

export function createHistory({ db, clock }: { db: Pick<Database, 'ledger' | 'usage'>; clock: Clock }): History {
  const usageByDay = async (accountId: string, range: DayRange): Promise<DayOfUsage[]> => {
    const { since, until } = spanOf(range, clock())
    const days = Array.from({ length: (until - since) / DAY_MS }, (_, index) => since + index * DAY_MS)
    const used = await db.usage.daysOf(accountId, since)
    const known = new Map(used.map(({ day, ...amounts }) => [day, amounts]))
    return days.map((day) => ({ day: dayText(day), ...(known.get(day) ?? { images: 0, credits: 0 }) }))
  }
  return {
    ledger: (accountId, page) => db.ledger.page(accountId, page),
    usage: async (accountId, range) => {
      const days = await usageByDay(accountId, range)
      const charged = await db.usage.operations({ ...spanOf(range, clock()), accountId })
      const all = days.reduce((sum, { images }) => sum + images, 0)
      return { days, operations: withFree(all, charged).filter(({ images }) => images > 0) }
    },
    usageByDayAndOperation: async (accountId, range) => {
      const charged = await db.usage.operationsByDay({ ...spanOf(range, clock()), accountId })
      const days = await usageByDay(accountId, range)
      return days.flatMap(({ day, images }) => {
        const at = Date.parse(day)
        const ofDay = charged.filter((each) => each.day === at)
        return withFree(images, ofDay).map((usage) => ({ ...usage, day }))
      })
    },
  }
}

/** What was charged, and the rest of all images, which were free; present even if there are none. */
function withFree(all: number, charged: readonly (Usage & { operation: string })[]): UsageOfOperation[] {
  const free = all - charged.reduce((sum, { images }) => sum + images, 0)
  return [
    ...charged.map(({ operation, images, credits }) => ({ operation, images, credits })),
    ...(free > 0 || all === 0 ? [{ operation: null, images: free, credits: 0 }] : []),
  ]
}

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

function spanOf({ from, to }: DayRange, now: number): { since: number; until: number } {
  const last = to === undefined ? now - (now % DAY_MS) : timeOf(to, 'to')
  const since = from === undefined ? last - (DAYS - 1) * DAY_MS : timeOf(from, 'from')
  const until = last + DAY_MS
  if (since > last) throw new AppError('invalid_request', 'from is later than to', { parameter: 'from' })
  if (until - since > MOST_DAYS * DAY_MS) {
    throw new AppError('invalid_request', `At most ${MOST_DAYS} days can be shown at once`, { parameter: 'from' })
  }
  return { since, until }
}

function timeOf(day: string, parameter: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (at >= 0 && new Date(at).toISOString().startsWith(day)) return at
  throw new AppError('invalid_request', `${parameter} must be a day like 2026-11-30`, { parameter })
}
