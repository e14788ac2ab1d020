/** Long lists, a page at a time: each page says where the next one begins. */
import type { FastifyRequest } from 'fastify'
import type { Bookmark, PageRequest } from '../../db/port.js'
import { AppError } from '../../errors.js'

const LIMIT_MOST = 100

export interface Page<T> {
  readonly items: T[]
  /** To be sent as `before`; null on the last page. */
  readonly next: string | null
}

export async function readPage<T extends Bookmark>(
  request: FastifyRequest,
  usualLimit: number,
  list: (page: PageRequest) => Promise<T[]>,
): Promise<Page<T>> {
  const limit = limitOf(queryText(request, 'limit'), usualLimit)
  const before = bookmarkOf(queryText(request, 'before'))
  const found = await list({ before, limit: limit + 1 }) // one more tells whether there is a next page
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && found.length > limit ? `${last.createdAt}.${last.id}` : null }
}

export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  return (Array.isArray(value) ? value.at(-1) : value) || undefined
}

function limitOf(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= LIMIT_MOST) return limit
  throw new AppError('invalid_request', `limit must be a number from 1 to ${LIMIT_MOST}`, { parameter: 'limit' })
}

function bookmarkOf(text: string | undefined): Bookmark | undefined {
  if (text === undefined) return undefined
  const [, createdAt, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? []
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id }
  throw new AppError('invalid_request', 'before must be the next of an earlier page', { parameter: 'before' })
}
