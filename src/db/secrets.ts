/** Secrets that all nodes share. */
import type { Kysely } from 'kysely'
import type { Secrets } from './port.js'
import type { Schema } from './schema.js'

export function createSecrets(db: Kysely<Schema>): Secrets {
  return {
    keep: async (name, proposal) => {
      await db
        .insertInto('secrets')
        .values({ name, value: proposal })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
      const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
      return row.value
    },
  }
}
