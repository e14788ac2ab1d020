/** Which uploaded photos of jobs are still needed. */
import type { Kysely } from 'kysely'
import type { Jobs } from './port.js'
import type { Schema } from './schema.js'

export function createJobInputs(db: Kysely<Schema>): Pick<Jobs, 'spentInputs' | 'inputsOf' | 'forgetInputs'> {
  return {
    spentInputs: async (limit) => {
      const rows = await db
        .selectFrom('job_items')
        .select('input_key')
        .where('input_key', 'is not', null)
        .where('state', 'in', ['finished', 'failed', 'cancelled'])
        .limit(limit)
        .execute()
      return rows.map(({ input_key }) => input_key!)
    },

    inputsOf: async (accountId) => {
      const rows = await db
        .selectFrom('job_items')
        .innerJoin('batch_jobs', 'batch_jobs.id', 'job_items.job_id')
        .select('input_key')
        .where('batch_jobs.account_id', '=', accountId)
        .where('input_key', 'is not', null)
        .execute()
      return rows.map(({ input_key }) => input_key!)
    },

    forgetInputs: async (keys) => {
      if (keys.length === 0) return
      await db
        .updateTable('job_items')
        .set({ input_key: null })
        .where('input_key', 'is not', null)
        .where('input_key', 'in', keys)
        .execute()
    },
  }
}
