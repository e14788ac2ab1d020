import type { Page, PageRequest } from './paging.js'

export interface Account {
  id: string
  email: string
  passwordHash: string | null
  balance: number
  held: number
  /** May see and change what belongs to other accounts. */
  operator: boolean
  /** Its images cost nothing and have no watermark; its balance stays as it is. */
  unlimited: boolean
  /** Images per minute of all its keys together; `null`: the operator's default applies. */
  rateLimit: number | null
  /** Since then none of its keys works, and its owner cannot sign in. */
  suspendedAt: number | null
  createdAt: number
}

/** An account as operators see it in a list. */
export interface AccountSummary {
  id: string
  email: string
  operator: boolean
  balance: number
  unlimited: boolean
  rateLimit: number | null
  suspendedAt: number | null
  createdAt: number
  /** Active keys. */
  keys: number
  /** The last use of any of its keys. */
  lastUsedAt: number | null
}

export interface Accounts {
  /** The opening balance is the first ledger entry, in the same transaction. Undefined when the email is taken. */
  create(account: {
    id: string
    email: string
    passwordHash: string | null
    credits: number
    operator?: boolean | undefined
    unlimited?: boolean | undefined
    rateLimit?: number | null | undefined
  }): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  findById(id: string): Promise<Account | undefined>
  setPassword(id: string, passwordHash: string): Promise<void>
  /** False when another account has it. */
  setEmail(id: string, email: string): Promise<boolean>
  setOperator(id: string, operator: boolean): Promise<void>
  /** What running requests hold is settled as they began. */
  setUnlimited(id: string, unlimited: boolean): Promise<void>
  /** `null` is the operator's default. */
  setRateLimit(id: string, rateLimit: number | null): Promise<void>
  /** A second suspension keeps the time of the first. */
  setSuspended(id: string, suspended: boolean): Promise<void>
  list(): Promise<Account[]>
  count(): Promise<number>
  /** Accounts whose email contains the text; an empty text finds all. */
  page(search: string, page: PageRequest): Promise<Page<AccountSummary>>
  summarise(id: string): Promise<AccountSummary | undefined>
  /**
   * With its keys, sessions, ledger, holds, usage and requests. Its addresses in the audit trail become `nameOfDeleted`.
   * Its results stay until they are removed or expire.
   */
  remove(id: string): Promise<void>
}
