/** Routes for operators only. */
import type {
  AccountDetails,
  AccountSummary,
  AuditEntry,
  CapacityReport,
  ErrorReport,
  OperatorOverview,
  SettingInForce,
} from './types.js'
import { call, query } from './web.js'

const pathOf = (id: string, what = ''): string => `/web/operator/accounts/${encodeURIComponent(id)}${what}`

export const operatorOverview = (): Promise<OperatorOverview> => call('GET', '/web/operator/overview')
export const operatorAccounts = (
  search: string,
  before?: string,
): Promise<{ accounts: AccountSummary[]; next: string | null }> =>
  call('GET', `/web/operator/accounts${query({ search, before })}`)
export const operatorAccount = (id: string): Promise<AccountDetails> => call('GET', pathOf(id))

export const createAccount = (
  email: string,
  credits: number,
  unlimited: boolean,
): Promise<{ account: AccountSummary; password: string }> =>
  call('POST', '/web/operator/accounts', { email, credits, unlimited })
export interface Booking {
  readonly amount: number
  readonly note: string
  /** The owner does not see the note. */
  readonly internal: boolean
}

export const grantCredits = (id: string, booking: Booking): Promise<{ balance: number }> =>
  call('POST', pathOf(id, '/credits'), booking)
export const takeCredits = (id: string, booking: Booking): Promise<{ balance: number }> =>
  call('POST', pathOf(id, '/correction'), booking)
export const suspendAccount = (id: string, note: string): Promise<void> =>
  call('POST', pathOf(id, '/suspend'), { note })
export const resumeAccount = (id: string): Promise<void> => call('POST', pathOf(id, '/resume'))
export const deleteAccountOf = (id: string, email: string): Promise<void> =>
  call('POST', pathOf(id, '/delete'), { email })
export const createResetLink = (id: string): Promise<{ url: string; expiresAt: number }> =>
  call('POST', pathOf(id, '/reset-link'))
export const resetTwoFactor = (id: string): Promise<{ wasOn: boolean }> => call('POST', pathOf(id, '/reset-two-factor'))
export const setUnlimited = (id: string, unlimited: boolean): Promise<void> =>
  call('PUT', pathOf(id, '/unlimited'), { unlimited })
export const limitAccount = (id: string, rateLimit: number | null): Promise<void> =>
  call('PUT', pathOf(id, '/rate-limit'), { rateLimit })
export const limitKey = (id: string, rateLimit: number | null): Promise<void> =>
  call('PUT', `/web/operator/keys/${encodeURIComponent(id)}/rate-limit`, { rateLimit })

export const listAudit = (search: string, before?: string): Promise<{ entries: AuditEntry[]; next: string | null }> =>
  call('GET', `/web/operator/audit${query({ search, before })}`)

export const operatorCapacity = (): Promise<CapacityReport> => call('GET', '/web/operator/capacity')
export const recentErrors = (): Promise<ErrorReport> => call('GET', '/web/operator/errors')
export const settingsInForce = (): Promise<{ settings: SettingInForce[] }> => call('GET', '/web/operator/settings')
