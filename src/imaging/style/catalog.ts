/** The styles: recipes as data in catalog/styles.json. This file gives them a type and checks them once. */
import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Step, stepKinds } from './steps.js'

export const CATEGORIES = ['painting', 'drawing', 'print', 'illustration', 'photo'] as const

const StepSchema = Type.Union(
  Object.entries(stepKinds).map(
    ([name, { options }]): TSchema =>
      Type.Object({ do: Type.Literal(name), ...options }, { additionalProperties: false }),
  ),
)

const StyleSchema = Type.Object({
  id: Type.String({ pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' }),
  name: Type.String(),
  description: Type.String(),
  category: Type.Enum([...CATEGORIES]),
  tags: Type.Array(Type.String(), { minItems: 1 }),
  /** What somebody might say who wants this style; prompts are compared with it. */
  words: Type.String(),
  /** Painted at the size at which it is worked. */
  steps: Type.Array(StepSchema, { minItems: 1 }),
  /** Painted at the size of the result: what must be crisp there. */
  finish: Type.Optional(Type.Array(StepSchema)),
  /** How much of the photo's finest detail comes back where the result is larger than what was painted. */
  crisp: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
})

export interface Recipe {
  readonly steps: readonly Step[]
  readonly finish: readonly Step[]
  readonly crisp: number
}

export interface Style extends Recipe {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly category: (typeof CATEGORIES)[number]
  readonly tags: readonly string[]
  readonly words: string
}

const catalogFile = new URL('../../../catalog/styles.json', import.meta.url)

export const styles: readonly Style[] = parseStyles(JSON.parse(readFileSync(catalogFile, 'utf8')))

export function parseStyles(data: unknown): readonly Style[] {
  const schema = Type.Array(StyleSchema)
  const [problem] = Value.Errors(schema, data)
  if (problem) throw new Error(`Catalogue of styles: ${problem.instancePath || '/'} ${problem.message}`)
  const entries = data as Static<typeof schema>
  const ids = new Set(entries.map(({ id }) => id))
  if (ids.size !== entries.length) throw new Error('Catalogue of styles: an id occurs twice')
  return entries.map(({ finish = [], crisp = 0.3, steps, ...style }) => ({
    ...style,
    crisp,
    steps: steps as readonly Step[],
    finish: finish as readonly Step[],
  }))
}

export const findStyle = (id: string): Style | undefined => styles.find((style) => style.id === id)
