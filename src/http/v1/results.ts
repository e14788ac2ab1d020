/** /v1/results: what the account's keys have made and still keep, listed and deleted by any of them. */
import type { FastifyInstance } from 'fastify'
import { reader } from '../../parameters/reader.js'
import { oneOf } from '../../parameters/words.js'
import type { ResultRecord } from '../../service/images/results.js'
import { apiKeyOf } from '../auth.js'
import { answerPreflight } from '../cors.js'
import { field, requiredField } from '../fields.js'
import { bookmark, bookmarkText, pageLimit } from '../paging.js'
import type { HttpParts } from '../parts.js'
import { resultAddress } from '../result-address.js'
import { keyRouteOptions, readQuery } from './query.js'
import { type KeptResult, OPERATIONS, resultSchemas } from './result-schemas.js'

type ResultParts = Pick<HttpParts, 'keys' | 'results' | 'addresses' | 'config'>

interface ById {
  Params: { id: string }
}

const PAGE = '50'

const listFields = {
  operation: field(oneOf(OPERATIONS), 'Only results of this operation; `cutout` is that of /v1.0.'),
  limit: field(pageLimit, 'How many at most.', PAGE),
  before: field(bookmark, 'The `next` of the page before; the newest results unless given.'),
}

const allWord = reader(
  'the word all, to delete all results of the account',
  (text, refuse) => (text === 'all' ? text : refuse()),
  { type: 'string', enum: ['all'] },
)

const deletionFields = {
  confirm: requiredField(allWord, 'Deletion of everything has to be meant: a slip in an address deletes nothing.'),
  before: field(bookmark, 'The `next` of the answer before, to go on.'),
}

export function resultRoutes(scope: FastifyInstance, parts: ResultParts): void {
  const { results } = parts
  const schemas = resultSchemas(parts.config, listFields, deletionFields)
  for (const path of ['/results', '/results/*']) answerPreflight(scope, path, { methods: 'GET, DELETE, OPTIONS' })

  scope.get('/results', keyRouteOptions(parts, schemas.list, 'results'), async (request) => {
    const { operation, limit, before } = readQuery(listFields, request)
    const operations = operation && [operation]
    const { items, next } = await results.list(apiKeyOf(request).accountId, { limit, before }, operations)
    return { results: items.map((result) => describe(parts, result)), next: bookmarkText(next) }
  })

  scope.delete('/results', keyRouteOptions(parts, schemas.deleteAll, 'results'), async (request) => {
    const { before } = readQuery(deletionFields, request)
    const { removed, next } = await results.removeAll(apiKeyOf(request).accountId, before)
    return { deleted: removed, next: bookmarkText(next) }
  })

  scope.get<ById>('/results/:id', keyRouteOptions(parts, schemas.get, 'results'), async (request) =>
    describe(parts, await results.findOwn(apiKeyOf(request).accountId, request.params.id)),
  )

  scope.delete<ById>('/results/:id', keyRouteOptions(parts, schemas.delete, 'results'), async (request) => {
    await results.remove(await results.findOwn(apiKeyOf(request).accountId, request.params.id))
    return { deleted: 1, next: null }
  })
}

const describe = (parts: ResultParts, result: ResultRecord): KeptResult => ({
  id: result.id,
  url: resultAddress(parts, result.objectKey),
  operation: result.operation,
  content_type: result.contentType,
  bytes: result.bytes,
  created_at: new Date(result.createdAt).toISOString(),
  expires_at: new Date(result.expiresAt).toISOString(),
  ...(result.name !== null && { name: result.name }),
})
