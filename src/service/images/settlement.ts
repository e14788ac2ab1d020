/** A finished picture → stored, charged and answered: credit, result and answer take effect in one transaction. */
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import { randomToken } from '../../base/random-ids.js'
import type { Database, Hold } from '../../db/port.js'
import type { StoredResult } from '../../engine/port.js'
import type { PictureOutcome } from '../../imaging/job.js'
import type { ObjectStore } from '../../storage/port.js'
import type { Permit } from './admission.js'
import { accountIsGone, type Payer } from './credit.js'
import { ANSWER_LIFE_MS } from './idempotency.js'
import type { Watermark } from './order.js'

/** Most servers have recovered by then. */
const RETRY_SECONDS = 5

export interface ProcessedImage {
  readonly outcome: PictureOutcome
  readonly charged: number
  /** Why it is watermarked, if it is. */
  readonly watermark: Watermark | undefined
  /** `<id>.<extension>`, where the result is kept; or a file, which the caller removes. */
  readonly result: { readonly name: string } | { readonly file: string }
}

export interface SettlementParts {
  readonly db: Database
  readonly storage: ObjectStore
  readonly clock: Clock
  /** Told what went wrong while tidying up; the request has its own error. */
  readonly onError: (error: unknown) => void
}

export interface Settling<Answer> extends Payer {
  /** Its name in the ledger, e.g. `remove`. */
  readonly operation: string
  /** What the caller is told, and told again when it repeats the request. */
  readonly answer: (image: ProcessedImage) => Answer
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
}

/** The picture is made, and lies in a file of the workspace or, stored by its worker, in the storage. */
export interface Finished {
  readonly outcome: PictureOutcome
  readonly file: string
  readonly stored: StoredResult | undefined
  readonly hold: Hold | undefined
  readonly watermark: Watermark | undefined
}

type Terms = Pick<Permit, 'lease' | 'claim' | 'item'>

export async function storeAndSettle<Answer>(
  parts: SettlementParts,
  request: Settling<Answer>,
  terms: Terms,
  finished: Finished,
  keepMs: number,
): Promise<Answer> {
  const { db, storage } = parts
  const { accountId, keyId, operation } = request
  const { stored, file } = finished
  const { extension, contentType, bytes } = finished.outcome
  const id = stored?.id ?? randomToken()
  const name = `${id}.${extension}`
  // The row comes first: if the process dies before the result is public, the sweep knows which object to remove.
  const record = { id, accountId, keyId, operation, objectKey: name, contentType, bytes }
  await db.results.announce(record, terms.lease.term())
  try {
    await (stored ? stored.adopt() : storage.put(name, file, contentType))
    return await settle(parts, request, terms, finished, { id, name, keepMs })
  } catch (error) {
    await withdraw(parts, id, name).catch(leaveToSweep(parts, terms))
    throw error
  }
}

/** What could not be undone is covered by the lease: it expires now, and the sweep undoes the rest. */
export const leaveToSweep =
  ({ onError }: Pick<SettlementParts, 'onError'>, { lease }: Terms) =>
  (error: unknown): void => {
    onError(error)
    lease.expire()
  }

/** Only what is certainly not public: if the settlement succeeded unnoticed, the picture has been paid for. */
async function withdraw({ db, storage }: SettlementParts, id: string, name: string): Promise<void> {
  if (!(await db.results.withdraw(id))) return
  await storage.delete([name])
  await db.results.forget([id])
}

/** Only while the client is still there. */
export async function settle<Answer>(
  { db, clock }: SettlementParts,
  { accountId, operation, signal, answer: toAnswer }: Settling<Answer>,
  { lease, claim, item }: Terms,
  { outcome, file, hold, watermark }: Finished,
  kept?: { id: string; name: string; keepMs: number },
): Promise<Answer> {
  signal.throwIfAborted()
  const result = kept ? { name: kept.name } : { file }
  const answer = toAnswer({ outcome, charged: hold?.amount ?? 0, watermark, result })
  const now = clock()
  const text = JSON.stringify(answer)
  const settled = await db.settle({
    accountId,
    operation,
    holdId: hold?.id,
    result: kept && { id: kept.id, expiresAt: now + kept.keepMs },
    answer: claim && { ...claim, owner: lease.owner, text, expiresAt: now + ANSWER_LIFE_MS },
    item: item && {
      ...item,
      owner: lease.owner,
      answer: text,
      charged: hold?.amount ?? 0,
      expiresAt: now + (kept?.keepMs ?? 0),
    },
  })
  if (settled) return answer
  if (!(await db.accounts.findById(accountId))) throw accountIsGone()
  const message = 'The server stalled and the result was lost; nothing was charged, please try again'
  throw new AppError('busy', message, { retryAfterSeconds: RETRY_SECONDS, cause: 'its lease has expired' })
}
