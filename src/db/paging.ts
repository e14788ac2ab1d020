/** Lists go from new to old, a page at a time; rows of the same millisecond by their id. */
import { type RawBuilder, sql } from 'kysely'
import type { Bookmark } from './port.js'

/** Compared as a pair, so that an index on both columns serves it. */
export const olderThan = (table: string, { createdAt, id }: Bookmark): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${createdAt}, ${id})`
