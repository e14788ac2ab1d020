/**
 * A request repeated with the same Idempotency-Key gets the first answer again: not charged, not counted, not processed.
 * Only successful answers are kept, in the transaction that charges for them; after an error the key is free again. While
 * the first request runs, repeats wait.
 */

import { AppError } from '../../base/errors.js'
import type { Database, IdempotencyClaim } from '../../db/port.js'
import type { ClaimNews } from './claim-news.js'
import type { Lease } from './leases.js'

export const ANSWER_LIFE_MS = 24 * 60 * 60 * 1000
/** Only for news that gets lost: from other servers where they share no Redis, and from servers that died. */
const ASK_AGAIN_MS = 2000
const KEY_MAX_LENGTH = 255

export interface IdempotentRequest {
  readonly keyId: string
  /** Undefined when the client sent no Idempotency-Key: then the work is simply done. */
  readonly idempotencyKey: string | undefined
  /** Operation, field values and file bytes as one hash: what makes two requests the same. */
  readonly fingerprint: string
  readonly lease: Lease
  readonly signal: AbortSignal
  /** Runs the wait of a repeated request: what waiting costs. */
  readonly whileWaiting: <T>(wait: () => Promise<T>) => Promise<T>
}

/** The right to answer the requests with one Idempotency-Key; settled together with the charge. */
export interface Claim {
  readonly keyId: string
  readonly idempotencyKey: string
}

export interface IdempotencyParts {
  readonly db: Pick<Database, 'idempotencyRecords'>
  readonly news: ClaimNews
  readonly onError: (error: unknown) => void
}

export async function answerOnce<T>(
  parts: IdempotencyParts,
  request: IdempotentRequest,
  work: (claim: Claim | undefined) => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  const { keyId, idempotencyKey, lease } = request
  if (idempotencyKey === undefined) return { answer: await work(undefined), replayed: false }
  if (idempotencyKey.length > KEY_MAX_LENGTH) {
    throw refused(`Idempotency-Key may have at most ${KEY_MAX_LENGTH} characters`)
  }
  const claim = { keyId, idempotencyKey }
  const decision = await claimOrWait(parts, request, claim)
  if (decision.state === 'answered') return { answer: JSON.parse(decision.answer) as T, replayed: true }
  if (decision.state === 'other_content') {
    throw refused('Idempotency-Key was already used for a request with other content')
  }

  try {
    return { answer: await work(claim), replayed: false }
  } catch (error) {
    // The caller gets the first error.
    await parts.db.idempotencyRecords.abandon(keyId, idempotencyKey, lease.owner).catch((failure: unknown) => {
      parts.onError(failure)
      lease.expire()
    })
    throw error
  } finally {
    parts.news.tell(nameOf(claim))
  }
}

type Decision = Exclude<IdempotencyClaim, { state: 'running' }>

async function claimOrWait(parts: IdempotencyParts, request: IdempotentRequest, claim: Claim): Promise<Decision> {
  const { fingerprint, lease, signal } = request
  const ask = () => parts.db.idempotencyRecords.claim({ ...claim, fingerprint, lease: lease.term() })
  const first = await ask()
  if (first.state !== 'running') return first
  return request.whileWaiting(async () => {
    const listener = parts.news.listen(nameOf(claim))
    if (!listener) {
      const message = 'Too many requests already wait for the answer to this Idempotency-Key'
      throw new AppError('throttled', message, { retryAfterSeconds: ASK_AGAIN_MS / 1000 })
    }
    try {
      // Asked once more before the first wait: the news may have come before we listened.
      for (let next = await ask(); ; next = await ask()) {
        if (next.state !== 'running') return next
        await listener.next(ASK_AGAIN_MS, signal)
      }
    } finally {
      listener.leave()
    }
  })
}

const nameOf = ({ keyId, idempotencyKey }: Claim): string => `${keyId} ${idempotencyKey}`

const refused = (message: string): AppError =>
  new AppError('invalid_request', message, { parameter: 'Idempotency-Key' })
