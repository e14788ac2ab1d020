/** Accounts: an email, perhaps a password, an opening balance. */
import type { Clock } from '../../base/clock.js'
import { canonicalEmail } from '../../base/email-address.js'
import { AppError } from '../../base/errors.js'
import { recordId } from '../../base/random-ids.js'
import type { Account, Accounts, Database } from '../../db/port.js'
import type { ObjectStore } from '../../storage/port.js'
import { deleteInputs } from '../images/job-inputs.js'
import { removeResultsOf } from '../images/remove-results.js'
import type { Passwords } from './passwords.js'

export interface AccountMaker {
  readonly accounts: Accounts
  readonly clock: Clock
  readonly passwords: Passwords
}

export interface AccountRequest {
  readonly email: string
  readonly password?: string | undefined
  readonly credits: number
  readonly operator?: boolean
  readonly unlimited?: boolean | undefined
  readonly rateLimit?: number | undefined
}

export async function createAccount(
  { accounts, clock, passwords }: AccountMaker,
  request: AccountRequest,
): Promise<Account> {
  const { email: given, password, ...terms } = request
  const email = normaliseEmail(given)
  const passwordHash = password === undefined ? null : await passwords.hash(password)
  const account = await accounts.create({ id: recordId('acc', clock()), email, passwordHash, ...terms })
  if (!account) throw emailTaken(email)
  return account
}

export const emailTaken = (email: string): AppError =>
  new AppError('conflict', `There is already an account ${email}`, { parameter: 'email', reason: 'email_taken' })

export async function requireAccount(accounts: Accounts, email: string): Promise<Account> {
  const account = await accounts.findByEmail(normaliseEmail(email))
  if (!account) throw new AppError('invalid_request', `There is no account ${email}`, { parameter: 'email' })
  return account
}

/** The address to sign in with from now on. */
export async function setEmail(
  db: Pick<Database, 'accounts' | 'audit'>,
  account: Account,
  email: string,
): Promise<void> {
  if (!(await db.accounts.setEmail(account.id, email))) throw emailTaken(email)
  // The trail names accounts by their addresses: this entry connects the two.
  await db.audit.write({
    actor: account.email,
    action: 'account.email',
    subject: account.email,
    detail: email,
    note: null,
  })
}

/** Ends all sessions, or all but one, and all links of the account. */
export async function setPassword(
  parts: {
    readonly db: Pick<Database, 'accounts' | 'sessions' | 'links'>
    readonly passwords: Passwords
  },
  account: Account,
  password: string,
  exceptSessionId?: string,
): Promise<void> {
  const { db, passwords } = parts
  await db.accounts.setPassword(account.id, await passwords.hash(password))
  await db.sessions.endAllOf(account.id, exceptSessionId)
  await db.links.endAllOf(account.id)
}

/**
 * With everything that belongs to it. The row goes first: from then on none of its keys and sessions work, and no running
 * request can still charge or publish anything.
 */
export async function removeAccount(
  parts: {
    readonly db: Pick<Database, 'accounts' | 'results' | 'jobs'>
    readonly storage: ObjectStore
    readonly uploads: ObjectStore
  },
  accountId: string,
): Promise<void> {
  const inputs = await parts.db.jobs.inputsOf(accountId) // their rows go with the account's
  await parts.db.accounts.remove(accountId)
  await removeResultsOf(parts, accountId)
  await deleteInputs(parts.uploads, inputs)
}

export function normaliseEmail(email: string): string {
  const address = canonicalEmail(email)
  if (address !== undefined) return address
  const message = `'${email}' is not an email address: it needs the form ann@example.com, without a name or brackets`
  throw new AppError('invalid_request', message, { parameter: 'email' })
}
