/**
 * What a running request has open (its hold, its claim on an Idempotency-Key, its announced result) belongs to a lease.
 * The node renews the leases of running requests. It expires those of requests that could not tidy up, because a store
 * failed, as soon as the database can be reached; those of dead nodes run out by themselves. The sweep undoes what they
 * covered.
 */
import type { Clock } from '../../base/clock.js'
import type { Database, LeaseTerm } from '../../db/port.js'

export const LEASE_MS = 60_000
const RENEWAL_MS = 10_000
/** Clients are told to come back in 5 s. */
const EXPIRE_AGAIN_MS = 1000
const BATCH = 500

export interface Lease {
  readonly owner: string
  /** For what is opened now. */
  term(): LeaseTerm
  /** The request has ended, successfully or not. */
  end(): void
  /** The request has ended, but something that the lease covers may still be open. */
  expire(): void
}

export interface LeasesParts {
  readonly db: Pick<Database, 'leases' | 'ledger'>
  /** The name of this node, the same after a restart. */
  readonly node: string
  readonly clock: Clock
  /** Longest time a request can take: one that takes longer hangs, and is not renewed. */
  readonly requestLifeMs: number
  readonly onError: (error: unknown) => void
}

export interface Leases {
  open(): Lease
  /** Expires what an earlier run of this node left open. */
  endEarlierLife(): Promise<void>
  renew(): Promise<void>
  /** Tells the database which leases have expired, until it has heard. */
  tellExpired(): Promise<void>
  start(): void
  stop(): void
}

export function createLeases({ db, node, clock, requestLifeMs, onError }: LeasesParts): Leases {
  /** Owners of running requests, and since when. */
  const running = new Map<string, number>()
  /** Owners whose leases have expired, as the database has yet to hear, and since when. */
  const expired = new Map<string, number>()
  let opened = 0
  let timer: NodeJS.Timeout | undefined
  let tellAgain: NodeJS.Timeout | undefined

  const renew = async (): Promise<void> => {
    const now = clock()
    for (const [owner, since] of running) if (now - since > requestLifeMs) running.delete(owner)
    await db.leases.renew([...running.keys()], now + LEASE_MS)
  }

  const tellExpired = async (): Promise<void> => {
    clearTimeout(tellAgain)
    tellAgain = undefined
    try {
      while (expired.size > 0) {
        const owners = [...expired.keys()].slice(0, BATCH)
        await db.leases.expire(owners)
        for (const owner of owners) expired.delete(owner)
        await db.ledger.releaseExpired(clock(), BATCH) // a client that retries at once needs the credit
      }
    } catch (error) {
      onError(error)
      for (const [owner, since] of expired) if (clock() - since > LEASE_MS) expired.delete(owner) // expired by itself
      tellSoon()
    }
  }
  const tellSoon = (): void => {
    tellAgain ??= setTimeout(() => void tellExpired(), EXPIRE_AGAIN_MS).unref()
  }

  return {
    open: () => {
      const owner = `${node}/${++opened}-${clock()}`
      running.set(owner, clock())
      return {
        owner,
        term: () => ({ owner, expiresAt: clock() + LEASE_MS }),
        end: () => void running.delete(owner),
        expire: () => {
          running.delete(owner)
          expired.set(owner, clock())
          tellSoon()
        },
      }
    },
    endEarlierLife: () => db.leases.endAllOf(node),
    renew,
    tellExpired,
    start: () => {
      timer = setInterval(() => void renew().catch(onError), RENEWAL_MS)
      timer.unref()
    },
    stop: () => {
      clearInterval(timer)
      clearTimeout(tellAgain)
    },
  }
}
