/** The results that are still there, small pictures of them, and deletion before their time. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResultRecord } from '../../db/port.js'
import { AppError } from '../../errors.js'
import { removeResults } from '../../service/remove-results.js'
import { createThumbnails, hasThumbnail } from '../../service/thumbnails.js'
import { clientGoneSignal } from '../client-gone.js'
import type { HttpParts } from '../parts.js'
import { requireSession, sessionOf } from './guard.js'
import { readPage } from './paging.js'

const PAGE = 24

interface ById {
  Params: { id: string }
}

export function resultRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { db, clock } = parts
  const signedIn = { onRequest: requireSession }
  const makeThumbnail = createThumbnails(parts)

  const ownResult = async (request: FastifyRequest<ById>): Promise<ResultRecord> => {
    const result = await db.results.find(request.params.id)
    if (result?.accountId !== sessionOf(request).accountId) throw new AppError('not_found', 'You have no such result')
    return result
  }

  scope.get('/results', signedIn, async (request) => {
    const { accountId } = sessionOf(request)
    const { items, next } = await readPage(request, PAGE, (page) => db.results.page(accountId, page))
    return { results: items.map((result) => describe(parts, result)), next }
  })

  scope.get<ById>('/results/:id/thumbnail', signedIn, async (request, reply) => {
    const result = await ownResult(request)
    const etag = `"${result.id}"`
    const secondsLeft = Math.max(0, Math.floor((result.expiresAt - clock()) / 1000))
    const cache = { ETag: etag, 'Cache-Control': `private, max-age=${secondsLeft}, immutable` }
    if (request.headers['if-none-match'] === etag) return reply.code(304).headers(cache).send()
    const { bytes, contentType } = await makeThumbnail(result, clientGoneSignal(reply))
    return reply.headers(cache).type(contentType).send(bytes)
  })

  scope.delete<ById>('/results/:id', signedIn, async (request, reply) => {
    await removeResults(parts, [await ownResult(request)])
    return reply.code(204).send()
  })
}

const describe = ({ addresses }: HttpParts, result: ResultRecord) => ({
  id: result.id,
  url: `${addresses.cdn()}/r/${result.objectKey}`,
  thumbnailUrl: hasThumbnail(result) ? `/web/results/${result.id}/thumbnail` : null,
  operation: result.operation,
  contentType: result.contentType,
  bytes: result.bytes,
  createdAt: result.createdAt,
  expiresAt: result.expiresAt,
})
