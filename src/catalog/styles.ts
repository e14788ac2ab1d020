/**
 * The portrait styles: what each is called and what it is made of, from catalog/styles.json. The steps of a recipe are
 * only data here; what they may be is checked by whoever paints them (imaging/style/recipes.ts).
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
  /** What somebody might say who wants this style; prompts are compared with it. */
  words: Type.String(),
  /** Painted at the size at which it is worked. */
  steps: Type.Array(Step, { minItems: 1 }),
  /** Painted at the size of the result: what must be crisp there. */
  finish: Type.Optional(Type.Array(Step)),
  /** How much of the photo's finest detail comes back where the result is larger than what was painted. */
  crisp: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
})

export type StyleEntry = Readonly<Required<Static<typeof StyleSchema>>>

export function parseStyleEntries(data: unknown): readonly StyleEntry[] {
  const schema = Type.Array(StyleSchema)
  const [problem] = Value.Errors(schema, data)
  if (problem) throw new Error(`Catalogue of styles: ${problem.instancePath || '/'} ${problem.message}`)
  const entries = data as Static<typeof schema>
  const ids = new Set(entries.map(({ id }) => id))
  if (ids.size !== entries.length) throw new Error('Catalogue of styles: an id occurs twice')
  return entries.map(({ finish = [], crisp = 0.3, ...style }) => ({ ...style, finish, crisp }))
}

export const styleEntries = readOnce('styles.json', parseStyleEntries)
