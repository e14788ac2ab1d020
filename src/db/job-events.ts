/**
 * The moments of a job that others are told of, in the transaction in which they happen: an image has finished, an image
 * has failed, the job has ended (with cancelled images or without).
 */
import type { Selectable, Transaction } from 'kysely'
import type { BatchJobsTable, JobItemsTable, Schema } from './schema.js'

export type JobEvent =
  | { readonly type: 'job.item.finished' | 'job.item.failed'; readonly item: Selectable<JobItemsTable> }
  | { readonly type: 'job.finished'; readonly job: Selectable<BatchJobsTable> }

/** Where webhooks record what they have to deliver; until there are any, nobody is told. */
export async function tellEvents(
  _tx: Transaction<Schema>,
  _now: number,
  _accountId: string,
  _event: JobEvent,
): Promise<void> {}
