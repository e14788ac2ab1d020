/** The account's results that have not expired: a list, thumbnails, names, downloads, and early deletion. */
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { choice } from '../../parameters/words.js'
import { noSuchResult, type ResultRecord } from '../../service/images/results.js'
import { hasThumbnail } from '../../service/images/thumbnails.js'
import { clientGoneSignal } from '../client-gone.js'
import { bookmarkText, pageRequestOf, queryValue } from '../paging.js'
import type { HttpParts } from '../parts.js'
import { resultAddress } from '../result-address.js'
import { RESULT_KINDS } from '../result-kinds.js'
import type { ListedResult } from './answers.js'
import { type ById, readBody } from './body.js'
import { requireSession, sessionOf } from './guard.js'

const PAGE = 24
const MAX_AT_ONCE = 200

const kind = choice<readonly string[]>(RESULT_KINDS)

const DeletionBody = Type.Object({
  ids: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_AT_ONCE,
    description: `a list of 1 to ${MAX_AT_ONCE} ids`,
  }),
})

const MAX_NAME_LENGTH = 80
const NameBody = Type.Object({
  name: Type.String({ maxLength: MAX_NAME_LENGTH, description: `a text of at most ${MAX_NAME_LENGTH} characters` }),
})

export function resultRoutes(
  scope: FastifyInstance,
  parts: Pick<HttpParts, 'results' | 'makeThumbnail' | 'clock' | 'addresses'>,
): void {
  const { results, makeThumbnail, clock } = parts
  const signedIn = { onRequest: requireSession }
  const ownResult = (request: FastifyRequest<ById>): Promise<ResultRecord> =>
    results.findOwn(sessionOf(request).accountId, request.params.id)

  scope.get('/results', signedIn, async (request) => {
    const { accountId } = sessionOf(request)
    const { items, next } = await results.list(
      accountId,
      pageRequestOf(request, PAGE),
      queryValue(request, 'kind', kind),
    )
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

  // Not from the address of the result: browsers let a page name downloads only from its own host.
  scope.get<ById>('/results/:id/file', signedIn, async (request, reply) => {
    const result = await ownResult(request)
    const body = await results.read(result.objectKey)
    if (!body) throw noSuchResult()
    return reply
      .type(result.contentType)
      .header('Content-Length', String(result.bytes))
      .header('Content-Disposition', 'attachment') // a name here would override the page's
      .send(body)
  })

  scope.patch<ById>('/results/:id', signedIn, async (request) => {
    const result = await ownResult(request)
    return describe(parts, await results.rename(result, readBody(NameBody, request).name))
  })

  scope.post('/results/delete', signedIn, async (request) => {
    const { ids } = readBody(DeletionBody, request)
    return { deleted: await results.removeOwn(sessionOf(request).accountId, ids) }
  })

  scope.delete<ById>('/results/:id', signedIn, async (request, reply) => {
    await results.remove(await ownResult(request))
    return reply.code(204).send()
  })
}

/** For results without a name of their own, such as cutout-2026-11-16-130509.png, in UTC. */
function fileNameOf({ operation, createdAt, objectKey }: ResultRecord): string {
  const kind =
    Object.entries<readonly string[]>(RESULT_KINDS).find(([, of]) => of.includes(operation))?.[0] ?? operation
  const time = new Date(createdAt).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  return `${kind}-${time}${path.extname(objectKey)}`
}

const describe = (parts: Pick<HttpParts, 'addresses'>, result: ResultRecord): ListedResult => ({
  id: result.id,
  url: resultAddress(parts, result.objectKey),
  thumbnailUrl: hasThumbnail(result) ? `/web/results/${result.id}/thumbnail` : null,
  fileUrl: `/web/results/${result.id}/file`,
  fileName: fileNameOf(result),
  name: result.name,
  operation: result.operation,
  contentType: result.contentType,
  bytes: result.bytes,
  createdAt: result.createdAt,
  expiresAt: result.expiresAt,
})
