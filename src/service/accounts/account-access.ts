/**
 * What owners do with their account: sign up, sign in, change the password, delete it.
 *
 * An unknown account and a wrong password get the same answer after the same time, so that an attacker cannot find out
 * which email addresses have an account.
 */
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import type { Account, Database } from '../../db/port.js'
import type { RateLimiter } from '../../ratelimit/port.js'
import type { ObjectStore } from '../../storage/port.js'
import { createAccount, normaliseEmail, removeAccount, setEmail, setPassword } from './accounts.js'
import { suspended } from './api-keys.js'
import { countAttempt, newEmailOf, signUpFrom } from './attempts.js'
import { resetPassword } from './password-reset.js'
import type { Passwords } from './passwords.js'
import { signInByLink } from './sign-in-link.js'
import type { TwoFactorAccess } from './two-factor.js'

export type { Account }

export interface Credentials {
  readonly email: string
  readonly password: string
  /** From the authenticator app, for accounts that have one. */
  readonly code?: string | undefined
  /** The client's address. */
  readonly address: string
}

export interface AccountAccess {
  find(id: string): Promise<Account | undefined>
  signIn(credentials: Credentials): Promise<Account>
  /** With the token of a link from the server's own machine. */
  signInByLink(request: { token: string; address: string }): Promise<Account>
  signUp(credentials: Credentials): Promise<Account>
  /**
   * Before anything that cannot be undone: an unlocked screen is not enough. `parameter` is what the caller calls the
   * password.
   */
  confirmPassword(account: Account, given: { password: string; parameter: string }): Promise<void>
  /** Ends all other sessions. */
  changePassword(account: Account, password: string, exceptSessionId: string): Promise<void>
  /** With the token of a link. */
  resetPassword(request: { token: string; password: string; address: string }): Promise<void>
  /** Returns the address as stored. */
  changeEmail(account: Account, email: string): Promise<string>
  /** The account and everything that belongs to it. */
  remove(accountId: string): Promise<void>
}

export interface AccountAccessParts {
  readonly db: Database
  readonly storage: ObjectStore
  /** Where photos wait to be processed. */
  readonly uploads: ObjectStore
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
  readonly passwords: Passwords
  readonly twoFactor: Pick<TwoFactorAccess, 'admit'>
  /** Opening balance of a new account. */
  readonly freeCredits: number
}

const MAX = {
  signInsPerAddress: 20,
  signInsPerAccount: 10,
  confirmations: 10,
}

export function createAccountAccess(parts: AccountAccessParts): AccountAccess {
  const { db, clock, passwords, freeCredits, twoFactor } = parts
  return {
    find: (id) => db.accounts.findById(id),

    signIn: async ({ email, password, code, address }) => {
      const normalised = normaliseEmail(email)
      const giveBack = await countAttempt(parts, [
        { name: `sign-in from ${address}`, max: MAX.signInsPerAddress },
        { name: `sign-in of ${normalised}`, max: MAX.signInsPerAccount },
      ])
      const account = await db.accounts.findByEmail(normalised)
      const right = await passwords.matches(password, account?.passwordHash)
      if (!account || !right) {
        throw new AppError('unauthenticated', 'Email or password is wrong', { reason: 'wrong_credentials' })
      }
      await giveBack()
      if (account.suspendedAt !== null) throw suspended()
      await twoFactor.admit(account, code)
      return account
    },

    signInByLink: (request) => signInByLink(parts, request),

    // Successful ones count too, against collecting free credits and against probing which emails are taken.
    signUp: async ({ email, password, address }) => {
      await countAttempt(parts, signUpFrom(address))
      return createAccount({ accounts: db.accounts, clock, passwords }, { email, password, credits: freeCredits })
    },

    confirmPassword: async (account, { password, parameter }) => {
      if (account.passwordHash === null) {
        const message = 'This account has no password yet; set one first, under Settings'
        throw new AppError('forbidden', message, { reason: 'no_password' })
      }
      const giveBack = await countAttempt(parts, [{ name: `confirmation of ${account.id}`, max: MAX.confirmations }])
      if (!(await passwords.matches(password, account.passwordHash))) {
        throw new AppError('forbidden', 'The password is wrong', { reason: 'wrong_password', parameter })
      }
      await giveBack()
    },

    changePassword: (account, password, exceptSessionId) => setPassword(parts, account, password, exceptSessionId),

    resetPassword: (request) => resetPassword(parts, request),

    // Successful ones count too, against probing which emails are taken.
    changeEmail: async (account, email) => {
      await countAttempt(parts, [newEmailOf(account)])
      const normalised = normaliseEmail(email)
      await setEmail(db, account, normalised)
      return normalised
    },

    remove: (accountId) => removeAccount(parts, accountId),
  }
}
