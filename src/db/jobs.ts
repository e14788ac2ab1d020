/** Jobs and their images: made, read, cancelled and forgotten. Who works on them is in `job-claims.ts`. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Clock } from '../base/clock.js'
import { lockAccount, locked } from './dialect.js'
import { answerClaim } from './idempotency-records.js'
import { createJobClaims } from './job-claims.js'
import { createJobInputs } from './job-inputs.js'
import { endJobIfDone } from './job-items.js'
import { newestFirst, toPage } from './paging.js'
import type { BatchJob, ItemBacklog, JobItem, Jobs, NewJob } from './port.js'
import type { BatchJobsTable, JobItemsTable } from './schema/jobs.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

/** Of images, in one statement. */
const BATCH = 500

/** Thrown inside the transaction so that everything in it is undone together. */
class TooLate extends Error {}

export function createJobs(db: Kysely<Schema>, clock: Clock): Jobs {
  return {
    ...createJobClaims(db, clock),
    ...createJobInputs(db),
    create: async (job, openLimit, answer) => {
      try {
        return await inTransaction(db, async (tx) => {
          if (!(await lockAccount(tx, job.accountId))) throw new TooLate()
          if ((await openJobsOf(tx, job.accountId)) >= openLimit) return 'too many'
          if (answer && !(await answerClaim(tx, clock(), answer))) throw new TooLate()
          await insertJob(tx, job)
          return 'created'
        })
      } catch (error) {
        if (error instanceof TooLate) return 'too late'
        throw error
      }
    },

    find: async (id) => {
      const row = await selectJobs(db, clock()).where('id', '=', id).executeTakeFirst()
      return row && toJob(row)
    },

    page: async (accountId, page) => {
      const rows = await selectJobs(db, clock())
        .where('account_id', '=', accountId)
        .$call(newestFirst('batch_jobs', page))
        .execute()
      return toPage(rows.map(toJob), page)
    },

    items: (jobId, afterPosition, limit) => itemsAfter(db, 'position', jobId, afterPosition, limit),
    endings: (jobId, afterEnding, limit) => itemsAfter(db, 'ending', jobId, afterEnding, limit),

    countAhead: async ({ accountId, id }) => {
      const { open } = await db
        .selectFrom('batch_jobs')
        .select(sumOfOpen)
        .where('account_id', '=', accountId)
        .where('finished_at', 'is', null)
        .where('id', '<', id)
        .executeTakeFirstOrThrow()
      return Number(open ?? 0)
    },

    usualPace: async ({ accountId, operation }) => {
      const job = await db
        .selectFrom('batch_jobs')
        .select(['started_at', 'finished_at', 'finished', 'failed'])
        .where('account_id', '=', accountId)
        .where('operation', '=', operation)
        .where('finished', '>', 0)
        .where('finished_at', 'is not', null)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!job || job.started_at === null || job.finished_at === null) return undefined
      return (job.finished_at - job.started_at) / (job.finished + job.failed)
    },

    backlog: () => backlogOf(db),

    cancel: (id, expiresAt) => cancelJob(db, clock(), id, expiresAt),

    cancelLeft: async (expiresAt) => {
      const jobs = await db
        .selectFrom('batch_jobs')
        .select('id')
        .where('finished_at', 'is', null)
        .where('cancelled_at', 'is not', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('job_items')
              .select('job_id')
              .whereRef('job_id', '=', 'batch_jobs.id')
              .where('state', '=', sql.lit('waiting')),
          ),
        )
        .execute()
      let count = 0
      for (const { id } of jobs) count += await cancelJob(db, clock(), id, expiresAt)
      return count
    },

    forgetExpired: (before, limit) =>
      inTransaction(db, async (tx) => {
        const expired = locked(
          tx,
          tx
            .selectFrom('batch_jobs')
            .select('id')
            .where('expires_at', '<=', before)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('job_items')
                    .select('job_id')
                    .whereRef('job_id', '=', 'batch_jobs.id')
                    .where('input_key', 'is not', null),
                ),
              ),
            )
            .orderBy('expires_at')
            .limit(limit),
        )
        const { numDeletedRows } = await tx
          .deleteFrom('batch_jobs')
          .where('id', 'in', expired)
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
  }
}

function cancelJob(db: Kysely<Schema>, now: number, id: string, expiresAt: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const job = await tx.selectFrom('batch_jobs').select('account_id').where('id', '=', id).executeTakeFirst()
    if (!job || !(await lockAccount(tx, job.account_id))) return 0
    await tx
      .updateTable('batch_jobs')
      .set({ cancelled_at: now })
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('job_items')
      .set({ state: 'cancelled', ended_at: now })
      .where('job_id', '=', id)
      .where('state', '=', sql.lit('waiting'))
      .executeTakeFirstOrThrow()
    const count = Number(numUpdatedRows)
    await tx
      .updateTable('batch_jobs')
      .set((eb) => ({ cancelled: eb('cancelled', '+', count) }))
      .where('id', '=', id)
      .execute()
    await endJobIfDone(tx, now, id, expiresAt)
    return count
  })
}

/** In the order of their places, or in that in which they ended. */
async function itemsAfter(
  db: Kysely<Schema>,
  order: 'position' | 'ending',
  jobId: string,
  after: number,
  limit: number,
): Promise<JobItem[]> {
  const rows = await db
    .selectFrom('job_items')
    .selectAll()
    .where('job_id', '=', jobId)
    .where(order, '>', after)
    .orderBy(order)
    .limit(limit)
    .execute()
  return rows.map(toItem)
}

const sumOfOpen = sql<number | null>`sum(total - finished - failed - cancelled)`.as('open')

async function backlogOf(db: Kysely<Schema>): Promise<ItemBacklog> {
  const { rows } = await sql<{ open: number | null; running: number | null; since: number | null }>`
    select sum(open) as open, sum(running) as running, min(since) as since from (
      select total - finished - failed - cancelled as open,
        (select count(*) from job_items where job_id = batch_jobs.id and state = 'running') as running,
        case when exists (select 1 from job_items where job_id = batch_jobs.id and state = 'waiting')
          then created_at end as since
      from batch_jobs where finished_at is null
    ) as jobs
  `.execute(db)
  const running = Number(rows[0]?.running ?? 0)
  return { waiting: Number(rows[0]?.open ?? 0) - running, running, waitingSince: rows[0]?.since ?? null }
}

async function openJobsOf(tx: Transaction<Schema>, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('batch_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

async function insertJob(tx: Transaction<Schema>, job: NewJob): Promise<void> {
  const { id, accountId, keyId, createdAt, operation, parameters, sources } = job
  const none = { finished: 0, failed: 0, cancelled: 0, served_at: 0 }
  await tx
    .insertInto('batch_jobs')
    .values({
      ...none,
      id,
      account_id: accountId,
      key_id: keyId,
      operation,
      parameters,
      total: sources.length,
      created_at: createdAt,
    })
    .execute()
  const untouched = {
    state: 'waiting',
    expires_at: 0,
    tries: 0,
    failed_downloads: 0,
    not_before: 0,
    charged: 0,
  } as const
  const rows = sources.map((source, index) => ({
    ...untouched,
    job_id: id,
    position: index + 1,
    source_url: 'url' in source ? source.url : null,
    input_key: 'inputKey' in source ? source.inputKey : null,
  }))
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx
      .insertInto('job_items')
      .values(rows.slice(from, from + BATCH))
      .execute()
  }
}

/** How many of its images are running is counted, not kept: there are never more than the workers have use for. */
const selectJobs = (db: Kysely<Schema>, now: number) =>
  db
    .selectFrom('batch_jobs')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('job_items')
        .whereRef('job_items.job_id', '=', 'batch_jobs.id')
        .where('state', '=', sql.lit('running'))
        .select((item) => item.fn.countAll<number>().as('count'))
        .as('running'),
    )
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))

function toJob(row: Selectable<BatchJobsTable> & { running: number | null }): BatchJob {
  const { id, operation, total, finished, failed, cancelled } = row
  const running = row.running ?? 0
  return {
    id,
    accountId: row.account_id,
    operation,
    total,
    counts: { waiting: total - finished - failed - cancelled - running, running, finished, failed, cancelled },
    createdAt: row.created_at,
    startedAt: row.started_at,
    cancelledAt: row.cancelled_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  }
}

function toItem(row: Selectable<JobItemsTable>): JobItem {
  const { position, state, answer, error, charged, ending } = row
  return { jobId: row.job_id, position, state, url: row.source_url ?? undefined, answer, error, charged, ending }
}
