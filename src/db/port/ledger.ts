import type { LeaseTerm } from './leases.js'
import type { Page, PageRequest } from './paging.js'

export interface Hold {
  id: string
  accountId: string
  amount: number
}

export type LedgerReason = 'opening' | 'grant' | 'take' | 'charge'

export interface LedgerEntry {
  amount: number
  reason: LedgerReason
  operation: string | null
  keyId: string | null
  resultId: string | null
  note: BookingNote | null
  createdAt: number
}

/** Why an operator booked it. */
export interface BookingNote {
  readonly text: string
  /** For operators only; otherwise the owner reads it as well. */
  readonly internal: boolean
}

/** An entry as its owner sees it: the key by its name. */
export interface LedgerLine extends LedgerEntry {
  id: string
  keyName: string | null
  keyPrefix: string | null
}

/**
 * Money. At every moment, even after a crash: balance = sum of entries, held = sum of open holds, balance >= held >= 0.
 */
export interface Ledger {
  grant(accountId: string, amount: number, note?: BookingNote): Promise<void>
  /** One conditional update: false when the balance less open holds does not cover the amount. */
  take(accountId: string, amount: number, note?: BookingNote): Promise<boolean>
  /** One conditional update: undefined when the balance less open holds does not cover the amount. */
  hold(request: { accountId: string; keyId: string; amount: number; lease: LeaseTerm }): Promise<Hold | undefined>
  /** False when the hold is already gone. */
  release(holdId: string): Promise<boolean>
  /** Releases holds that have expired by the given time, at most so many, and returns how many there were. */
  releaseExpired(before: number, limit: number): Promise<number>
  page(accountId: string, page: PageRequest): Promise<Page<LedgerLine>>
}
