/** Lists go from new to old, a page at a time; rows of the same millisecond by their id. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Bookmark, Page, PageRequest } from './port.js'

/**
 * At most so many rows are examined for one page of a search. What is rare, or does not exist, takes several pages to
 * find, and other queries run between them.
 */
export const LOOK_BACK = 10_000

/**
 * Where the search for a page ends; undefined: at the end of the list, which has no condition beyond that of an index.
 */
export const endOfSearch = <DB, Table extends keyof DB & string>(
  list: SelectQueryBuilder<DB, Table, object>,
  table: Table,
  page: PageRequest,
): Promise<Bookmark | undefined> =>
  list
    .$call(newestFirst(table, page))
    .select([sql.ref<number>(`${table}.created_at`).as('createdAt'), sql.ref<string>(`${table}.id`).as('id')])
    .limit(1)
    .offset(LOOK_BACK - 1)
    .$castTo<Bookmark>()
    .executeTakeFirst()

/**
 * Its rows from the bookmark to the end of the search; one more than requested, which tells whether there is a next
 * page.
 */
export const newestFirst =
  (table: string, { before, limit }: PageRequest, end?: Bookmark) =>
  <DB, Table extends keyof DB, Row>(list: SelectQueryBuilder<DB, Table, Row>): SelectQueryBuilder<DB, Table, Row> =>
    list
      .$if(before !== undefined, (query) => query.where(compared(table, '<', before!)))
      .$if(end !== undefined, (query) => query.where(compared(table, '>=', end!)))
      .orderBy(sql.ref(`${table}.created_at`), 'desc')
      .orderBy(sql.ref(`${table}.id`), 'desc')
      .limit(limit + 1)

export function toPage<T extends Bookmark>(found: readonly T[], { limit }: PageRequest, end?: Bookmark): Page<T> {
  const items = found.slice(0, limit)
  return { items, next: found.length > limit ? items.at(-1) : end }
}

/** As a pair, so that an index on both columns is used. */
const compared = (table: string, how: '<' | '>=', { createdAt, id }: Bookmark): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) ${sql.raw(how)} (${createdAt}, ${id})`
