/** The account's results that have not expired: a list, small pictures, names, downloads, and early deletion. */
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../errors.js'
import type { ResultRecord } from '../../service/results.js'
import { hasThumbnail } from '../../service/thumbnails.js'
import { clientGoneSignal } from '../client-gone.js'
import type { HttpParts } from '../parts.js'
import { readBody } from './body.js'
import { requireSession, sessionOf } from './guard.js'
import { bookmarkText, pageRequestOf, queryText } from './paging.js'

const PAGE = 24
const MAX_AT_ONCE = 200

const KINDS: Readonly<Record<string, readonly string[]>> = {
  cutout: ['remove', 'cutout'],
  'id-photo': ['id-photo'],
  'portrait-style': ['portrait-style'],
}

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
    const { items, next } = await results.list(accountId, pageRequestOf(request, PAGE), operationsIn(request))
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

  // From here rather than from the address of the result: browsers let the page name only what comes from its own host.
  scope.get<ById>('/results/:id/file', signedIn, async (request, reply) => {
    const result = await ownResult(request)
    const body = await results.read(result.objectKey)
    if (!body) throw new AppError('not_found', 'You have no such result')
    return reply
      .type(result.contentType)
      .header('Content-Length', String(result.bytes))
      .header('Content-Disposition', 'attachment') // a name here would win over the page's
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

/** By what it is called on the page: both dialects have a name for cut-outs. */
function operationsIn(request: FastifyRequest): readonly string[] | undefined {
  const kind = queryText(request, 'kind')
  if (kind === undefined) return undefined
  if (Object.hasOwn(KINDS, kind)) return KINDS[kind]
  const message = `kind must be one of ${Object.keys(KINDS).join(', ')}`
  throw new AppError('invalid_request', message, { parameter: 'kind' })
}

/** For results that nobody has named. Such as cutout-2026-11-16-130509.png, in UTC. */
function fileNameOf({ operation, createdAt, objectKey }: ResultRecord): string {
  const kind = Object.keys(KINDS).find((each) => KINDS[each]?.includes(operation)) ?? operation
  const time = new Date(createdAt).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  return `${kind}-${time}${path.extname(objectKey)}`
}

const describe = ({ addresses }: HttpParts, result: ResultRecord) => ({
  id: result.id,
  url: `${addresses.cdn()}/r/${result.objectKey}`,
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
