/** The end of an image of a job, and of the job with the last of them. */
import { sql, type Transaction } from 'kysely'
import { recordJobEvent } from './job-events.js'
import type { ItemClaim, Settlement } from './port.js'
import type { Schema } from './schema.js'

type Ending = ItemClaim & { expiresAt: number } & (
    | (NonNullable<Settlement['item']> & { state: 'finished'; resultId: string | null })
    | { state: 'failed'; error: string }
  )

/**
 * False when the lease is lost, or the job is gone: then the transaction has to be undone. The job's row is locked first,
 * as everywhere, so that images end in an order that all can see.
 */
export async function endItem(tx: Transaction<Schema>, now: number, item: Ending): Promise<boolean> {
  const job = await tx
    .updateTable('batch_jobs')
    .set((eb) => (item.state === 'finished' ? { finished: eb('finished', '+', 1) } : { failed: eb('failed', '+', 1) }))
    .where('id', '=', item.jobId)
    .where('finished_at', 'is', null)
    .returning(['account_id', sql<number>`finished + failed`.as('ending')])
    .executeTakeFirst()
  if (!job) return false
  const outcome =
    item.state === 'finished'
      ? { answer: item.answer, charged: item.charged, result_id: item.resultId }
      : { error: item.error }
  const ended = await tx
    .updateTable('job_items')
    .set({ state: item.state, ...outcome, owner: null, expires_at: 0, ending: job.ending, ended_at: now })
    .where('job_id', '=', item.jobId)
    .where('position', '=', item.position)
    .where('state', '=', 'running')
    .where('owner', '=', item.owner)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!ended) return false
  await recordJobEvent(tx, now, job.account_id, { type: `job.item.${item.state}`, item: ended })
  await endJobIfDone(tx, now, item.jobId, item.expiresAt)
  return true
}

export async function endJobIfDone(
  tx: Transaction<Schema>,
  now: number,
  jobId: string,
  expiresAt: number,
): Promise<void> {
  const done = await tx
    .updateTable('batch_jobs')
    .set({ finished_at: now, expires_at: expiresAt })
    .where('id', '=', jobId)
    .where('finished_at', 'is', null)
    .where(sql<boolean>`finished + failed + cancelled = total`)
    .returningAll()
    .executeTakeFirst()
  if (done) await recordJobEvent(tx, now, done.account_id, { type: 'job.finished', job: done })
}
