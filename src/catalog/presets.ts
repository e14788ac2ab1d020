/**
 * What shops, marketplaces and networks ask of a picture: canvas, fill, background, format and weight of each, with the
 * sources they come from. The data is in catalog/presets.json; this file types it and validates it once.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readOnce } from './read-catalog.js'

export const PRESET_GROUPS = ['marketplace', 'shop', 'social', 'profile'] as const

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()])
const Percent = Type.Number({ minimum: 10, maximum: 100 })
const Pixels = Type.Integer({ minimum: 1 })

const Preset = Type.Object({
  id: Type.String({ pattern: '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' }),
  name: Type.String(),
  aliases: Type.Array(Type.String({ pattern: '^[a-z0-9_-]+$' })),
  group: Type.Enum([...PRESET_GROUPS]),
  /** What we make: a good size within the rule. */
  canvas: Type.String({ pattern: '^\\d+x\\d+$' }),
  fill: Percent,
  /** What is accepted; null: nothing is said. */
  fill_range: nullable(Type.Tuple([Percent, Percent])),
  align: Type.Enum(['centre', 'bottom', 'optical']),
  background: Type.String({ pattern: '^(#[0-9A-F]{6}|transparent)$' }),
  /** False: any other will do. */
  background_required: Type.Boolean(),
  round: Type.Boolean(),
  format: Type.Enum(['jpg', 'png', 'webp']),
  /** In kB of 1000 bytes. */
  max_kb: nullable(Type.Number({ minimum: 1 })),
  /** Bounds of the longer side. */
  min_side: nullable(Pixels),
  max_side: nullable(Pixels),
  note: Type.String(),
  sources: Type.Array(Type.String()),
  checked: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  confidence: Type.Enum(['high', 'medium', 'low']),
})

const Catalog = Type.Object({ presets: Type.Array(Preset, { minItems: 1 }) })

export type Preset = Readonly<Static<typeof Preset>>

export function parsePresets(data: unknown): readonly Preset[] {
  const [problem] = Value.Errors(Catalog, data)
  if (problem) throw new Error(`Preset catalogue: ${problem.instancePath || '/'} ${problem.message}`)
  const { presets } = data as Static<typeof Catalog>
  const names = presets.flatMap(({ id, aliases }) => [id, ...aliases])
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`Preset catalogue: ${twice} is listed twice`)
  return presets
}

export const presets = readOnce('presets.json', parsePresets)

/** By its id or another name, in any case. */
export function findPreset(name: string): Preset | undefined {
  const wanted = name.toLowerCase()
  return presets().find(({ id, aliases }) => id === wanted || aliases.includes(wanted))
}
