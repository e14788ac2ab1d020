/** Who works on which image of a job. */
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../base/clock.js'
import { lockAccount } from './dialect.js'
import { endItem } from './job-items.js'
import type { ClaimedItem, ItemSource, Jobs, LeaseTerm } from './port.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

/** Thrown inside the transaction so that everything in it is undone together. */
class LeaseLost extends Error {}

/** How often servers may be after the same image before one of them leaves it at that for now. */
const RACES = 3

type Claims = Pick<Jobs, 'anyDue' | 'claim' | 'putBack' | 'fail' | 'returnExpired'>

export function createJobClaims(db: Kysely<Schema>, clock: Clock): Claims {
  /** Of the account whose turn was longest ago, the oldest job that has an image to do. */
  const nextJob = async (now: number): Promise<string | undefined> => {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, max(served_at) over (partition by account_id) as turn from batch_jobs
        where finished_at is null and cancelled_at is null
      ) as open
      where exists (select 1 from job_items where job_id = open.id and state = 'waiting' and not_before <= ${now})
      order by turn, id
      limit 1
    `.execute(db)
    return rows[0]?.id
  }
  /** Undefined where others have taken what the job had to do. */
  const claimFrom = (jobId: string, lease: LeaseTerm, now: number): Promise<ClaimedItem | undefined> =>
    inTransaction(db, async (tx) => {
      const job = await tx
        .updateTable('batch_jobs')
        .set((eb) => ({ served_at: now, started_at: eb.fn.coalesce('started_at', eb.val(now)) }))
        .where('id', '=', jobId)
        .where('cancelled_at', 'is', null)
        .returning(['account_id', 'key_id', 'operation', 'parameters'])
        .executeTakeFirst()
      const item =
        job &&
        (await tx
          .updateTable('job_items')
          .set((eb) => ({
            state: 'running',
            owner: lease.owner,
            expires_at: lease.expiresAt,
            started_at: eb.fn.coalesce('started_at', eb.val(now)),
          }))
          .where('job_id', '=', jobId)
          .where('position', '=', (eb) =>
            eb
              .selectFrom('job_items')
              .select('position')
              .where('job_id', '=', jobId)
              .where('state', '=', sql.lit('waiting'))
              .where('not_before', '<=', now)
              .orderBy('position')
              .limit(1),
          )
          .returningAll()
          .executeTakeFirst())
      if (!item) return undefined
      return {
        jobId,
        position: item.position,
        owner: lease.owner,
        accountId: job.account_id,
        keyId: job.key_id,
        operation: job.operation,
        parameters: job.parameters,
        source: sourceOf(item),
        tries: item.tries,
        failedDownloads: item.failed_downloads,
        startedAt: item.started_at ?? now,
      }
    })

  return {
    anyDue: async () => (await nextJob(clock())) !== undefined,

    claim: async (lease) => {
      for (let tries = 0; tries < RACES; tries++) {
        const now = clock()
        const jobId = await nextJob(now)
        if (jobId === undefined) return undefined
        const item = await claimFrom(jobId, lease, now)
        if (item) return item
      }
      return undefined
    },

    putBack: async ({ jobId, position, owner }, { notBefore, downloadFailed }) => {
      const row = await db
        .updateTable('job_items')
        .set((eb) => ({
          state: 'waiting',
          owner: null,
          expires_at: 0,
          not_before: notBefore,
          tries: eb('tries', '+', 1),
          failed_downloads: eb('failed_downloads', '+', downloadFailed ? 1 : 0),
        }))
        .where('job_id', '=', jobId)
        .where('position', '=', position)
        .where('state', '=', 'running')
        .where('owner', '=', owner)
        .returning('position')
        .executeTakeFirst()
      return row !== undefined
    },

    fail: async (item) => {
      try {
        await inTransaction(db, async (tx) => {
          const job = await tx
            .selectFrom('batch_jobs')
            .select('account_id')
            .where('id', '=', item.jobId)
            .executeTakeFirst()
          const known = job && (await lockAccount(tx, job.account_id))
          if (!known || !(await endItem(tx, clock(), { ...item, state: 'failed' }))) throw new LeaseLost()
        })
        return true
      } catch (error) {
        if (error instanceof LeaseLost) return false
        throw error
      }
    },

    returnExpired: async (before, limit) => {
      const { numUpdatedRows } = await db
        .updateTable('job_items')
        .set({ state: 'waiting', owner: null, expires_at: 0 })
        .where('state', '=', sql.lit('running'))
        .where('expires_at', '<=', before)
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('job_id', 'position'),
            'in',
            selectFrom('job_items')
              .select(['job_id', 'position'])
              .where('state', '=', sql.lit('running'))
              .where('expires_at', '<=', before)
              .limit(limit)
              .$asTuple('job_id', 'position'),
          ),
        )
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },
  }
}

const sourceOf = ({ source_url, input_key }: { source_url: string | null; input_key: string | null }): ItemSource =>
  source_url === null ? { inputKey: input_key ?? '' } : { url: source_url }
