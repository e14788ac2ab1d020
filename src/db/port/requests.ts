import type { Bookmark, Page, PageRequest } from './paging.js'

/** One answered API call. It contains no photo, no text that a person wrote, and nothing that identifies a person. */
export interface RequestRecord extends Bookmark {
  /** As in the header X-Request-Id. */
  id: string
  accountId: string
  keyId: string
  method: string
  /** Its pattern, such as /v1/remove. */
  route: string
  status: number
  /** What its answer calls the error, if it is one. */
  code: string | null
  durationMs: number
  /** What was charged for it. */
  credits: number
  /** Why its result is watermarked, if it is. */
  watermark: string | null
  /** When it was answered. */
  createdAt: number
}

/** A record for display: key and account by their names, as far as they still exist. */
export interface RequestLine extends RequestRecord {
  keyName: string | null
  keyPrefix: string | null
  email: string | null
}

/** What is left out does not narrow the search. */
export interface RequestFilter {
  accountId?: string | undefined
  /** Contained in the email of the account. */
  email?: string | undefined
  keyId?: string | undefined
  route?: string | undefined
  /** The first digit of the status. */
  statusClass?: number | undefined
  code?: string | undefined
  since?: number | undefined
  /** Up to but not including this time. */
  until?: number | undefined
}

/** All calls that failed in the same way. */
export interface ErrorGroup {
  code: string
  status: number
  count: number
  accounts: number
  lastAt: number
}

export interface RequestLog {
  /** Existing ones stay as they are. */
  write(records: readonly RequestRecord[]): Promise<void>
  page(filter: RequestFilter, page: PageRequest): Promise<Page<RequestLine>>
  /**
   * Refusals and failures since then, of the newest 10,000, the most frequent first, without clients that disconnected.
   */
  errors(since: number): Promise<ErrorGroup[]>
  /** Deletes those answered before then, at most so many; returns how many there were. */
  forget(before: number, limit: number): Promise<number>
}
