/** Accounts: an email, perhaps a password, an opening balance. */
import { hash } from '@node-rs/argon2'
import type { Clock } from '../clock.js'
import type { Account, Accounts } from '../db/port.js'
import { AppError } from '../errors.js'
import { recordId } from '../random-ids.js'

const PASSWORD_MIN_LENGTH = 8

export async function createAccount(
  accounts: Accounts,
  clock: Clock,
  request: { email: string; password?: string | undefined; credits: number },
): Promise<Account> {
  const email = normaliseEmail(request.email)
  const passwordHash = request.password === undefined ? null : await hashPassword(request.password)
  const account = await accounts.create({ id: recordId('acc', clock()), email, passwordHash, credits: request.credits })
  if (!account) throw new AppError('invalid_request', `There is an account ${email} already`, { parameter: 'email' })
  return account
}

export async function requireAccount(accounts: Accounts, email: string): Promise<Account> {
  const account = await accounts.findByEmail(normaliseEmail(email))
  if (!account) throw new AppError('invalid_request', `There is no account ${email}`, { parameter: 'email' })
  return account
}

export async function setPassword(accounts: Accounts, account: Account, password: string): Promise<void> {
  await accounts.setPassword(account.id, await hashPassword(password))
}

function normaliseEmail(email: string): string {
  const trimmed = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(trimmed)) {
    throw new AppError('invalid_request', `'${email}' is not an email address`, { parameter: 'email' })
  }
  return trimmed
}

async function hashPassword(password: string): Promise<string> {
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new AppError('invalid_request', `A password needs at least ${PASSWORD_MIN_LENGTH} characters`, {
      parameter: 'password',
    })
  }
  // argon2id is the library's default.
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}
