/**
 * Who gets work done, in the order of the contract: a repeated request gets its first answer; then the rate is checked,
 * then overload. All three are decided before a credit is touched.
 */
import type { Database } from '../db/port.js'
import type { Engine, Slot, SlotRequest } from '../engine/port.js'
import { AppError } from '../errors.js'
import type { RateState } from '../ratelimit/port.js'
import type { EnterDownloads } from './download-places.js'
import { answerOnce } from './idempotency.js'
import { type ImageRateParts, type RatedKey, takeUnit } from './image-rate.js'

export type { RateState, Slot, SlotRequest }

export interface AdmissionRequest {
  readonly key: RatedKey
  /** What a slot of the engine is wanted for. */
  readonly slotRequest: SlotRequest
  /** Undefined when the client sent no Idempotency-Key. */
  readonly idempotencyKey: string | undefined
  /** What makes two requests the same. */
  readonly fingerprint: string
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** Told the state of the rate as soon as it is known, also when the request is refused; never for a repeated request. */
  readonly onRate: (rate: RateState) => void
}

export interface AdmissionParts extends ImageRateParts {
  readonly db: Pick<Database, 'idempotencyRecords'>
  readonly engine: Pick<Engine, 'admit'>
  readonly enterDownloads: EnterDownloads
  /** Longest time a request can take, all its waiting included. */
  readonly requestLifeMs: number
}

/** Does the work in a slot of the engine, or returns the answer to the same request before. */
export type Admission = <Answer>(
  request: AdmissionRequest,
  work: (slot: Slot) => Promise<Answer>,
) => Promise<{ answer: Answer; replayed: boolean }>

export function createAdmission(parts: AdmissionParts): Admission {
  const { db, requestLifeMs } = parts
  return (request, work) => {
    const { key, idempotencyKey, fingerprint, signal } = request
    const once = { keyId: key.id, idempotencyKey, fingerprint, claimLifeMs: requestLifeMs, signal }
    return answerOnce(db.idempotencyRecords, once, () =>
      withinRate(parts, request, async () => {
        const slot = await takeSlot(parts, request.slotRequest)
        try {
          return await work(slot)
        } finally {
          slot.release()
        }
      }),
    )
  }
}

/** A request refused for overload, at once or later on, gets its unit of the rate back. */
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

/** Where pictures have to be downloaded first, the slot comes with a place for that, which is left with the first job. */
async function takeSlot({ engine, enterDownloads }: AdmissionParts, slotRequest: SlotRequest): Promise<Slot> {
  if (!slotRequest.fetchesFirst) return engine.admit(slotRequest)
  const leaveDownloads = enterDownloads(slotRequest.account)
  const slot = await engine.admit(slotRequest).catch((error: unknown) => {
    leaveDownloads()
    throw error
  })
  return {
    run: (...job) => {
      leaveDownloads()
      return slot.run(...job)
    },
    release: () => {
      leaveDownloads()
      slot.release()
    },
  }
}
