/** What operators see of other people's accounts; what they can do for them is in operator-acts.ts. */
import type { AccountSummary, ApiKey, AuditEntry, Database, LedgerLine } from '../db/port.js'
import { AppError } from '../errors.js'
import type { Page, PageRequest } from './paging.js'

export type { AccountSummary, AuditEntry }

const LATEST_ENTRIES = 20

export interface AccountDetails {
  readonly account: AccountSummary
  /** Active ones. */
  readonly keys: readonly ApiKey[]
  /** The latest lines of its ledger. */
  readonly entries: readonly LedgerLine[]
}

export interface Operations {
  /** Accounts whose email contains the text. */
  listAccounts(search: string, page: PageRequest): Promise<Page<AccountSummary>>
  showAccount(id: string): Promise<AccountDetails>
  /** What operators did; of people whose email contains the text, and to them. */
  auditTrail(search: string, page: PageRequest): Promise<Page<AuditEntry>>
}

export function createOperations({ db }: { readonly db: Database }): Operations {
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
