/** What operators see of other people's accounts, and what they can do for them. */
import type { AccountSummary, ApiKey, Database, LedgerLine } from '../db/port.js'
import { AppError } from '../errors.js'
import { type Page, type PageRequest, readPage } from './paging.js'

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
  /** Returns the new balance. */
  grantCredits(accountId: string, amount: number): Promise<number>
  /** `null` is the default of this server. */
  setRateLimit(keyId: string, rateLimit: number | null): Promise<ApiKey>
}

export function createOperations({ db }: { readonly db: Database }): Operations {
  const accountWith = async (id: string): Promise<AccountSummary> => {
    const account = await db.accounts.summarise(id)
    if (!account) throw new AppError('not_found', 'There is no such account')
    return account
  }
  return {
    listAccounts: (search, page) => readPage(page, (request) => db.accounts.page(search, request)),
    showAccount: async (id) => {
      const account = await accountWith(id)
      const keys = await db.keys.listActive(account.id)
      const entries = await db.ledger.page(account.id, { limit: LATEST_ENTRIES })
      return { account, keys, entries }
    },
    grantCredits: async (accountId, amount) => {
      const { id } = await accountWith(accountId)
      await db.ledger.grant(id, amount)
      return (await accountWith(id)).balance
    },
    setRateLimit: async (keyId, rateLimit) => {
      await db.keys.setRateLimit(keyId, rateLimit)
      const key = await db.keys.find(keyId)
      if (!key) throw new AppError('not_found', 'There is no such active key')
      return key
    },
  }
}
