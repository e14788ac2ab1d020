import type { Bookmark, Page, PageRequest } from './paging.js'

/**
 * Something that was done to another account. Kept for good, even when the account or the actor is gone: then with
 * `nameOfDeleted` in place of every address that it had.
 */
export interface AuditEntry extends Bookmark {
  id: string
  /** An email as of then, or `command line`. */
  actor: string
  /** Such as `credits.grant`. */
  action: string
  /** The email, as of then, of the account it was done to. */
  subject: string | null
  /** How many, or which, where the action does not say it. */
  detail: string | null
  note: string | null
  createdAt: number
}

export interface AuditTrail {
  write(entry: Omit<AuditEntry, 'id' | 'createdAt'>): Promise<void>
  /** Entries whose subject or actor contains the text; an empty text finds all. */
  page(search: string, page: PageRequest): Promise<Page<AuditEntry>>
}
