/** Long lists, a page at a time, from new to old. */
import type { Bookmark, PageRequest } from '../db/port.js'

export type { Bookmark, PageRequest }

export interface Page<T> {
  readonly items: readonly T[]
  /** Where the next page begins; undefined on the last one. */
  readonly next: Bookmark | undefined
}

export async function readPage<T extends Bookmark>(
  { before, limit }: PageRequest,
  list: (page: PageRequest) => Promise<T[]>,
): Promise<Page<T>> {
  const found = await list({ before, limit: limit + 1 }) // one more tells whether there is a next page
  const items = found.slice(0, limit)
  return { items, next: found.length > limit ? items.at(-1) : undefined }
}
