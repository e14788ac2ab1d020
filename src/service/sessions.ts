/**
 * Sessions of the account page. The browser keeps a random token, the database only its SHA-256. Each session has a key of
 * its own for the playground, which ends with it.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../clock.js'
import type { Database, Session } from '../db/port.js'
import { createApiKey } from './api-keys.js'

const HOUR_MS = 3_600_000
export const SESSION_LIFE_MS = { idle: 7 * 24 * HOUR_MS, most: 30 * 24 * HOUR_MS }
/** A session is prolonged by use, but not written to by every request. */
const SEEN_EVERY_MS = HOUR_MS
const PLAYGROUND_KEY_NAME = 'Playground'

const newToken = (): string => randomBytes(32).toString('base64url')
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface SessionParts {
  readonly db: Database
  readonly clock: Clock
}

export async function startSession(
  { db, clock }: SessionParts,
  accountId: string,
): Promise<{ token: string; session: Session }> {
  const token = newToken()
  const expiresAt = clock() + SESSION_LIFE_MS.idle
  const session = await db.sessions.create({ id: hashOf(token), accountId, csrf: newToken(), expiresAt })
  return { token, session }
}

export async function findSession({ db, clock }: SessionParts, token: string): Promise<Session | undefined> {
  const session = await db.sessions.find(hashOf(token))
  if (!session) return undefined
  const now = clock()
  if (now - session.lastSeenAt < SEEN_EVERY_MS) return session
  const expiresAt = Math.min(now + SESSION_LIFE_MS.idle, session.createdAt + SESSION_LIFE_MS.most)
  await db.sessions.prolong(session.id, expiresAt)
  return { ...session, lastSeenAt: now, expiresAt }
}

export async function newPlaygroundKey({ db, clock }: SessionParts, session: Session): Promise<string> {
  await db.keys.endOfSession(session.id)
  const { accountId, id: sessionId } = session
  return (await createApiKey(db.keys, clock, { accountId, name: PLAYGROUND_KEY_NAME, sessionId })).key
}
