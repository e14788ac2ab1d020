/**
 * Sessions of the account page. The browser keeps a random token, the database only its SHA-256. Each session has a key of
 * its own for the playground, which ends with it.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import type { Database, Session } from '../../db/port.js'
import { createApiKey } from './api-keys.js'

export type { Session }

const HOUR_MS = 3_600_000
export const SESSION_LIFE_MS = { idle: 7 * 24 * HOUR_MS, max: 30 * 24 * HOUR_MS }
/** Using a session prolongs it, but not every request writes to the database. */
const SEEN_EVERY_MS = HOUR_MS
const PLAYGROUND_KEY_NAME = 'Playground'

/** Browser and system, by their common names. */
export type RunsIn = Pick<Session, 'browser' | 'system'>

export interface Sessions {
  start(accountId: string, runsIn: RunsIn): Promise<{ token: string; session: Session }>
  find(token: string): Promise<Session | undefined>
  /** The sessions of an account; the one used last comes first. */
  list(accountId: string): Promise<Session[]>
  end(id: string): Promise<void>
  /** If it belongs to the account. */
  endOwn(accountId: string, id: string): Promise<void>
  endAllOf(accountId: string, exceptId?: string): Promise<void>
  /** A new key that ends with the session; the previous one ends now. */
  newPlaygroundKey(session: Session): Promise<string>
  /** The secret that cookies are signed with: generated once, the same on every node. */
  cookieSecret(): Promise<string>
}

export interface SessionParts {
  readonly db: Pick<Database, 'sessions' | 'keys' | 'secrets'>
  readonly clock: Clock
}

const newToken = (): string => randomBytes(32).toString('base64url')
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export function createSessions({ db, clock }: SessionParts): Sessions {
  return {
    start: async (accountId, runsIn) => {
      const token = newToken()
      const expiresAt = clock() + SESSION_LIFE_MS.idle
      const facts = { id: hashOf(token), accountId, csrf: newToken(), expiresAt, ...runsIn }
      const session = await db.sessions.create(facts)
      return { token, session }
    },
    find: async (token) => {
      const session = await db.sessions.find(hashOf(token))
      if (!session) return undefined
      const now = clock()
      if (now - session.lastSeenAt < SEEN_EVERY_MS) return session
      const expiresAt = Math.min(now + SESSION_LIFE_MS.idle, session.createdAt + SESSION_LIFE_MS.max)
      await db.sessions.prolong(session.id, expiresAt)
      return { ...session, lastSeenAt: now, expiresAt }
    },
    end: (id) => db.sessions.end(id),
    list: (accountId) => db.sessions.listOf(accountId),
    endOwn: async (accountId, id) => {
      const session = await db.sessions.find(id)
      if (session?.accountId !== accountId) throw new AppError('not_found', 'You have no such session')
      await db.sessions.end(id)
    },
    endAllOf: (accountId, exceptId) => db.sessions.endAllOf(accountId, exceptId),
    newPlaygroundKey: async ({ accountId, id: sessionId }) => {
      await db.keys.endOfSession(sessionId)
      return (await createApiKey(db.keys, clock, { accountId, name: PLAYGROUND_KEY_NAME, sessionId })).key
    },
    cookieSecret: () => db.secrets.keep('cookies', newToken()),
  }
}
