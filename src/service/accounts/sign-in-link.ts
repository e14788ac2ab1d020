/**
 * A link that signs in to an account. It is made only on the server's own machine, whose user may do everything with the
 * account anyway: so it needs neither password nor second factor.
 */
import type { Clock } from '../../base/clock.js'
import type { Account, Database } from '../../db/port.js'
import type { RateLimiter } from '../../ratelimit/port.js'
import { suspended } from './api-keys.js'
import { countAttempt, linkFrom } from './attempts.js'
import { hashOf, newToken } from './link-token.js'
import { type AccountLink, linkOver } from './password-reset.js'

const LIFE_MS = 3_600_000

/** It ends the one before it. */
export async function createSignInLink(
  db: Pick<Database, 'links'>,
  clock: Clock,
  accountId: string,
  baseUrl: string,
): Promise<AccountLink> {
  const token = newToken()
  const expiresAt = clock() + LIFE_MS
  await db.links.create({ id: hashOf(token), purpose: 'sign-in', accountId, expiresAt })
  return { url: `${baseUrl}/sign-in-link#${token}`, expiresAt }
}

export async function signInByLink(
  parts: { readonly db: Pick<Database, 'links' | 'accounts'>; readonly rateLimiter: RateLimiter },
  { token, address }: { token: string; address: string },
): Promise<Account> {
  const giveBack = await countAttempt(parts, [linkFrom(address)])
  const link = await parts.db.links.take(hashOf(token), 'sign-in')
  const account = link && (await parts.db.accounts.findById(link.accountId))
  if (!account) throw linkOver()
  await giveBack()
  if (account.suspendedAt !== null) throw suspended()
  return account
}
