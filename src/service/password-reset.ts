/** A link with which an account gets a new password: for a day, once, and only its hash is kept. */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../clock.js'
import type { Database } from '../db/port.js'
import { AppError } from '../errors.js'
import type { RateLimiter } from '../ratelimit/port.js'
import { setPassword } from './accounts.js'
import { countAttempt } from './attempts.js'
import { refuseUnfit } from './passwords.js'

const LIFE_MS = 24 * 3_600_000
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
  baseUrl: string,
): Promise<ResetLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = clock() + LIFE_MS
  await db.passwordLinks.create({ id: hashOf(token), accountId, expiresAt })
  return { url: `${baseUrl}/reset-password#${token}`, expiresAt }
}

export interface PasswordResetParts {
  readonly db: Pick<Database, 'passwordLinks' | 'accounts' | 'sessions'>
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
  if (!account) {
    throw new AppError('not_found', 'This link is over: it works once, for a day. Ask for a new one', {
      reason: 'link_over',
    })
  }
  await giveBack()
  await setPassword(parts.db, account, password)
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
