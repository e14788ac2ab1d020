import { type RawBuilder, sql } from 'kysely'

/**
 * Taken literally: `%` and `_` in the text are not wildcards. Emails are in lower case; `like` ignores case only in
 * some engines.
 */
export const containsText = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
