/**
 * The ID photo formats: size, geometry, colours and file limits of each, with the sources they come from. The data is
 * in catalog/id-photo-specs.json; this file types it and validates it once.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Colour, channelsOf } from './colour.js'
import { readOnce } from './read-catalog.js'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()])
const Range = Type.Tuple([Type.Number(), Type.Number()])
const Ratio = Type.Tuple([Type.Number({ minimum: 0, maximum: 1 }), Type.Number({ minimum: 0, maximum: 1 })])
const PixelBounds = Type.Tuple([nullable(Type.Integer()), nullable(Type.Integer())])

const Spec = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9_]+$' }),
  name: Type.String(),
  /** Search terms for this format; its country's names and its size are found without them. */
  aliases: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  country: Type.String(),
  tier: Type.Enum(['core', 'extended']),
  width_mm: Type.Number({ exclusiveMinimum: 0 }),
  height_mm: Type.Number({ exclusiveMinimum: 0 }),
  width_px: Type.Integer({ minimum: 1 }),
  height_px: Type.Integer({ minimum: 1 }),
  dpi: Type.Integer({ minimum: 1, maximum: 65_535 }),
  /** Which of the two wins where millimetres and pixels do not quite agree. */
  size_basis: Type.Enum(['mm', 'px']),
  /** Sizes that an upload portal accepts; null means no limit. */
  px_range: nullable(Type.Object({ w: PixelBounds, h: PixelBounds, aspect: Type.Optional(Type.String()) })),
  /** Colour names; the authority prefers the first. */
  backgrounds: Type.Array(Type.String(), { minItems: 1 }),
  default_background: Type.String(),
  /** What this authority counts as the top of the head. */
  crown: Type.Enum(['hair', 'skull']),
  head_height_mm: nullable(Range),
  /** Like all ratios here, relative to the height of the picture. */
  head_ratio: Ratio,
  eye_line_from_bottom_ratio: nullable(Ratio),
  /** False: the range is our own tolerance, not a rule of the authority. */
  eye_line_official: Type.Boolean(),
  top_margin: nullable(Type.Object({ mm: nullable(Range), ratio: Ratio, official: Type.Boolean() })),
  chin_to_bottom_mm_min: nullable(Type.Number()),
  head_width_mm: nullable(Range),
  target: Type.Object({ head: Type.Number(), top: Type.Number() }),
  geometry_basis: Type.Enum(['official', 'secondary', 'default']),
  min_kb: nullable(Type.Number()),
  max_kb: nullable(Type.Number()),
  formats: Type.Array(Type.String()),
  edited_background_policy: Type.Enum(['unknown', 'rejected', 'in_person_or_certified']),
  confidence: Type.Enum(['high', 'medium', 'low']),
  sources: Type.Array(Type.String(), { minItems: 1 }),
  evidence: Type.String(),
  note: Type.String(),
  /** False where the authority forbids rotating the picture: a tilted head then stays tilted. */
  rotate: Type.Optional(Type.Boolean()),
})

const Catalog = Type.Object({
  colors: Type.Record(Type.String(), Type.String({ pattern: '^#[0-9A-F]{6}$' })),
  /** What people call each country, in English and in its own language. */
  countries: Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 }))),
  specs: Type.Array(Spec),
})

export type IdPhotoSpec = Static<typeof Spec>

export interface IdPhotoCatalog {
  readonly specs: readonly IdPhotoSpec[]
  /** Background colours by name, as #RRGGBB. */
  readonly colors: Readonly<Record<string, string>>
  /** Names by the countries' codes. */
  readonly countries: Readonly<Record<string, readonly string[]>>
}

export function parseIdPhotoCatalog(data: unknown): IdPhotoCatalog {
  const [problem] = Value.Errors(Catalog, data)
  if (problem) throw new Error(`ID photo catalogue: ${problem.instancePath || '/'} ${problem.message}`)
  const catalog = data as IdPhotoCatalog
  const ids = catalog.specs.map(({ id }) => id)
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index)
  if (duplicate) throw new Error(`ID photo catalogue: ${duplicate} is listed twice`)
  for (const { id, country, backgrounds, default_background } of catalog.specs) {
    if (!(country in catalog.countries)) throw new Error(`ID photo catalogue: ${id} has the unknown country ${country}`)
    const unknown = [...backgrounds, default_background].find((name) => !(name in catalog.colors))
    if (unknown) throw new Error(`ID photo catalogue: ${id} has the unknown colour ${unknown}`)
  }
  return catalog
}

export const idPhotoCatalog = readOnce('id-photo-specs.json', parseIdPhotoCatalog)

/** Case-insensitive. */
export const findSpec = (id: string): IdPhotoSpec | undefined =>
  idPhotoCatalog().specs.find((spec) => spec.id === id.toLowerCase())

/** All other names of a format: its own aliases and its country's names. */
export const aliasesOf = ({ aliases = [], country }: IdPhotoSpec): readonly string[] => [
  ...aliases,
  ...(idPhotoCatalog().countries[country] ?? []),
]

/** By its name in the catalogue, case-insensitively. */
export function findBackground(name: string): Colour | undefined {
  const { colors } = idPhotoCatalog()
  const hex = Object.hasOwn(colors, name.toLowerCase()) ? colors[name.toLowerCase()] : undefined
  const [r, g, b] = channelsOf(hex ?? '')
  return r === undefined ? undefined : { r, g: g!, b: b! }
}

/** What a photo of this format is put on where nobody asks for another colour. */
export const defaultBackground = ({ default_background }: IdPhotoSpec): Colour => findBackground(default_background)!

/** A format that lists no colour belongs to no authority: all are allowed. */
export function isAllowedBackground({ backgrounds }: IdPhotoSpec, { r, g, b }: Colour): boolean {
  if (backgrounds.length === 0) return true
  return backgrounds.some((name) => {
    const allowed = findBackground(name)
    return allowed?.r === r && allowed.g === g && allowed.b === b
  })
}
