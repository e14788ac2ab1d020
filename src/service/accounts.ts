/** Accounts: an email, perhaps a password, an opening balance. */
import type { Clock } from '../clock.js'
import type { Account, Accounts, Database } from '../db/port.js'
import { canonicalEmail } from '../email-address.js'
import { AppError } from '../errors.js'
import { recordId } from '../random-ids.js'
import type { ObjectStore } from '../storage/port.js'
import { hashPassword } from './passwords.js'
import { removeResultsOf } from './remove-results.js'

export async function createAccount(
  accounts: Accounts,
  clock: Clock,
  request: { email: string; password?: string | undefined; credits: number; operator?: boolean },
): Promise<Account> {
  const email = normaliseEmail(request.email)
  const passwordHash = request.password === undefined ? null : await hashPassword(request.password)
  const { credits, operator } = request
  const account = await accounts.create({ id: recordId('acc', clock()), email, passwordHash, credits, operator })
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
  // The trail knows accounts by their addresses: this is where one goes over into the other.
  await db.audit.write({
    actor: account.email,
    action: 'account.email',
    subject: account.email,
    detail: email,
    note: null,
  })
}

/** Signs out whoever used the old password, except perhaps one session, and ends links to a new one or a new address. */
export async function setPassword(
  db: Pick<Database, 'accounts' | 'sessions' | 'passwordLinks' | 'emailLinks'>,
  account: Account,
  password: string,
  exceptSessionId?: string,
): Promise<void> {
  await db.accounts.setPassword(account.id, await hashPassword(password))
  await db.sessions.endAllOf(account.id, exceptSessionId)
  await db.passwordLinks.endAllOf(account.id)
  await db.emailLinks.endAllOf(account.id)
}

/**
 * With everything that belongs to it. The row goes first: from then on none of its keys and sessions work, and no running
 * request can still charge or publish anything.
 */
export async function removeAccount(
  parts: { readonly db: Pick<Database, 'accounts' | 'results'>; readonly storage: ObjectStore },
  accountId: string,
): Promise<void> {
  await parts.db.accounts.remove(accountId)
  await removeResultsOf(parts, accountId)
}

export function normaliseEmail(email: string): string {
  const address = canonicalEmail(email)
  if (address !== undefined) return address
  const message = `'${email}' is not an email address: it needs the form ann@example.com, without a name or brackets`
  throw new AppError('invalid_request', message, { parameter: 'email' })
}
