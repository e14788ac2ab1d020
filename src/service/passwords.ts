/**
 * Passwords: argon2id, 19 MB and some tens of milliseconds each. Only a few at once: a flood of wrong passwords must not
 * take the memory and the threads that everything else needs.
 */
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.js'
import { createTurnstile } from './turnstile.js'

const LENGTH = { min: 8, max: 200 }
// argon2id is the library's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The hash of a random password that nobody knows. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$/N9JWpodzgfcm7sVV1k4dg$2HBfQcvkjZTUSNcAO2MujEAGi1oOyPxBkcGebRmo4Sg'

const turnstile = createTurnstile({ atOnce: 2, maxWaiting: 100 })

/** Too short, or longer than anybody types. */
export function refuseUnfit(password: string): void {
  const wrong =
    password.length < LENGTH.min
      ? `A password needs at least ${LENGTH.min} characters`
      : password.length > LENGTH.max && `A password may have at most ${LENGTH.max} characters`
  if (wrong) throw new AppError('invalid_request', wrong, { parameter: 'password' })
}

export async function hashPassword(password: string): Promise<string> {
  refuseUnfit(password)
  return turnstile(() => hash(password, COST))
}

/** Without a hash (no such account, or no password set) the check takes the same time and fails. */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  if (password.length > LENGTH.max) return false
  return (await turnstile(() => verify(passwordHash ?? NOBODY, password))) && Boolean(passwordHash)
}
