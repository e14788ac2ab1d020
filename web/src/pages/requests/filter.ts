/** The filter of the list, kept in the URL so that it can be shared and survives a reload. */
import type { LogQuery } from '../../api/log.js'

const NAMES = ['range', 'from', 'to', 'route', 'status', 'code', 'key', 'email'] as const
export type FilterName = (typeof NAMES)[number]
export type Filter = Readonly<Partial<Record<FilterName, string>>>

const HOUR = 3_600_000
const SPANS: Readonly<Record<string, number>> = { '1h': HOUR, '24h': 24 * HOUR, '7d': 7 * 24 * HOUR }

export const filterIn = (query: URLSearchParams): Filter =>
  Object.fromEntries(NAMES.map((name) => [name, query.get(name)]).filter(([, value]) => value))

/** Keeps the other parameters of the URL. */
export function withFilter(query: URLSearchParams, change: Filter): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

export const nothing: Filter = Object.fromEntries(NAMES.map((name) => [name, '']))

/** Days are in the reader's time zone. */
export function queryOf({ range, from, to, ...rest }: Filter, now: number): LogQuery {
  if (range === 'custom') return { ...rest, since: startOf(from), until: startOf(to, 1) }
  const span = range && SPANS[range]
  return { ...rest, since: span ? String(now - span) : undefined }
}

function startOf(day: string | undefined, later = 0): string | undefined {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  if (!year || !month || !date) return undefined
  return String(new Date(year, month - 1, date + later).getTime())
}
