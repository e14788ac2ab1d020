/** What a request orders, its price, and how it is carried out. */
import type { FinishedJob, Rank, Slot, SlotRequest } from '../../engine/port.js'
import type { JobFiles, Order, PictureOutcome } from '../../imaging/job.js'
import { type AskWorker, jobFor } from '../../imaging/style/prompt/order.js'
import type { ImageSource } from './pictures.js'
import type { RequestFiles } from './request-files.js'
import { type BackendParts, isPrompt, runWithBackend } from './style-backend.js'

/** An order and its price. */
export interface Offer {
  readonly price: number
  readonly job: Order
}

/** A cut-out goes on the picture that comes with the request. */
export const onPicture = ({ price, job }: Offer): Offer => ({
  price,
  job: job.kind === 'cutout' ? { ...job, background: { kind: 'image' } } : job,
})

/** What a request wants from the engine, before it is known which offer the balance covers. */
export function slotRequestFor(
  {
    accountId,
    offers: [{ price, job }],
  }: { readonly accountId: string; readonly offers: readonly [Offer, ...Offer[]] },
  ...sources: readonly (ImageSource | undefined)[]
): SlotRequest {
  return {
    account: accountId,
    rank: price > 0 ? 'paid' : 'free',
    kind: job.kind,
    fetchesFirst: sources.some((source) => source && 'url' in source),
  }
}

export type CarryOut = (files: JobFiles, rank: Rank) => Promise<FinishedJob<PictureOutcome>>

/** An offer whose prompt, if it has one, is understood. */
export interface UnderstoodOffer {
  readonly price: number
  readonly carryOut: CarryOut
}

/**
 * Rejects with `invalid_request` when nothing of a prompt is understood. A style service reads prompts in its own way;
 * ours are read here, with the help of a worker where the word list does not suffice.
 */
export async function understandOffer(
  parts: BackendParts,
  { price, job: order }: Offer,
  { slot, files: scratch }: { readonly slot: Slot; readonly files: RequestFiles },
  signal: AbortSignal,
): Promise<UnderstoodOffer> {
  const ask: AskWorker = async (job) => (await slot.run(job, {}, signal)).outcome
  if (parts.styleBackend && isPrompt(order)) {
    const tools = { backend: parts.styleBackend, fetch: parts.fetch, slot, ask, newPath: scratch.newPath }
    return { price, carryOut: (files) => runWithBackend(tools, order, files, signal) }
  }
  const job = await jobFor(order, ask)
  return { price, carryOut: (files, rank) => slot.run(job, files, signal, rank) }
}
