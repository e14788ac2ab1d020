/** The request log: an account's own and, for operators, that of all accounts; in pages or as a file. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reader } from '../../parameters/reader.js'
import type { RequestFilter, RequestLine } from '../../service/accounts/request-log.js'
import { bookmarkText, pageRequestOf, queryText, queryValue } from '../paging.js'
import type { HttpParts } from '../parts.js'
import type { LoggedRequest } from './answers.js'
import { sendCsv } from './csv.js'
import { requireOperator, requireSession, sessionOf } from './guard.js'

const PAGE = 50
const COLUMNS = [
  'time',
  'request_id',
  'key',
  'key_prefix',
  'method',
  'route',
  'status',
  'error',
  'duration_ms',
  'credits',
  'watermark',
]

export function requestRoutes(
  scope: FastifyInstance,
  parts: Pick<HttpParts, 'requestLog' | 'config' | 'accounts'>,
): void {
  const { requestLog, config } = parts
  const daysKept = config.requestLogMs / 86_400_000
  const own = { onRequest: requireSession }
  const ofAll = { onRequest: requireOperator(parts) }
  const ownFilter = (request: FastifyRequest): RequestFilter => ({
    ...filterOf(request),
    accountId: sessionOf(request).accountId,
  })
  const filterOfAll = (request: FastifyRequest): RequestFilter => ({
    ...filterOf(request),
    email: queryText(request, 'email')?.slice(0, 254),
  })

  scope.get('/requests', own, async (request) => {
    const { items, next } = await requestLog.list(ownFilter(request), pageRequestOf(request, PAGE))
    return { requests: items.map(describe), next: bookmarkText(next), daysKept }
  })
  scope.get('/requests.csv', own, async (request, reply) =>
    sendCsv(reply, 'requests', COLUMNS, rowsOf(requestLog.each(ownFilter(request)), cellsOf)),
  )

  scope.get('/operator/requests', ofAll, async (request) => {
    const { items, next } = await requestLog.list(filterOfAll(request), pageRequestOf(request, PAGE))
    const requests = items.map((line) => ({ ...describe(line), email: line.email }))
    return { requests, next: bookmarkText(next), daysKept }
  })
  scope.get('/operator/requests.csv', ofAll, async (request, reply) => {
    const lines = requestLog.each(filterOfAll(request))
    const rows = rowsOf(lines, (line) => [line.email, ...cellsOf(line)])
    return sendCsv(reply, 'requests', ['account', ...COLUMNS], rows)
  })
}

const describe = (line: RequestLine): LoggedRequest => ({
  id: line.id,
  at: line.createdAt,
  keyId: line.keyId,
  keyName: line.keyName,
  keyPrefix: line.keyPrefix,
  method: line.method,
  route: line.route,
  status: line.status,
  code: line.code,
  durationMs: line.durationMs,
  credits: line.credits,
  watermark: line.watermark,
})

const cellsOf = (line: RequestLine) => [
  new Date(line.createdAt).toISOString(),
  line.id,
  line.keyName,
  line.keyPrefix,
  line.method,
  line.route,
  line.status,
  line.code,
  line.durationMs,
  line.credits,
  line.watermark,
]

async function* rowsOf<Row>(lines: AsyncIterable<RequestLine>, toRow: (line: RequestLine) => Row): AsyncGenerator<Row> {
  for await (const line of lines) yield toRow(line)
}

function filterOf(request: FastifyRequest): RequestFilter {
  const text = (name: string): string | undefined => queryText(request, name)?.slice(0, 100)
  return {
    keyId: text('key'),
    route: text('route'),
    code: text('code'),
    statusClass: queryValue(request, 'status', statusClass),
    since: queryValue(request, 'since', time),
    until: queryValue(request, 'until', time),
  }
}

const statusClass = reader('the first digit of a status, 1 to 5', (text, refuse) =>
  /^[1-5]$/.test(text) ? Number(text) : refuse(),
)
const time = reader('a time in milliseconds since 1970', (text, refuse) =>
  /^\d{1,15}$/.test(text) ? Number(text) : refuse(),
)
