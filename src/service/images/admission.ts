/**
 * Admission, in the order of the contract: a repeated request gets its first answer; then the rate is checked, then
 * overload. All of it happens before a credit is touched. `gates.ts` lists the limits.
 */

import { AppError } from '../../base/errors.js'
import { troubleBehind } from '../../base/store-trouble.js'
import type { Database } from '../../db/port.js'
import type { Engine, Forecast, Slot, SlotRequest } from '../../engine/port.js'
import type { RateState } from '../../ratelimit/port.js'
import type { ClaimNews } from './claim-news.js'
import type { EnterDownloads } from './download-places.js'
import { answerOnce, type Claim } from './idempotency.js'
import { type ImageRateParts, type RatedKey, takeUnit } from './image-rate.js'
import type { Lease, Leases } from './leases.js'

export type { Forecast, RateState, Slot, SlotRequest }

export interface AdmissionRequest {
  readonly key: RatedKey
  /** What a slot of the engine is requested for. */
  readonly slotRequest: SlotRequest
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
  /** Told what to expect as soon as the request is admitted; never for a repeated request. */
  readonly onAdmitted: (forecast: Forecast) => void
}

export interface AdmissionParts extends ImageRateParts {
  readonly db: Pick<Database, 'idempotencyRecords'>
  readonly engine: Pick<Engine, 'admit'>
  readonly enterDownloads: EnterDownloads
  readonly leases: Pick<Leases, 'open'>
  readonly claimNews: ClaimNews
  /** Told what went wrong while tidying up; the request has its own error. */
  readonly onError: (error: unknown) => void
}

/** What admitted work may use until it is done. */
export interface Permit {
  readonly slot: Slot
  /** Covers everything that the work opens. */
  readonly lease: Lease
  /** To be settled together with the charge; undefined when the client sent no Idempotency-Key. */
  readonly claim: Claim | undefined
}

/** Does the work in a slot of the engine, or returns the first answer to the same request. */
export type Admission = <Answer>(
  request: AdmissionRequest,
  work: (permit: Permit) => Promise<Answer>,
) => Promise<{ answer: Answer; replayed: boolean }>

export function createAdmission(parts: AdmissionParts): Admission {
  const { db, leases, claimNews: news, onError } = parts
  return async (request, work) => {
    const { key, idempotencyKey, fingerprint, signal } = request
    const lease = leases.open()
    const whileWaiting = <T>(wait: () => Promise<T>): Promise<T> => withUnit(parts, request, wait)
    const once = { keyId: key.id, idempotencyKey, fingerprint, lease, signal, whileWaiting }
    try {
      return await answerOnce({ db, news, onError }, once, (claim) =>
        withinRate(parts, request, async () => {
          const slot = await takeSlot(parts, request.slotRequest)
          request.onAdmitted(slot.forecast)
          try {
            return await work({ slot, lease, claim })
          } finally {
            slot.release()
          }
        }),
      )
    } catch (error) {
      // A store that failed may have done what it was asked all the same.
      if (troubleBehind(error)) lease.expire()
      throw error
    } finally {
      lease.end()
    }
  }
}

/** Waiting takes a unit of the rate and gives it back, so that waiting requests cannot fill the server. */
async function withUnit<T>(
  parts: AdmissionParts,
  { key, onRate }: AdmissionRequest,
  wait: () => Promise<T>,
): Promise<T> {
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
  parts: AdmissionParts,
  { key, onRate }: AdmissionRequest,
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

/**
 * Where pictures have to be downloaded first, the slot comes with a place for that; it ends with the first job that has
 * them.
 */
async function takeSlot({ engine, enterDownloads }: AdmissionParts, slotRequest: SlotRequest): Promise<Slot> {
  if (!slotRequest.fetchesFirst) return engine.admit(slotRequest)
  const leaveDownloads = enterDownloads(slotRequest.account)
  const slot = await engine.admit(slotRequest).catch((error: unknown) => {
    leaveDownloads()
    throw error
  })
  return {
    forecast: slot.forecast,
    run: (job, files, signal, options) => {
      if ('input' in files) leaveDownloads()
      return slot.run(job, files, signal, options)
    },
    release: () => {
      leaveDownloads()
      slot.release()
    },
  }
}
