/** An order → the job that carries it out: a style gets its recipe, everything else is a job already. */
import type { Job, Order, ReadPromptJob, ReadPromptOutcome } from '../../job.js'
import { recipeFor } from './read.js'

/** Has a worker read what the word list does not know. */
export type AskWorker = (job: ReadPromptJob) => Promise<ReadPromptOutcome>

type OrderedJob = Extract<Job, Pick<Order, 'kind'>>

/** Rejects with `invalid_request` when nothing of a prompt is understood. */
export async function jobFor(order: Order, ask: AskWorker): Promise<OrderedJob> {
  if (order.kind !== 'portrait-style') return order
  const findNearest = async (text: string, unwanted: readonly string[]) =>
    (await ask({ kind: 'read-prompt', text, unwanted })).nearest
  return { ...order, recipe: await recipeFor(order, findNearest) }
}
