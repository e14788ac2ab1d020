/** GET /v1/presets: what shops and networks ask for, and what the warnings of cut-outs mean. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { listPresets } from '../catalog.js'
import { named } from '../document/named-schemas.js'
import type { HttpParts } from '../parts.js'
import { answer, refusals, TAKES_NONE } from './answers.js'
import { keyRouteOptions } from './query.js'

const orNull = (schema: object) => Type.Unsafe<unknown>({ anyOf: [schema, { type: 'null' }] })

const Presets = named(
  'Presets',
  Type.Object({
    presets: Type.Array(
      named(
        'Preset',
        Type.Object({
          id: Type.String({ description: 'The value of `preset`.' }),
          name: Type.String(),
          aliases: Type.Array(Type.String(), { description: 'Other values of `preset` for it.' }),
          group: Type.String({ description: '`marketplace`, `shop`, `social` or `profile`.' }),
          width: Type.Integer(),
          height: Type.Integer(),
          fill: Type.Number({ description: 'The subject’s longer side, in percent of the canvas.' }),
          fill_range: orNull({
            type: 'array',
            prefixItems: [{ type: 'number' }, { type: 'number' }],
            items: false,
            minItems: 2,
            description: 'What is accepted.',
          }),
          align: Type.String(),
          background: Type.String({ description: 'As `#RRGGBB`, or `transparent`.' }),
          background_required: Type.Boolean(),
          round: Type.Boolean({ description: 'Transparent outside of a circle.' }),
          format: Type.String(),
          max_kb: orNull({ type: 'number', description: 'In kB of 1000 bytes.' }),
          min_side: orNull({ type: 'integer', description: 'Of the longer side, in pixels.' }),
          max_side: orNull({ type: 'integer' }),
          note: Type.String({ description: 'What else is asked for, which nobody can check here.' }),
          sources: Type.Array(Type.String()),
          checked: Type.String({ description: 'When the sources were read.' }),
          confidence: Type.String({ description: '`high`: the platform’s own figures; `medium`: others’ of it.' }),
        }),
      ),
    ),
    warnings: Type.Record(Type.String(), Type.String(), { description: 'What the codes of `X-Warnings` mean.' }),
  }),
)

export function presetsRoute(scope: FastifyInstance, parts: Pick<HttpParts, 'keys'>): void {
  const schema = {
    tags: ['Images'],
    operationId: 'listPresets',
    summary: 'Presets for shops and networks',
    description:
      'What marketplaces, shops and networks ask of a picture, by `preset` of `POST /v1/remove`. Not counted against the rate.',
    response: { 200: answer('Ids are stable.', Presets), ...refusals([400, 401, 403, 500, 503], false, TAKES_NONE) },
  }
  scope.get('/presets', keyRouteOptions(parts, schema), async () => listPresets())
}
