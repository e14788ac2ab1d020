/** What the document says about /v1/results. */
import { type Static, Type } from 'typebox'
import type { Config } from '../../config/config.js'
import { noSuchResult } from '../../service/images/results.js'
import { named } from '../document/named-schemas.js'
import type { Fields } from '../fields.js'
import { limitsInWords } from '../limits-in-words.js'
import { RESULT_KINDS } from '../result-kinds.js'
import { answer, refusals, TAKES_NONE } from './answers.js'
import { querySchema } from './query.js'

export const OPERATIONS = Object.values(RESULT_KINDS).flat()

const time = (description: string) => Type.String({ format: 'date-time', description })

const KeptResult = named(
  'KeptResult',
  Type.Object({
    id: Type.String(),
    url: Type.String({ format: 'uri', description: 'Where the picture is; it needs no key.' }),
    operation: Type.String({ description: 'What made it, such as `remove`.' }),
    content_type: Type.String(),
    bytes: Type.Integer(),
    created_at: time('In UTC.'),
    expires_at: time('When it is deleted.'),
    name: Type.Optional(Type.String({ description: 'Given by its owner on the account page; absent without one.' })),
  }),
)
export type KeptResult = Static<typeof KeptResult>

const next = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const KeptResults = named(
  'KeptResults',
  Type.Object({
    results: Type.Array(KeptResult),
    next: next('To be sent as `before` for the next page, which may be empty; null on the last one.'),
  }),
)

const Deletion = named(
  'Deletion',
  Type.Object({
    deleted: Type.Integer({ description: 'How many were deleted by this call.' }),
    next: next('To be sent as `before` while there are more; null when all are gone.'),
  }),
)

const NAME = 'n4SRpJxXQp8Wq2ctV0aYz1Lk'
const EXAMPLE = {
  id: NAME,
  url: `https://photos.example.com/r/${NAME}.png`,
  operation: 'remove',
  content_type: 'image/png',
  bytes: 482_133,
  created_at: '2026-11-30T12:00:00.250Z',
  expires_at: '2026-12-03T12:00:00.250Z',
  name: 'Red chair',
}
const NEXT = `1796040000250.${NAME}`

const refused = {
  400: {
    meaning: 'A parameter is missing, unknown or not allowed; nothing was deleted',
    examples: {
      'not meant': 'confirm is missing; it must be the word all, to delete all results of the account',
      'bad value': "limit must be a whole number from 1 to 100; got '1000'",
    },
  },
  404: {
    meaning: 'The account has no such result: it never existed, has expired, was deleted, or is another account’s',
    examples: { 'no result': noSuchResult().message },
  },
}

const about = {
  tags: ['Results'],
  params: Type.Object({ id: Type.String({ description: 'The `id` of a result: its address without the extension.' }) }),
}
const UNCOUNTED = 'Needs the scope `results`. Not counted against the rate.'

export function resultSchemas(config: Config, listFields: Fields, deletionFields: Fields) {
  const { tags, params } = about
  return {
    list: {
      tags,
      operationId: 'listResults',
      summary: 'The results that are kept',
      description:
        'All results of the account that have not expired, whichever key made them, newest first, a page at a time. ' +
        `They are kept for ${limitsInWords(config).resultLife}; those of /v1.0 with an \`Idempotency-Key\` for a day. ${UNCOUNTED}`,
      querystring: querySchema(listFields),
      response: {
        200: answer('A page of results.', KeptResults, {}, { 'a page': { results: [EXAMPLE], next: NEXT } }),
        ...refusals([400, 401, 403, 500, 503], false, refused),
      },
    },
    get: {
      tags,
      params,
      operationId: 'describeResult',
      summary: 'A result of the account',
      description: UNCOUNTED,
      response: {
        200: answer('The result.', KeptResult, {}, { 'a result': EXAMPLE }),
        ...refusals([400, 401, 403, 404, 500, 503], false, { ...refused, ...TAKES_NONE }),
      },
    },
    delete: {
      tags,
      params,
      operationId: 'deleteResult',
      summary: 'Delete a result',
      description: `Its picture, its address and its name are gone at once. What was charged for it stays in the history. ${UNCOUNTED}`,
      response: {
        200: answer('It is deleted.', Deletion, {}, { 'one result': { deleted: 1, next: null } }),
        ...refusals([400, 401, 403, 404, 500, 503], false, { ...refused, ...TAKES_NONE }),
      },
    },
    deleteAll: {
      tags,
      operationId: 'deleteResults',
      summary: 'Delete all results',
      description:
        'All results of the account, whichever key made them, up to 1,000 per call: while `next` is not null, call again ' +
        'with it as `before`. Requests that are still running keep theirs, and so does what is made after the first ' +
        `call. What was charged stays in the history. ${UNCOUNTED}`,
      querystring: querySchema(deletionFields),
      response: {
        200: answer('How many were deleted.', Deletion, {}, { 'the first of many': { deleted: 1000, next: NEXT } }),
        ...refusals([400, 401, 403, 500, 503], false, refused),
      },
    },
  }
}
