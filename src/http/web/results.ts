/** The account's results that have not expired, small pictures of them, and early deletion. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResultRecord } from '../../service/results.js'
import { hasThumbnail } from '../../service/thumbnails.js'
import { clientGoneSignal } from '../client-gone.js'
import type { HttpParts } from '../parts.js'
import { requireSession, sessionOf } from './guard.js'
import { bookmarkText, pageRequestOf } from './paging.js'

const PAGE = 24

interface ById {
  Params: { id: string }
}

export function resultRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { results, makeThumbnail, clock } = parts
  const signedIn = { onRequest: requireSession }
  const ownResult = (request: FastifyRequest<ById>): Promise<ResultRecord> =>
    results.findOwn(sessionOf(request).accountId, request.params.id)

  scope.get('/results', signedIn, async (request) => {
    const { accountId } = sessionOf(request)
    const { items, next } = await results.list(accountId, pageRequestOf(request, PAGE))
    return { results: items.map((result) => describe(parts, result)), next: bookmarkText(next) }
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
    await results.remove(await ownResult(request))
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
