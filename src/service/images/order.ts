/** What a request orders, its price, and how it is carried out. */
import type { FinishedJob, Rank, Slot, SlotRequest } from '../../engine/port.js'
import type { JobFiles, Order, PictureOutcome } from '../../imaging/job.js'
import { type AskWorker, jobFor } from '../../imaging/style/prompt/order.js'
import type { ImageSource } from './pictures.js'
import type { RequestFiles } from './request-files.js'
import { runAndShrink } from './shrink.js'
import { type BackendParts, isPrompt, runWithBackend } from './style-backend.js'

/** Why a result is watermarked: a preview was asked for, or `auto` found no credit for more. */
export type Watermark = 'preview' | 'no_credit'

export interface Terms {
  readonly price: number
  /** Previews wait behind full results. */
  readonly rank: Rank
  /** Left out: the result is clean. */
  readonly watermark?: Watermark
}

/** An order and its terms. */
export interface Offer extends Terms {
  readonly job: Order
  /** The result is made small afterwards, until its longest side fits. */
  readonly shrinkTo?: number
}

/** What a request wants from the engine, before it is known which offer the balance covers. */
export function slotRequestFor(
  { accountId, offers: [{ rank, job }] }: { readonly accountId: string; readonly offers: readonly [Offer, ...Offer[]] },
  ...sources: readonly (ImageSource | undefined)[]
): SlotRequest {
  return {
    account: accountId,
    rank,
    kind: job.kind,
    fetchesFirst: sources.some((source) => source && 'url' in source),
  }
}

/** `keep`: the result is to be kept, and may be stored by the worker. */
export type CarryOut = (files: JobFiles, keep: boolean) => Promise<FinishedJob<PictureOutcome>>

/** An offer whose prompt, if it has one, is understood. */
export interface UnderstoodOffer extends Terms {
  readonly carryOut: CarryOut
}

/**
 * Rejects with `invalid_request` when nothing of a prompt is understood. A style service reads prompts in its own way;
 * ours are read here, with the help of a worker where the word list does not suffice.
 */
export async function understandOffer(
  parts: BackendParts,
  { job: order, shrinkTo, ...terms }: Offer,
  { slot, files: scratch }: { readonly slot: Slot; readonly files: RequestFiles },
  signal: AbortSignal,
): Promise<UnderstoodOffer> {
  const ask: AskWorker = async (job) => (await slot.run(job, {}, signal)).outcome
  if (parts.styleBackend && isPrompt(order)) {
    const tools = { backend: parts.styleBackend, fetch: parts.fetch, slot, ask, newPath: scratch.newPath }
    return { ...terms, carryOut: (files) => runWithBackend(tools, order, files, signal) }
  }
  const job = await jobFor(order, ask)
  const { rank } = terms
  if (shrinkTo === undefined || job.kind === 'cutout') {
    return { ...terms, carryOut: (files, keep) => slot.run(job, files, signal, { rank, keep }) }
  }
  const tools = { slot, signal, newPath: scratch.newPath }
  return { ...terms, carryOut: (files) => runAndShrink(tools, job, shrinkTo, files, rank) }
}
