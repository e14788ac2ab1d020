import type { LeaseTerm } from './leases.js'
import type { Page, PageRequest } from './paging.js'

export interface ResultRecord {
  id: string
  accountId: string
  keyId: string
  operation: string
  objectKey: string
  contentType: string
  bytes: number
  /** Given by its owner; never the name of the uploaded file, which is not read. */
  name: string | null
  createdAt: number
  expiresAt: number
}

export interface Results {
  /** Announces an object that is about to be stored; it is swept with its lease unless it is published before that. */
  announce(result: Omit<ResultRecord, 'name' | 'createdAt' | 'expiresAt'>, lease: LeaseTerm): Promise<void>
  /** From now on it cannot be published. False when it already was, or is gone. */
  withdraw(id: string): Promise<boolean>
  /** Published and not expired. */
  find(id: string): Promise<ResultRecord | undefined>
  /** Published or not; the first to expire comes first. */
  listExpired(before: number, limit: number): Promise<ResultRecord[]>
  /** Published and not expired; of these operations, or of any. */
  page(accountId: string, page: PageRequest, operations?: readonly string[]): Promise<Page<ResultRecord>>
  /** Published or not. */
  listOf(accountId: string, limit: number): Promise<ResultRecord[]>
  /** Null removes the name. */
  rename(id: string, name: string | null): Promise<void>
  totals(): Promise<{ results: number; bytes: number }>
  forget(ids: readonly string[]): Promise<void>
  oldestCreatedAt(): Promise<number | undefined>
}
