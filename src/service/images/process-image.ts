/**
 * The one use case: understand the order → hold the credit → get the pictures → run the job → store the result →
 * settle: charge, publish and keep the answer in one transaction.
 *
 * Whatever goes wrong on the way, the hold is released and nothing is charged, even when the client disconnects before
 * its answer is ready. What cannot be undone at once, because a store fails, ends with the lease.
 */
import { AppError } from '../../base/errors.js'
import type { Permit } from './admission.js'
import { holdCredit } from './credit.js'
import { type Offer, understandOffer } from './order.js'
import { type ImageSource, type PictureParts, withPictures } from './pictures.js'
import type { RequestFiles } from './request-files.js'
import {
  type Finished,
  leaveToSweep,
  type ProcessedImage,
  type SettlementParts,
  type Settling,
  settle,
  storeAndSettle,
} from './settlement.js'
import type { BackendParts } from './style-backend.js'

export { type Offer, slotRequestFor, type Watermark } from './order.js'
export type { ImageSource, ProcessedImage }

export interface ImageRequest<Answer> extends Settling<Answer> {
  /** The first one that the balance covers is carried out. */
  readonly offers: readonly [Offer, ...Offer[]]
  readonly source: ImageSource
  readonly background?: ImageSource
  /** How long the result is kept in storage; undefined: it is handed out as a file and not kept. */
  readonly keepMs?: number
  /** Told what was charged, after it was. */
  readonly onCharged: (credits: number) => void
}

export type TimedStep = 'queue' | 'fetch' | 'decode' | 'infer' | 'compose' | 'encode' | 'store'

export interface ProcessImageParts extends SettlementParts, PictureParts, BackendParts {
  readonly observe: {
    step(step: TimedStep, milliseconds: number): void
    credits(event: 'charged' | 'released', amount: number): void
    /** A picture was refused, for this reason. */
    refused(reason: string): void
  }
}

/** `files` are removed with the request, except a result that is handed out. */
export type WorkPermit = Permit & { readonly files: RequestFiles }

export type ProcessImage = <Answer>(request: ImageRequest<Answer>, permit: WorkPermit) => Promise<Answer>

export function createProcessImage(parts: ProcessImageParts): ProcessImage {
  const { db, observe } = parts
  const process: ProcessImage = async (request, permit) => {
    const { offers, signal } = request
    const { lease, files } = permit
    const understood = await Promise.all(offers.map((offer) => understandOffer(parts, offer, permit, signal)))
    const { offer, hold } = await holdCredit(db, request, understood, lease)
    try {
      const file = files.newPath()
      const keep = request.keepMs !== undefined
      const { outcome, queuedMs, stored } = await withPictures(parts, request, files, (pictures) =>
        offer.carryOut({ ...pictures, output: file }, keep),
      )
      observe.step('queue', queuedMs)
      for (const [step, ms] of Object.entries(outcome.timingsMs)) observe.step(step as TimedStep, ms)
      const answer = await deliver(parts, request, permit, { outcome, file, stored, hold, watermark: offer.watermark })
      if (hold) {
        observe.credits('charged', hold.amount)
        request.onCharged(hold.amount)
      }
      return answer
    } catch (error) {
      const released = hold && (await db.ledger.release(hold.id).catch(leaveToSweep(parts, permit)))
      if (released) observe.credits('released', hold.amount)
      throw error
    }
  }
  return (request, permit) =>
    process(request, permit).catch((error: unknown) => {
      if (error instanceof AppError && error.reason) observe.refused(error.reason)
      throw error
    })
}

/** The result goes into the storage, or out as a file. */
async function deliver<Answer>(
  parts: ProcessImageParts,
  request: ImageRequest<Answer>,
  permit: WorkPermit,
  finished: Finished,
): Promise<Answer> {
  const { keepMs } = request
  if (keepMs === undefined) {
    const answer = await settle(parts, request, permit, finished)
    permit.files.handOver(finished.file)
    return answer
  }
  const startedAt = performance.now()
  const answer = await storeAndSettle(parts, request, permit, finished, keepMs)
  parts.observe.step('store', performance.now() - startedAt)
  return answer
}
