/** Result pictures at their unguessable addresses, until they expire. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { AppError } from '../base/errors.js'
import type { ByteRange, ResultRecord } from '../service/images/results.js'
import type { HttpParts } from './parts.js'
import { resultSchema } from './result-document.js'
import { NO_RESULT } from './v1/answers.js'

/** As the API document writes it. */
export const RESULT_PATH = '/r/{name}'

export function resultRoutes(
  app: FastifyInstance,
  { results, clock, config }: Pick<HttpParts, 'results' | 'clock' | 'config'>,
): void {
  app.get<{ Params: { name: string } }>('/r/:name', { schema: resultSchema(config) }, async (request, reply) => {
    const result = await results.findByName(request.params.name)
    if (!result) throw gone()

    if (isKnown(request, result)) return describe(reply, result, clock()).code(304).send()

    // The link is for this request and signed for GET; clients keep the address of the result.
    const link = request.method === 'GET' ? await results.linkTo(result) : undefined
    if (link) return reply.header('Cache-Control', 'no-store').redirect(link, 302)

    const range = requestedRange(request, result.bytes)
    if (range === 'unsatisfiable') {
      return reply.code(416).header('Content-Range', `bytes */${result.bytes}`).send()
    }
    const body = await results.read(result.objectKey, range)
    if (!body) throw gone()
    describe(reply, result, clock()) // only now: a 404 must not be cached for days
    const { start, end } = range ?? { start: 0, end: result.bytes - 1 }
    if (range) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${result.bytes}`)
    return reply.header('Content-Length', String(end - start + 1)).send(body)
  })
}

const gone = (): AppError => new AppError('not_found', NO_RESULT)

/** A result never changes, so its id is its tag. */
const etagOf = (result: ResultRecord): string => `"${result.id}"`

/** RFC 9110: a list, compared weakly, because a proxy that compresses marks our tag as weak. */
function isKnown(request: FastifyRequest, result: ResultRecord): boolean {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return known.includes('*') || known.includes(etagOf(result))
}

function describe(reply: FastifyReply, result: ResultRecord, now: number): FastifyReply {
  const secondsLeft = Math.max(0, Math.floor((result.expiresAt - now) / 1000))
  return reply
    .type(result.contentType)
    .header('Cache-Control', `public, max-age=${secondsLeft}, immutable`)
    .header('ETag', etagOf(result))
    .header('Accept-Ranges', 'bytes')
    .header('X-Content-Type-Options', 'nosniff')
}

/** One range is answered as such; several, or a malformed one, with the whole picture, as HTTP allows. */
function requestedRange(request: FastifyRequest, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const header = request.headers.range
  if (!header) return undefined
  const ranges = parseRange(bytes, header)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  return ranges[0]
}
