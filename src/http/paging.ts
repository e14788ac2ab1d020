/** Which page of a long list is wanted, and where the next one begins. */
import type { FastifyRequest } from 'fastify'
import { numberWithin } from '../parameters/numbers.js'
import { type Reader, reader } from '../parameters/reader.js'
import type { Bookmark, PageRequest } from '../service/accounts/paging.js'

export const pageLimit = numberWithin({ min: 1, max: 100, whole: true })

export function pageRequestOf(request: FastifyRequest, usualLimit: number): PageRequest {
  return {
    limit: queryValue(request, 'limit', pageLimit) ?? usualLimit,
    before: queryValue(request, 'before', bookmark),
  }
}

/** Sent back as `before`; null on the last page. */
export const bookmarkText = (next: Bookmark | undefined): string | null =>
  next ? `${next.createdAt}.${next.id}` : null

export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  return (Array.isArray(value) ? value.at(-1) : value) || undefined
}

export function queryValue<T>(request: FastifyRequest, name: string, reader: Reader<T>): T | undefined {
  const text = queryText(request, name)
  return text === undefined ? undefined : reader.read(text, name)
}

export const bookmark: Reader<Bookmark> = reader('a `next` value from an earlier page', (text, refuse) => {
  const [, createdAt, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? []
  return createdAt !== undefined && id !== undefined ? { createdAt: Number(createdAt), id } : refuse()
})
