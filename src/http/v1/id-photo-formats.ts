/** What `GET /v1/id-photo/specs` answers, as the document shows it. */
import { Type } from 'typebox'
import { named } from '../document/named-schemas.js'

const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] })
const pair = (description: string): object => ({
  type: 'array',
  prefixItems: [{ type: 'number' }, { type: 'number' }],
  items: false,
  minItems: 2,
  description,
})
const unsafe = (schema: object) => Type.Unsafe<unknown>(schema)
const word = (words: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: words, description })

const IdPhotoFormat = named(
  'IdPhotoFormat',
  Type.Object({
    id: Type.String({ description: 'The value of `spec`.' }),
    name: Type.String(),
    aliases: Type.Array(Type.String(), { description: 'Other names for it.' }),
    country: Type.String({ description: 'Its code, or `INT`.' }),
    width_mm: Type.Number(),
    height_mm: Type.Number(),
    width_px: Type.Integer(),
    height_px: Type.Integer(),
    dpi: Type.Integer(),
    backgrounds: Type.Array(Type.String(), { description: 'Colours that the authority allows; it prefers the first.' }),
    default_background: Type.String(),
    min_kb: unsafe(orNull({ type: 'number' })),
    max_kb: unsafe(orNull({ type: 'number' })),
    crown: word(['hair', 'skull'], 'What counts as the top of the head.'),
    head_ratio: unsafe(pair('Smallest and largest height of the head.')),
    eye_line_from_bottom_ratio: unsafe(orNull(pair('Lowest and highest position of the eyes.'))),
    top_margin: unsafe(
      orNull({
        type: 'object',
        required: ['mm', 'ratio', 'official'],
        properties: {
          mm: orNull(pair('In millimetres.')),
          ratio: pair('Smallest and largest room above the head.'),
          official: { type: 'boolean', description: 'False: our own tolerance, not a rule of the authority.' },
        },
      }),
    ),
    target: Type.Object({ head: Type.Number(), top: Type.Number() }, { description: 'What we aim at.' }),
    edited_background_policy: word(
      ['unknown', 'rejected', 'in_person_or_certified'],
      'Whether the authority accepts photos whose background was edited.',
    ),
    note: Type.String(),
  }),
)

export const IdPhotoFormats = named(
  'IdPhotoFormats',
  Type.Object({
    specs: Type.Array(IdPhotoFormat),
    colors: Type.Record(Type.String(), Type.String(), { description: 'Background colours by name, as #RRGGBB.' }),
    warnings: Type.Record(Type.String(), Type.String(), { description: 'What the codes of `X-Warnings` mean.' }),
    faults: Type.Array(Type.String(), { description: 'Codes of `warnings` that concern the photo.' }),
    notes: Type.Array(Type.String(), { description: 'Codes of `warnings` that concern what the authority accepts.' }),
  }),
)
