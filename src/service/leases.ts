/**
 * What a running request has open (its hold, its claim on an Idempotency-Key, its announced result) belongs to a lease.
 * The node renews the leases of requests that still run; those of dead nodes, and of requests that could not tidy up
 * after themselves, run out by themselves, and the sweep undoes what they covered.
 */
import type { Clock } from '../clock.js'
import type { Database, LeaseTerm } from '../db/port.js'

export const LEASE_MS = 60_000
const RENEWAL_MS = 10_000

export interface Lease {
  readonly owner: string
  /** For what is opened now. */
  term(): LeaseTerm
  /** The request is over, well or not. */
  end(): void
}

export interface LeasesParts {
  readonly db: Pick<Database, 'leases'>
  /** The name of this node, the same after a restart. */
  readonly node: string
  readonly clock: Clock
  /** Longest time a request can take: what takes longer hangs, and is not renewed. */
  readonly requestLifeMs: number
  readonly onError: (error: unknown) => void
}

export interface Leases {
  open(): Lease
  /** What an earlier life of this node left open is over. */
  endEarlierLife(): Promise<void>
  renew(): Promise<void>
  start(): void
  stop(): void
}

export function createLeases({ db, node, clock, requestLifeMs, onError }: LeasesParts): Leases {
  /** Owners of running requests, and since when. */
  const running = new Map<string, number>()
  let opened = 0
  let timer: NodeJS.Timeout | undefined

  const renew = async (): Promise<void> => {
    const now = clock()
    for (const [owner, since] of running) if (now - since > requestLifeMs) running.delete(owner)
    await db.leases.renew([...running.keys()], now + LEASE_MS)
  }

  return {
    open: () => {
      const owner = `${node}/${++opened}-${clock()}`
      running.set(owner, clock())
      return {
        owner,
        term: () => ({ owner, expiresAt: clock() + LEASE_MS }),
        end: () => void running.delete(owner),
      }
    },
    endEarlierLife: () => db.leases.endAllOf(node),
    renew,
    start: () => {
      timer = setInterval(() => void renew().catch(onError), RENEWAL_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
