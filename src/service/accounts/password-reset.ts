/** A link to a new password for an account: it expires, works once, and only its hash is kept. */
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import type { Database } from '../../db/port.js'
import type { RateLimiter } from '../../ratelimit/port.js'
import { setPassword } from './accounts.js'
import { countAttempt } from './attempts.js'
import { hashOf, newToken } from './link-token.js'
import { type Passwords, refuseUnfit } from './passwords.js'

/** An operator may not reach the owner at once; an owner who asked for a mail is waiting for it. */
export const LINK_LIFE_MS = { handedOver: 24 * 3_600_000, mailed: 3_600_000 }
const MAX_PER_ADDRESS = 20

export interface AccountLink {
  readonly url: string
  readonly expiresAt: number
}

/** The token comes after the `#`, which browsers do not send: neither logs nor other sites see it. */
export async function createResetLink(
  db: Pick<Database, 'links'>,
  clock: Clock,
  accountId: string,
  { baseUrl, lifeMs }: { baseUrl: string; lifeMs: number },
): Promise<AccountLink> {
  const token = newToken()
  const expiresAt = clock() + lifeMs
  await db.links.create({ id: hashOf(token), purpose: 'new-password', accountId, expiresAt })
  return { url: `${baseUrl}/reset-password#${token}`, expiresAt }
}

export interface PasswordResetParts {
  readonly db: Pick<Database, 'links' | 'accounts' | 'sessions'>
  readonly passwords: Passwords
  readonly rateLimiter: RateLimiter
}

/**
 * Ends all sessions of the account. A second factor stays in force: the link alone does not open an account that has
 * one.
 */
export async function resetPassword(
  parts: PasswordResetParts,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const giveBack = await countAttempt(parts, [{ name: `reset from ${address}`, max: MAX_PER_ADDRESS }])
  refuseUnfit(password) // before the link is used up
  const link = await parts.db.links.take(hashOf(token), 'new-password')
  const account = link && (await parts.db.accounts.findById(link.accountId))
  if (!account) throw linkOver()
  await giveBack()
  await setPassword(parts, account, password)
}

export const linkOver = (): AppError =>
  new AppError('not_found', 'This link has expired or was already used. Ask for a new one', {
    reason: 'link_over',
  })
