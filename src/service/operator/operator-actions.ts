/** What operators do to other accounts. Each action leaves an entry in the audit trail, with its actor. */
import type { Clock } from '../../base/clock.js'
import { nameOfDeleted } from '../../base/deleted-account.js'
import { AppError } from '../../base/errors.js'
import type { AccountSummary, BookingNote, Database } from '../../db/port.js'
import type { ObjectStore } from '../../storage/port.js'
import { type AccountRequest, createAccount, removeAccount } from '../accounts/accounts.js'
import { newPassword } from '../accounts/new-password.js'
import { type AccountLink, createResetLink, LINK_LIFE_MS } from '../accounts/password-reset.js'
import type { Passwords } from '../accounts/passwords.js'
import { summaryOf } from './account-overview.js'

/** The actor. */
export interface Actor {
  /** Their name in the audit trail. */
  readonly name: string
  /** If the actor has an account. */
  readonly accountId?: string
}

export type { BookingNote }

export const COMMAND_LINE: Actor = { name: 'command line' }

export type NewAccount = Pick<AccountRequest, 'email' | 'credits' | 'unlimited'>

export interface OperatorActions {
  /** With a password that is shown only this once. */
  createAccount(request: NewAccount): Promise<{ account: AccountSummary; password: string }>
  /** Returns the new balance. */
  grantCredits(accountId: string, amount: number, note?: BookingNote): Promise<number>
  /** Returns the new balance. Refused when running requests hold too much of it. */
  takeCredits(accountId: string, amount: number, note?: BookingNote): Promise<number>
  /** Its keys are refused from now on and its sessions end; nothing is lost. */
  suspendAccount(accountId: string, note?: string): Promise<void>
  resumeAccount(accountId: string, note?: string): Promise<void>
  /** For owners who have lost their password or authenticator app and ask the operator. */
  createResetLink(accountId: string, baseUrl: string): Promise<AccountLink>
  /** False when it was off. */
  resetTwoFactor(accountId: string): Promise<boolean>
  /** The account and everything that belongs to it: keys, sessions, ledger, results and their files. */
  removeAccount(accountId: string, note?: string): Promise<void>
  /** From its next request on, its images cost nothing and have no watermark; or it pays again. */
  setUnlimited(accountId: string, unlimited: boolean): Promise<void>
  /** Of all its keys together; `null` is the default of this server. */
  limitAccount(accountId: string, rateLimit: number | null): Promise<void>
  /** `null` is the default of this server. */
  limitKey(keyId: string, rateLimit: number | null): Promise<void>
}

export interface OperatorActParts {
  readonly db: Database
  readonly storage: ObjectStore
  /** Where photos wait to be processed. */
  readonly uploads: ObjectStore
  readonly clock: Clock
  readonly passwords: Passwords
}

export const createOperatorActions =
  (parts: OperatorActParts) =>
  (actor: Actor): OperatorActions => {
    const { db, clock, passwords } = parts
    const record = (
      action: string,
      subject: string | null,
      about: { detail?: string; note?: string | undefined } = {},
    ) => db.audit.write({ actor: actor.name, action, subject, detail: about.detail ?? null, note: about.note || null })
    /** Operators cannot lock themselves out by mistake. */
    const ofSomebodyElse = async (id: string): Promise<AccountSummary> => {
      if (id !== actor.accountId) return summaryOf(db, id)
      const message = 'This is your own account: ask another operator, or use the command line'
      throw new AppError('conflict', message, { reason: 'own_account' })
    }
    return {
      createAccount: async (request) => {
        const password = newPassword()
        const { id } = await createAccount({ accounts: db.accounts, clock, passwords }, { ...request, password })
        const account = await summaryOf(db, id)
        await record('account.create', account.email, { detail: String(account.balance) })
        if (account.unlimited) await record('account.unlimited', account.email)
        return { account, password }
      },
      grantCredits: async (accountId, amount, note) => {
        const { id, email } = await summaryOf(db, accountId)
        await db.ledger.grant(id, amount, note)
        await record('credits.grant', email, { detail: String(amount), note: note?.text })
        return (await summaryOf(db, id)).balance
      },
      takeCredits: async (accountId, amount, note) => {
        const { id, email } = await summaryOf(db, accountId)
        if (!(await db.ledger.take(id, amount, note))) throw await tooMuch(db, id)
        await record('credits.take', email, { detail: String(amount), note: note?.text })
        return (await summaryOf(db, id)).balance
      },
      suspendAccount: async (accountId, note) => {
        const { id, email } = await ofSomebodyElse(accountId)
        await db.accounts.setSuspended(id, true)
        await db.sessions.endAllOf(id)
        await record('account.suspend', email, { note })
      },
      resumeAccount: async (accountId, note) => {
        const { id, email } = await summaryOf(db, accountId)
        await db.accounts.setSuspended(id, false)
        await record('account.resume', email, { note })
      },
      createResetLink: async (accountId, baseUrl) => {
        const { id, email } = await summaryOf(db, accountId)
        const link = await createResetLink(db, clock, id, { baseUrl, lifeMs: LINK_LIFE_MS.handedOver })
        await record('account.reset-link', email)
        return link
      },
      resetTwoFactor: async (accountId) => {
        const { id, email } = await summaryOf(db, accountId)
        const wasOn = await db.twoFactors.remove(id)
        if (wasOn) await record('account.reset-two-factor', email)
        return wasOn
      },
      removeAccount: async (accountId, note) => {
        const { id } = await ofSomebodyElse(accountId)
        await removeAccount(parts, id)
        await record('account.delete', nameOfDeleted(id), { note })
      },
      setUnlimited: async (accountId, unlimited) => {
        const { id, email } = await summaryOf(db, accountId)
        await db.accounts.setUnlimited(id, unlimited)
        await record(unlimited ? 'account.unlimited' : 'account.no-unlimited', email)
      },
      limitAccount: async (accountId, rateLimit) => {
        const { id, email } = await summaryOf(db, accountId)
        await db.accounts.setRateLimit(id, rateLimit)
        await record('account.limit', email, { detail: String(rateLimit ?? 'default') })
      },
      limitKey: async (keyId, rateLimit) => {
        await db.keys.setRateLimit(keyId, rateLimit)
        const key = await db.keys.find(keyId)
        if (!key) throw new AppError('not_found', 'There is no such active key')
        const { email } = await summaryOf(db, key.accountId)
        await record('key.limit', email, { detail: `${key.name}: ${rateLimit ?? 'default'}` })
      },
    }
  }

async function tooMuch(db: Database, accountId: string): Promise<AppError> {
  const { balance = 0, held = 0 } = (await db.accounts.findById(accountId)) ?? {}
  const isHeld = held > 0 ? `, ${held} of them held by requests under way` : ''
  const message = `At most ${balance - held} credits can be taken: the balance is ${balance}${isHeld}`
  return new AppError('conflict', message, { reason: 'too_few_credits', parameter: 'amount' })
}
