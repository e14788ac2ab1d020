/** A link with which an account gets a new password: for a while, once, and only its hash is kept. */
import type { Clock } from '../clock.js'
import type { Database } from '../db/port.js'
import { AppError } from '../errors.js'
import type { RateLimiter } from '../ratelimit/port.js'
import { setPassword } from './accounts.js'
import { countAttempt } from './attempts.js'
import { hashOf, newToken } from './link-token.js'
import { refuseUnfit } from './passwords.js'

/** Whoever hands a link over may not meet its owner at once; whoever asked for a mail waits for it. */
export const LINK_LIFE_MS = { handedOver: 24 * 3_600_000, mailed: 3_600_000 }
const MAX_PER_ADDRESS = 20

export interface ResetLink {
  readonly url: string
  readonly expiresAt: number
}

/** After the `#`, which browsers send to nobody: neither logs nor other sites see it. */
export async function createResetLink(
  db: Pick<Database, 'passwordLinks'>,
  clock: Clock,
  accountId: string,
  { baseUrl, lifeMs }: { baseUrl: string; lifeMs: number },
): Promise<ResetLink> {
  const token = newToken()
  const expiresAt = clock() + lifeMs
  await db.passwordLinks.create({ id: hashOf(token), accountId, expiresAt })
  return { url: `${baseUrl}/reset-password#${token}`, expiresAt }
}

export interface PasswordResetParts {
  readonly db: Pick<Database, 'passwordLinks' | 'emailLinks' | 'accounts' | 'sessions'>
  readonly rateLimiter: RateLimiter
}

/** Everybody is signed out, whoever they are. A second factor stays: the link alone opens no account that has one. */
export async function resetPassword(
  parts: PasswordResetParts,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const giveBack = await countAttempt(parts, [{ name: `reset from ${address}`, max: MAX_PER_ADDRESS }])
  refuseUnfit(password) // before the link is used up
  const link = await parts.db.passwordLinks.take(hashOf(token))
  const account = link && (await parts.db.accounts.findById(link.accountId))
  if (!account) throw linkOver()
  await giveBack()
  await setPassword(parts.db, account, password)
}

export const linkOver = (): AppError =>
  new AppError('not_found', 'This link is over: it works once, and not for ever. Ask for a new one', {
    reason: 'link_over',
  })
