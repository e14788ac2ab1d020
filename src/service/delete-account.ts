/**
 * An account and everything that belongs to it. The row goes first: from then on no key of it works, no session, and no
 * running request can still charge or publish anything.
 */
import type { Database } from '../db/port.js'
import type { ObjectStore } from '../storage/port.js'
import { removeResultsOf } from './remove-results.js'

export async function deleteAccount(
  parts: { readonly db: Database; readonly storage: ObjectStore },
  accountId: string,
): Promise<void> {
  await parts.db.accounts.remove(accountId)
  await removeResultsOf(parts, accountId)
}
