/**
 * Who gets work done, in the order of the contract: a repeated request gets its first answer; then the rate is checked,
 * then overload. All three are decided before a credit is touched.
 */
import type { Database } from '../db/port.js'
import type { Engine, Slot } from '../engine/port.js'
import type { RateState } from '../ratelimit/port.js'
import { answerOnce } from './idempotency.js'
import { type ImageRateParts, type RatedKey, takeUnit } from './image-rate.js'

export type { RateState, Slot }

export interface AdmissionRequest {
  readonly key: RatedKey
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
  return ({ key, idempotencyKey, fingerprint, signal, onRate }, work) => {
    const once = { keyId: key.id, idempotencyKey, fingerprint, claimLifeMs: requestLifeMs, signal }
    return answerOnce(db.idempotencyRecords, once, async () => {
      const slot = await takeSlot(parts, key, onRate)
      try {
        return await work(slot)
      } finally {
        slot.release()
      }
    })
  }
}

/** A request refused for overload gets its unit of the rate back. */
async function takeSlot(
  parts: AdmissionParts,
  key: AdmissionRequest['key'],
  onRate: AdmissionRequest['onRate'],
): Promise<Slot> {
  const giveBack = await takeUnit(parts, key, onRate)
  try {
    return parts.engine.admit()
  } catch (error) {
    await giveBack()
    throw error
  }
}
