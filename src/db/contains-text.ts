import { type RawBuilder, sql } from 'kysely'

/** Taken literally: `%` and `_` in the text are no wildcards. Emails are in lower case; not every engine's `like` cares. */
export const containsText = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
