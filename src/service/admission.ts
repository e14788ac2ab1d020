/**
 * Who gets work done, in the order of the contract: a repeated request gets its first answer; then the rate is checked,
 * then overload. All three are decided before a credit is touched.
 */
import type { Clock } from '../clock.js'
import type { ApiKey, Database } from '../db/port.js'
import type { Engine, Slot } from '../engine/port.js'
import { AppError } from '../errors.js'
import type { RateLimiter, RateState } from '../ratelimit/port.js'
import type { ClaimNews } from './claim-news.js'
import { answerOnce, type Claim } from './idempotency.js'
import type { Lease, Leases } from './leases.js'

export type { RateState, Slot }

export interface AdmissionRequest {
  readonly key: Pick<ApiKey, 'id' | 'rateLimit'>
  /** Undefined when the client sent no Idempotency-Key. */
  readonly idempotencyKey: string | undefined
  /** What makes two requests the same. */
  readonly fingerprint: string
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** Told the state of the rate as soon as it is known, also when the request is refused; never for a repeated request. */
  readonly onRate: (rate: RateState) => void
}

export interface AdmissionParts {
  readonly db: Pick<Database, 'idempotencyRecords'>
  readonly rateLimiter: RateLimiter
  readonly engine: Pick<Engine, 'admit'>
  readonly clock: Clock
  /** Images per minute of keys without a limit of their own. */
  readonly rateLimitPerMinute: number
  readonly leases: Pick<Leases, 'open'>
  readonly claimNews: ClaimNews
  /** Told what went wrong while tidying up; the request has its own error. */
  readonly onError: (error: unknown) => void
}

/** What admitted work may use until it is done. */
export interface Permit {
  readonly slot: Slot
  /** Covers whatever the work opens. */
  readonly lease: Lease
  /** To be settled together with the charge; undefined when the client sent no Idempotency-Key. */
  readonly claim: Claim | undefined
}

/** Does the work in a slot of the engine, or returns the answer to the same request before. */
export type Admission = <Answer>(
  request: AdmissionRequest,
  work: (permit: Permit) => Promise<Answer>,
) => Promise<{ answer: Answer; replayed: boolean }>

export function createAdmission(parts: AdmissionParts): Admission {
  const { db, leases, claimNews: news, onError } = parts
  return async ({ key, idempotencyKey, fingerprint, signal, onRate }, work) => {
    const lease = leases.open()
    const whileWaiting = <T>(wait: () => Promise<T>): Promise<T> => withUnit(parts, key, onRate, wait)
    const once = { keyId: key.id, idempotencyKey, fingerprint, lease, signal, whileWaiting }
    try {
      return await answerOnce({ db, news, onError }, once, async (claim) => {
        const slot = await takeSlot(parts, key, onRate)
        try {
          return await work({ slot, lease, claim })
        } finally {
          slot.release()
        }
      })
    } finally {
      lease.end()
    }
  }
}

/** Waiting takes a unit of the rate and gives it back: nobody fills the server with requests that wait. */
async function withUnit<T>(
  parts: AdmissionParts,
  key: AdmissionRequest['key'],
  onRefused: AdmissionRequest['onRate'],
  wait: () => Promise<T>,
): Promise<T> {
  const rate = await takeUnit(parts, key, onRefused)
  try {
    return await wait()
  } finally {
    await parts.rateLimiter.giveBack(key.id, rate)
  }
}

/** A request refused for overload gets its unit of the rate back. */
async function takeSlot(
  parts: AdmissionParts,
  key: AdmissionRequest['key'],
  onRate: AdmissionRequest['onRate'],
): Promise<Slot> {
  const rate = await takeUnit(parts, key, onRate)
  onRate(rate)
  try {
    return parts.engine.admit()
  } catch (error) {
    onRate(await parts.rateLimiter.giveBack(key.id, rate))
    throw error
  }
}

async function takeUnit(
  { rateLimiter, clock, rateLimitPerMinute }: AdmissionParts,
  key: AdmissionRequest['key'],
  onRefused: AdmissionRequest['onRate'],
): Promise<RateState> {
  const rate = await rateLimiter.take(key.id, key.rateLimit ?? rateLimitPerMinute)
  if (rate.allowed) return rate
  onRefused(rate)
  const retryAfterSeconds = Math.max(1, rate.resetSeconds - Math.floor(clock() / 1000))
  const message = `${rate.limit} images per minute; retry in ${retryAfterSeconds} seconds`
  throw new AppError('throttled', message, { retryAfterSeconds })
}
