/** What operators see of accounts; what they can do is in operator-actions.ts. */

import { AppError } from '../../base/errors.js'
import type { AccountSummary, ApiKey, AuditEntry, Database, LedgerLine, Page, PageRequest } from '../../db/port.js'

export type { AccountSummary, AuditEntry }

const LATEST_ENTRIES = 20

export interface AccountDetails {
  readonly account: AccountSummary
  /** Active ones. */
  readonly keys: readonly ApiKey[]
  /** The latest lines of its ledger. */
  readonly entries: readonly LedgerLine[]
}

export interface AccountOverview {
  /** Accounts whose email contains the text. */
  listAccounts(search: string, page: PageRequest): Promise<Page<AccountSummary>>
  showAccount(id: string): Promise<AccountDetails>
  /** The audit trail; of actors and subjects whose email contains the text. */
  auditTrail(search: string, page: PageRequest): Promise<Page<AuditEntry>>
}

export function createAccountOverview({ db }: { readonly db: Database }): AccountOverview {
  return {
    listAccounts: (search, page) => db.accounts.page(search, page),
    showAccount: async (id) => {
      const account = await summaryOf(db, id)
      const keys = await db.keys.listActive(account.id)
      const { items: entries } = await db.ledger.page(account.id, { limit: LATEST_ENTRIES })
      return { account, keys, entries }
    },
    auditTrail: (search, page) => db.audit.page(search, page),
  }
}

export async function summaryOf(db: Pick<Database, 'accounts'>, id: string): Promise<AccountSummary> {
  const account = await db.accounts.summarise(id)
  if (!account) throw new AppError('not_found', 'There is no such account')
  return account
}
