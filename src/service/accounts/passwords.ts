/**
 * Passwords: argon2id, 19 MB and some tens of milliseconds each. Only a few at once: a flood of wrong passwords must not
 * take the memory and the threads that everything else needs.
 */
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../base/errors.js'
import { createTurnstile } from '../../base/turnstile.js'

const LENGTH = { min: 8, max: 200 }

export interface PasswordHash {
  hash(password: string): Promise<string>
  verify(passwordHash: string, password: string): Promise<boolean>
}

/** The library's default, at the cost that OWASP asks for. */
export const argon2id = (cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }): PasswordHash => ({
  hash: (password) => hash(password, cost),
  verify,
})

export interface Passwords {
  hash(password: string): Promise<string>
  /** Without a hash (no such account, or no password set) the check takes the same time and fails. */
  matches(password: string, passwordHash: string | null | undefined): Promise<boolean>
}

export function createPasswords(argon2 = argon2id()): Passwords {
  const turnstile = createTurnstile({ atOnce: 2, maxWaiting: 100 })
  return {
    hash: async (password) => {
      refuseUnfit(password)
      return turnstile(() => argon2.hash(password))
    },
    matches: async (password, passwordHash) => {
      if (password.length > LENGTH.max) return false
      if (passwordHash) return turnstile(() => argon2.verify(passwordHash, password))
      await turnstile(() => argon2.hash(password))
      return false
    },
  }
}

/** Too short, or longer than anyone would type. */
export function refuseUnfit(password: string): void {
  const wrong =
    password.length < LENGTH.min
      ? `A password needs at least ${LENGTH.min} characters`
      : password.length > LENGTH.max && `A password may have at most ${LENGTH.max} characters`
  if (wrong) throw new AppError('invalid_request', wrong, { parameter: 'password' })
}
