/**
 * Who may come in. An unknown account and a wrong password are the same answer after the same time, so that nobody learns
 * which addresses have an account here.
 */
import type { Account, Accounts } from '../db/port.js'
import { AppError } from '../errors.js'
import { createAccount, normaliseEmail } from './accounts.js'
import { type AttemptParts, countAttempt } from './attempts.js'
import { isPassword } from './passwords.js'

export interface SignInParts extends AttemptParts {
  readonly accounts: Accounts
}

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Where the attempt comes from. */
  readonly address: string
}

const MOST = { signInsPerAddress: 20, signInsPerAccount: 10, signUpsPerAddress: 20, confirmations: 10 }

export async function signIn(parts: SignInParts, { email, password, address }: Credentials): Promise<Account> {
  const normalised = normaliseEmail(email)
  const giveBack = await countAttempt(parts, [
    { name: `sign-in from ${address}`, most: MOST.signInsPerAddress },
    { name: `sign-in of ${normalised}`, most: MOST.signInsPerAccount },
  ])
  const account = await parts.accounts.findByEmail(normalised)
  const right = await isPassword(password, account?.passwordHash)
  if (!account || !right) {
    throw new AppError('unauthenticated', 'Email or password is wrong', { reason: 'wrong_credentials' })
  }
  await giveBack()
  return account
}

/** Also counted when it succeeds: nobody collects free credits, or asks for many emails whether they are taken. */
export async function signUp(
  parts: SignInParts,
  { email, password, address }: Credentials,
  credits: number,
): Promise<Account> {
  await countAttempt(parts, [{ name: `sign-up from ${address}`, most: MOST.signUpsPerAddress }])
  return createAccount(parts.accounts, parts.clock, { email, password, credits })
}

/** Before what cannot be undone: an unlocked screen is not enough. */
export async function confirmPassword(
  parts: AttemptParts,
  account: Account,
  { password, parameter }: { password: string; parameter: string },
): Promise<void> {
  const giveBack = await countAttempt(parts, [{ name: `confirmation of ${account.id}`, most: MOST.confirmations }])
  if (!(await isPassword(password, account.passwordHash))) {
    throw new AppError('forbidden', 'The password is wrong', { reason: 'wrong_password', parameter })
  }
  await giveBack()
}
