/**
 * Protocol errors, answered in the dialect that was called, as far as that is known. Some never become requests: Node
 * reports a head that is too large, or bytes that are not HTTP, with nothing but the connection.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../base/errors.js'
import type { Dialect } from '../config/settings.js'
import { renderCompatError } from './compat/errors.js'
import type { RenderError } from './dialect.js'
import { rendererAt } from './dialects/index.js'
import { renderWebError } from './private/errors.js'
import { renderV1Error } from './v1/errors.js'

/** What Node passes along when it gives up on a connection. */
interface ParserError {
  readonly code?: string
  /** The bytes at which it gave up. */
  readonly rawPacket?: unknown
}

const problems = new Map<string | undefined, readonly [status: number, message: string]>([
  ['HPE_HEADER_OVERFLOW', [431, 'The head of the request is too large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'The extensions of a chunk are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request took too long to arrive']],
])
const NO_HTTP = [400, 'The request is not valid HTTP'] as const

/** For a client that is still sending; then the connection is cut. */
const LINGER_MS = 1000

/** The latest request of each connection: a body that breaks off belongs to it. */
const latest = new WeakMap<Socket, { readonly url: string; readonly response: ServerResponse }>()
const refused = new WeakSet<Socket>()
const unexpected = new WeakSet<IncomingMessage>()

export function checkProtocol(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unexpected.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', async ({ raw, url }, reply) => {
    latest.set(raw.socket, { url, response: reply.raw })
    // Node would refuse it as well, but with an empty answer.
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
      throw new AppError('invalid_request', 'The header Host is missing')
    }
    if (timesGiven(raw, 'host') > 1) {
      throw new AppError('invalid_request', 'The header Host is given more than once; send it once')
    }
    if (unexpected.has(raw)) throw new AppError('expectation_failed', 'Expect may be 100-continue and nothing else')
  })
}

/** Of headers that may come only once, Node silently keeps the first. */
const timesGiven = ({ rawHeaders }: IncomingMessage, header: string): number =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === header).length

export function answerParserError(
  error: ParserError,
  socket: Socket,
  requestId: string,
  dialects: readonly Dialect[],
): void {
  if (refused.has(socket)) return // Node reports every further piece again
  refused.add(socket)
  const current = latest.get(socket)
  const isAnswered = current?.response.headersSent && !current.response.writableFinished
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) {
    socket.destroy()
    return
  }
  const [status, message] = problems.get(error.code) ?? NO_HTTP
  const url = urlIn(error.rawPacket) ?? current?.url ?? '/'
  const { body } = rendererFor(url, dialects)(new AppError('invalid_request', message), requestId)
  socket.end(answer(status, JSON.stringify(body), requestId))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const urlIn = (packet: unknown): string | undefined =>
  Buffer.isBuffer(packet) ? /^[A-Z]+ (\S{1,200})/.exec(packet.toString('latin1', 0, 300))?.[1] : undefined

function rendererFor(url: string, dialects: readonly Dialect[]): RenderError {
  if (/^\/v1\.0(?![^/?])/.test(url)) return renderCompatError
  return /^\/web(?![^/?])/.test(url) ? renderWebError : (rendererAt(url, dialects) ?? renderV1Error)
}

function answer(status: number, body: string, requestId: string): string {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
