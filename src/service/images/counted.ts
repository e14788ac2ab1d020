/** What every request that counts goes through: a repeated one gets its first answer, any other takes a unit of the rate. */
import { AppError } from '../../base/errors.js'
import { troubleBehind } from '../../base/store-trouble.js'
import type { Database } from '../../db/port.js'
import type { RateState } from '../../ratelimit/port.js'
import type { ClaimNews } from './claim-news.js'
import { answerOnce, type Claim } from './idempotency.js'
import { type ImageRateParts, type RatedKey, takeUnit } from './image-rate.js'
import type { Lease, Leases } from './leases.js'

export interface CountedRequest {
  readonly key: RatedKey
  /** Undefined when the client sent no Idempotency-Key. */
  readonly idempotencyKey: string | undefined
  /** What makes two requests the same. */
  readonly fingerprint: string
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /**
   * Told the state of the rate as soon as it is known, even when the request is refused; never for a repeated request.
   */
  readonly onRate: (rate: RateState) => void
}

export interface CountedParts extends ImageRateParts {
  readonly db: Pick<Database, 'idempotencyRecords'>
  readonly leases: Pick<Leases, 'open'>
  readonly claimNews: ClaimNews
  /** Told what went wrong while tidying up; the request has its own error. */
  readonly onError: (error: unknown) => void
}

/** The lease covers what the work opens; the claim is to be settled with it. */
export async function answerCounted<Answer>(
  parts: CountedParts,
  request: CountedRequest,
  work: (lease: Lease, claim: Claim | undefined) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { db, leases, claimNews: news, onError } = parts
  const { key, idempotencyKey, fingerprint, signal } = request
  const lease = leases.open()
  const whileWaiting = <T>(wait: () => Promise<T>): Promise<T> => withUnit(parts, request, wait)
  const once = { keyId: key.id, idempotencyKey, fingerprint, lease, signal, whileWaiting }
  try {
    return await answerOnce({ db, news, onError }, once, (claim) =>
      withinRate(parts, request, () => work(lease, claim)),
    )
  } catch (error) {
    // A store that failed may have done what it was asked all the same.
    if (troubleBehind(error)) lease.expire()
    throw error
  } finally {
    lease.end()
  }
}

/** Waiting takes a unit of the rate and gives it back, so that waiting requests cannot fill the server. */
async function withUnit<T>(parts: CountedParts, { key, onRate }: CountedRequest, wait: () => Promise<T>): Promise<T> {
  // A repeated answer carries no rate headers.
  const onRefused: typeof onRate = (rate) => {
    if (!rate.allowed) onRate(rate)
  }
  const giveBack = await takeUnit(parts, key, onRefused)
  try {
    return await wait()
  } finally {
    await giveBack()
  }
}

/** A request refused for overload, at once or later, gets its unit of the rate back. */
async function withinRate<Answer>(
  parts: CountedParts,
  { key, onRate }: CountedRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const giveBack = await takeUnit(parts, key, onRate)
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.kind === 'busy') await giveBack()
    throw error
  }
}
