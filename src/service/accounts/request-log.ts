/**
 * The request log: written in batches, a moment after the answers, so that no request waits for it. A crash loses only
 * what is not yet written; a server that stops writes it first.
 */
import type { Clock } from '../../base/clock.js'
import type { Database, ErrorGroup, RequestFilter, RequestLine, RequestRecord } from '../../db/port.js'
import type { Bookmark, Page, PageRequest } from './paging.js'

export type { ErrorGroup, RequestFilter, RequestLine }

export interface RequestLog {
  /** Returns at once. */
  note(request: Omit<RequestRecord, 'createdAt'>): void
  list(filter: RequestFilter, page: PageRequest): Promise<Page<RequestLine>>
  /** All of them, from new to old. */
  each(filter: RequestFilter): AsyncIterableIterator<RequestLine>
  /** Refusals and failures of the last so many milliseconds. */
  errors(withinMs: number): Promise<ErrorGroup[]>
  /** Writes what is left. */
  close(): Promise<void>
}

export interface RequestLogParts {
  readonly db: Pick<Database, 'requests'>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

const FLUSH_AFTER_MS = 1000
const BATCH = 500
/** While the database is away; beyond this the oldest are dropped. */
const MOST_KEPT = 20_000
const EXPORT_PAGE = 1000

export function createRequestLog({ db, clock, onError }: RequestLogParts): RequestLog {
  let waiting: RequestRecord[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const writeAll = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      try {
        await db.requests.write(batch)
      } catch (error) {
        onError(error)
        waiting = waiting.slice(-MOST_KEPT)
        return // tried again with the next request
      }
      const written = new Set(batch)
      waiting = waiting.filter((record) => !written.has(record))
    }
  }
  /** One after the other: two at once would write the same rows. */
  const flush = (): Promise<void> => {
    writing = writing.then(writeAll)
    return writing
  }

  return {
    note: (request) => {
      waiting.push({ ...request, createdAt: clock() })
      if (timer) return
      timer = setTimeout(() => void flush(), FLUSH_AFTER_MS)
      timer.unref()
    },
    list: async (filter, page) => {
      await flush() // the list includes what was just answered here
      return db.requests.page(filter, page)
    },
    async *each(filter) {
      await flush()
      let before: Bookmark | undefined
      do {
        const { items, next } = await db.requests.page(filter, { limit: EXPORT_PAGE, before })
        yield* items
        before = next
      } while (before)
    },
    errors: async (withinMs) => {
      await flush()
      return db.requests.errors(clock() - withinMs)
    },
    close: flush,
  }
}
