/**
 * The portrait styles, from catalog/styles.json: name, description and recipe of each. Recipe steps are opaque data
 * here, because only the code that paints them knows which are valid: imaging/style/recipes.ts checks them.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readOnce } from './read-catalog.js'

export const CATEGORIES = ['painting', 'drawing', 'print', 'illustration', 'photo'] as const

/** `do` names the step, the rest are its options. */
const Step = Type.Object({ do: Type.String() }, { additionalProperties: true })

const StyleSchema = Type.Object({
  id: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' }),
  name: Type.String(),
  description: Type.String(),
  category: Type.Enum([...CATEGORIES]),
  tags: Type.Array(Type.String(), { minItems: 1 }),
  /** What someone who wants this style might write; prompts are compared with it. */
  words: Type.String(),
  /** How much the shadows of faces are lifted (imaging/style/sitter/fill-light.ts); with any, skin is evened before. */
  fill: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  /** Painted at the working size (imaging/style/paint.ts). */
  steps: Type.Array(Step, { minItems: 1 }),
  /** Painted at the size of the result, because these steps must come out crisp. */
  finish: Type.Optional(Type.Array(Step)),
  /** How much of the photo's finest detail is added back where the result is larger than the working size. */
  crisp: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
})

type Raw = Static<typeof StyleSchema>
export type StyleEntry = Readonly<Required<Raw>>

export function parseStyleEntries(data: unknown): readonly StyleEntry[] {
  const schema = Type.Array(StyleSchema)
  const [problem] = Value.Errors(schema, data)
  if (problem) throw new Error(`Style catalogue: ${problem.instancePath || '/'} ${problem.message}`)
  const entries = data as Static<typeof schema>
  const ids = new Set(entries.map(({ id }) => id))
  if (ids.size !== entries.length) throw new Error('Style catalogue: an id occurs twice')
  return entries.map(({ finish = [], crisp = 0.3, fill = 0, ...style }) => ({ ...style, finish, crisp, fill }))
}

export const styleEntries = readOnce('styles.json', parseStyleEntries)
