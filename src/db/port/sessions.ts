export interface Session {
  /** The SHA-256 of the token that the browser keeps. */
  id: string
  accountId: string
  csrf: string
  /** The browser and system, by their common names; `null`: unknown. */
  browser: string | null
  system: string | null
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

export interface NewSession extends Pick<Session, 'id' | 'accountId' | 'csrf' | 'expiresAt'> {
  browser?: string | null | undefined
  system?: string | null | undefined
}

/** Sessions of signed-in users. A session's keys end with it, in the same transaction. */
export interface Sessions {
  create(session: NewSession): Promise<Session>
  /** Not expired. */
  find(id: string): Promise<Session | undefined>
  /** Not expired; the one used last comes first. */
  listOf(accountId: string): Promise<Session[]>
  /** Notes that its owner was just seen. */
  prolong(id: string, expiresAt: number): Promise<void>
  end(id: string): Promise<void>
  /** Ends all sessions of an account, or all but one. */
  endAllOf(accountId: string, exceptId?: string): Promise<void>
  /** At most so many; returns how many there were. */
  endExpired(before: number, limit: number): Promise<number>
}
