/** Pages of long lists: how many entries, and where one ends and the next begins. */
import { numberWithin } from '../parameters/numbers.js'
import { type Reader, reader } from '../parameters/reader.js'
import type { Bookmark } from '../service/accounts/paging.js'

export const pageLimit = numberWithin({ min: 1, max: 100, whole: true })

export const bookmark: Reader<Bookmark> = reader('a `next` value from an earlier page', (text, refuse) => {
  const [, createdAt, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? []
  return createdAt !== undefined && id !== undefined ? { createdAt: Number(createdAt), id } : refuse()
})

/** Sent back as `before`; null on the last page. */
export const bookmarkText = (next: Bookmark | undefined): string | null =>
  next ? `${next.createdAt}.${next.id}` : null
