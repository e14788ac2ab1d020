/**
 * A request repeated with the same Idempotency-Key gets the first answer again: not charged, not counted, not processed.
 * Only successful answers are kept; after an error the key is free again. While the first request runs, repeats wait.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { IdempotencyRecords } from '../db/port.js'
import { AppError } from '../errors.js'

export const ANSWER_LIFE_MS = 24 * 60 * 60 * 1000
const POLL_MS = 100
const KEY_MAX_LENGTH = 255

export interface IdempotentRequest {
  keyId: string
  /** Undefined when the client sent no Idempotency-Key: then the work is simply done. */
  idempotencyKey: string | undefined
  /** Operation, field values and file bytes as one hash: what makes two requests the same. */
  fingerprint: string
  /** How long the first request may take; afterwards its claim is void. */
  claimLifeMs: number
  signal: AbortSignal
}

export async function answerOnce<T>(
  records: IdempotencyRecords,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  const { keyId, idempotencyKey, fingerprint, claimLifeMs } = request
  if (idempotencyKey === undefined) return { answer: await work(), replayed: false }
  if (idempotencyKey.length > KEY_MAX_LENGTH) {
    throw new AppError('invalid_request', `Idempotency-Key may have at most ${KEY_MAX_LENGTH} characters`, {
      parameter: 'Idempotency-Key',
    })
  }

  for (;;) {
    const claim = await records.claim({ keyId, idempotencyKey, fingerprint, lifeMs: claimLifeMs })
    if (claim.state === 'first') break
    if (claim.state === 'answered') return { answer: JSON.parse(claim.answer) as T, replayed: true }
    if (claim.state === 'other_content') {
      throw new AppError('invalid_request', 'Idempotency-Key was already used for a request with other content', {
        parameter: 'Idempotency-Key',
      })
    }
    // What went wrong is the reason for the abort, not the interrupted sleep.
    await sleep(POLL_MS, undefined, { signal: request.signal }).catch(() => request.signal.throwIfAborted())
  }

  try {
    const answer = await work()
    await records.complete({ keyId, idempotencyKey, answer: JSON.stringify(answer), lifeMs: ANSWER_LIFE_MS })
    return { answer, replayed: false }
  } catch (error) {
    await records.abandon(keyId, idempotencyKey)
    throw error
  }
}
