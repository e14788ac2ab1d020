/** What operators see of other people's accounts, and what they can do for them. */
import type { Clock } from '../clock.js'
import type { AccountSummary, ApiKey, Database, LedgerLine } from '../db/port.js'
import { AppError } from '../errors.js'
import type { ObjectStore } from '../storage/port.js'
import { removeAccount } from './accounts.js'
import { type Page, type PageRequest, readPage } from './paging.js'
import { createResetLink, type ResetLink } from './password-reset.js'

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
  grantCredits(accountId: string, amount: number, note?: string): Promise<number>
  /** Returns the new balance. What running requests hold cannot be taken: then nothing is. */
  takeCredits(accountId: string, amount: number, note?: string): Promise<number>
  /** Its keys are refused from now on and everybody is signed out; nothing is lost. */
  suspendAccount(accountId: string): Promise<void>
  resumeAccount(accountId: string): Promise<void>
  /** For whoever has lost password or authenticator app, and asks a person. */
  createResetLink(accountId: string, baseUrl: string): Promise<ResetLink>
  /** False when it was off. */
  resetTwoFactor(accountId: string): Promise<boolean>
  /** The account and everything that belongs to it: keys, sessions, ledger, results and their files. */
  removeAccount(accountId: string): Promise<void>
  /** `null` is the default of this server. */
  setRateLimit(keyId: string, rateLimit: number | null): Promise<ApiKey>
}

export interface OperationParts {
  readonly db: Database
  readonly storage: ObjectStore
  readonly clock: Clock
}

export function createOperations(parts: OperationParts): Operations {
  const { db, clock } = parts
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
    grantCredits: async (accountId, amount, note) => {
      const { id } = await accountWith(accountId)
      await db.ledger.grant(id, amount, note)
      return (await accountWith(id)).balance
    },
    takeCredits: async (accountId, amount, note) => {
      const { id } = await accountWith(accountId)
      if (!(await db.ledger.take(id, amount, note))) throw await tooMuch(db, id)
      return (await accountWith(id)).balance
    },
    suspendAccount: async (accountId) => {
      const { id } = await accountWith(accountId)
      await db.accounts.setSuspended(id, true)
      await db.sessions.endAllOf(id)
    },
    resumeAccount: async (accountId) => {
      const { id } = await accountWith(accountId)
      await db.accounts.setSuspended(id, false)
    },
    createResetLink: async (accountId, baseUrl) => {
      const account = await db.accounts.findById(accountId)
      if (!account) throw new AppError('not_found', 'There is no such account')
      return createResetLink(db, clock, account, baseUrl)
    },
    resetTwoFactor: async (accountId) => {
      const { id } = await accountWith(accountId)
      return db.twoFactors.remove(id)
    },
    removeAccount: async (accountId) => {
      const { id } = await accountWith(accountId)
      await removeAccount(parts, id)
    },
    setRateLimit: async (keyId, rateLimit) => {
      await db.keys.setRateLimit(keyId, rateLimit)
      const key = await db.keys.find(keyId)
      if (!key) throw new AppError('not_found', 'There is no such active key')
      return key
    },
  }
}

async function tooMuch(db: Database, accountId: string): Promise<AppError> {
  const { balance = 0, held = 0 } = (await db.accounts.findById(accountId)) ?? {}
  const isHeld = held > 0 ? `, ${held} of them held by requests under way` : ''
  const message = `At most ${balance - held} credits can be taken: the balance is ${balance}${isHeld}`
  return new AppError('conflict', message, { reason: 'too_few_credits', parameter: 'amount' })
}
