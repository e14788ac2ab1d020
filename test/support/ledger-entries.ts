/** All entries of an account, the oldest first. */
import type { Database, LedgerEntry, Page } from '../../src/db/port.js'

export async function entriesOf({ ledger }: Pick<Database, 'ledger'>, accountId: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  let before: Page<unknown>['next']
  do {
    const page = await ledger.page(accountId, { limit: 500, ...(before && { before }) })
    for (const { id: _id, keyName: _name, keyPrefix: _prefix, ...entry } of page.items) entries.unshift(entry)
    before = page.next
  } while (before)
  return entries
}
