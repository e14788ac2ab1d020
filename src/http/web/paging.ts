/** Which page of a long list is asked for, and how an answer says where the next one begins. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import type { Bookmark, PageRequest } from '../../service/paging.js'

const MAX_LIMIT = 100

export function pageRequestOf(request: FastifyRequest, usualLimit: number): PageRequest {
  const limit = limitOf(queryText(request, 'limit'), usualLimit)
  return { limit, before: bookmarkOf(queryText(request, 'before')) }
}

/** To be sent as `before`; null on the last page. */
export const bookmarkText = (next: Bookmark | undefined): string | null =>
  next ? `${next.createdAt}.${next.id}` : null

export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  return (Array.isArray(value) ? value.at(-1) : value) || undefined
}

function limitOf(text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new AppError('invalid_request', `limit must be a number from 1 to ${MAX_LIMIT}`, { parameter: 'limit' })
}

function bookmarkOf(text: string | undefined): Bookmark | undefined {
  if (text === undefined) return undefined
  const [, createdAt, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? []
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id }
  throw new AppError('invalid_request', 'before must be the next of an earlier page', { parameter: 'before' })
}
