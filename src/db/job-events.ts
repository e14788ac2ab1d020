/**
 * The moments of a job that webhooks are told of, in the transaction in which they happen: an image has finished, an image
 * has failed, the job has ended (with cancelled images or without).
 */
import type { Selectable, Transaction } from 'kysely'
import type { BatchJobsTable, JobItemsTable } from './schema/jobs.js'
import type { Schema } from './schema.js'
import { recordEvent } from './webhook-events.js'

export type JobEvent =
  | { readonly type: 'job.item.finished' | 'job.item.failed'; readonly item: Selectable<JobItemsTable> }
  | { readonly type: 'job.finished'; readonly job: Selectable<BatchJobsTable> }

/** The account is locked. */
export async function recordJobEvent(
  tx: Transaction<Schema>,
  now: number,
  accountId: string,
  event: JobEvent,
): Promise<void> {
  const data = 'item' in event ? describeItem(event.item) : describeJob(event.job)
  await recordEvent(tx, now, { accountId, type: event.type, data })
}

/** As the API describes it. */
function describeItem({ job_id, position, state, source_url, answer, error, charged }: Selectable<JobItemsTable>) {
  return {
    job_id,
    position,
    state,
    ...(source_url !== null && { image_url: source_url }),
    ...(answer !== null && { result: JSON.parse(answer) as unknown }),
    ...(error !== null && { error: JSON.parse(error) as unknown }),
    credits_charged: charged,
  }
}

const describeJob = ({ id, operation, total, finished, failed, cancelled }: Selectable<BatchJobsTable>) => ({
  job_id: id,
  operation,
  state: cancelled > 0 ? 'cancelled' : 'finished',
  counts: { total, finished, failed, cancelled },
})
