/** The recipes of the catalogue's styles, with every step validated against the existing kinds of steps. */
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parseStyleEntries, type StyleEntry, styleEntries } from '../../catalog/styles.js'
import { type Step, stepKinds, when } from './steps.js'

export interface Recipe {
  readonly fill: number
  readonly steps: readonly Step[]
  readonly finish: readonly Step[]
  readonly crisp: number
}

export type Style = Omit<StyleEntry, keyof Recipe> & Recipe

const StepSchema = Type.Union(
  Object.entries(stepKinds).map(
    ([name, { options }]): TSchema =>
      Type.Object({ do: Type.Literal(name), ...when, ...options }, { additionalProperties: false }),
  ),
)
const RecipeSchema = Type.Object({ steps: Type.Array(StepSchema), finish: Type.Array(StepSchema) })

function withRecipe(entry: StyleEntry): Style {
  const [problem] = Value.Errors(RecipeSchema, entry)
  if (problem) throw new Error(`Recipe of style ${entry.id}: ${problem.instancePath || '/'} ${problem.message}`)
  return { ...entry, steps: entry.steps as readonly Step[], finish: entry.finish as readonly Step[] }
}

export const parseStyles = (data: unknown): readonly Style[] => parseStyleEntries(data).map(withRecipe)

let validated: readonly Style[] | undefined

export function styles(): readonly Style[] {
  validated ??= styleEntries().map(withRecipe)
  return validated
}

export const findStyle = (id: string): Style | undefined => styles().find((style) => style.id === id)
