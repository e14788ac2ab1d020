/** GET /v1/usage: images and credits of the account, by day and by operation. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { reader } from '../../parameters/reader.js'
import { apiKeyOf } from '../auth.js'
import { named } from '../document/named-schemas.js'
import { field } from '../fields.js'
import type { HttpParts } from '../parts.js'
import { answer, refusals } from './answers.js'
import { keyRouteOptions, querySchema, readQuery } from './query.js'

/** Whether there is such a day is for the history to say. */
const day = reader('a day, such as 2026-11-30', (text) => text, { type: 'string', format: 'date' })

const fields = {
  from: field(day, 'The first day, in UTC; 29 days before the last one unless given.'),
  to: field(day, 'The last day, in UTC, at most 366 days with the first; today unless given.'),
}

const amounts = {
  images: Type.Integer({ description: 'Finished images, free ones included.' }),
  credits: Type.Integer({ description: 'What was charged for them.' }),
}

const Usage = named(
  'Usage',
  Type.Object({
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...amounts }), {
      description: 'Every day from the first to the last, oldest first.',
    }),
    operations: Type.Array(
      Type.Object({
        operation: Type.Union([Type.String(), Type.Null()], {
          description: 'Such as `remove`; `cutout` is that of /v1.0; null: free images of all operations.',
        }),
        ...amounts,
      }),
      { description: 'The same images by operation, over all these days.' },
    ),
  }),
)

const EXAMPLE = {
  days: [
    { day: '2026-11-29', images: 0, credits: 0 },
    { day: '2026-11-30', images: 14, credits: 13 },
  ],
  operations: [
    { operation: 'id-photo', images: 2, credits: 2 },
    { operation: 'remove', images: 11, credits: 11 },
    { operation: null, images: 1, credits: 0 },
  ],
}

const refused = {
  400: {
    meaning: 'A parameter is unknown, is no day, or the days are too many',
    examples: { 'no day': 'from must be a day like 2026-11-30' },
  },
}

export function usageRoute(scope: FastifyInstance, parts: Pick<HttpParts, 'keys' | 'history'>): void {
  const schema = {
    tags: ['Account'],
    operationId: 'getUsage',
    summary: 'Images and credits by day',
    description:
      'Of all keys of the account, as the account page shows it; deleted results still count. Needs the scope ' +
      '`account`. Not counted against the rate.',
    querystring: querySchema(fields),
    response: {
      200: answer('Days in UTC.', Usage, {}, { 'two days': EXAMPLE }),
      ...refusals([400, 401, 403, 500, 503], false, refused),
    },
  }
  scope.get('/usage', keyRouteOptions(parts, schema, 'account'), async (request) =>
    parts.history.usage(apiKeyOf(request).accountId, readQuery(fields, request)),
  )
}
