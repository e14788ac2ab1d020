/** What the operator tells people, by the name of the place where it is shown. */
import type { Kysely } from 'kysely'
import type { Texts } from './port.js'
import type { Schema } from './schema.js'

export function createTexts(db: Kysely<Schema>): Texts {
  return {
    all: async () => {
      const rows = await db.selectFrom('texts').selectAll().execute()
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    },
    set: async (name, value) => {
      if (value === '') await db.deleteFrom('texts').where('name', '=', name).execute()
      else
        await db
          .insertInto('texts')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute()
    },
  }
}
