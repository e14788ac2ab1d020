/** Which page of a long list the account page wants. */
import type { FastifyRequest } from 'fastify'
import type { Reader } from '../../parameters/reader.js'
import type { PageRequest } from '../../service/accounts/paging.js'
import { bookmark, pageLimit } from '../paging.js'

export function pageRequestOf(request: FastifyRequest, usualLimit: number): PageRequest {
  return {
    limit: queryValue(request, 'limit', pageLimit) ?? usualLimit,
    before: queryValue(request, 'before', bookmark),
  }
}

export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[] | undefined>)[name]
  return (Array.isArray(value) ? value.at(-1) : value) || undefined
}

export function queryValue<T>(request: FastifyRequest, name: string, reader: Reader<T>): T | undefined {
  const text = queryText(request, name)
  return text === undefined ? undefined : reader.read(text, name)
}
