/**
 * Form fields → typed parameters, checked against the same schema that documents them. Every wrong one is named, with
 * what is allowed. Unknown fields are ignored, because real clients send them, unless the route is strict.
 */
import type { Static, TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { plainNumber } from '../catalog/custom-format.js'
import { nearestName } from '../catalog/nearest-name.js'
import { AppError } from '../errors.js'
import { clip } from './clip.js'
import type { Form } from './form.js'

/** What a property's schema may say beyond JSON Schema: `x-allowed` is shown to whoever gets the value wrong. */
interface PropertySchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly 'x-allowed'?: string
}

export interface ReadingRules {
  /** Unknown fields are refused: a misspelt one would cost a credit and change nothing. */
  readonly strict?: boolean
  /** But these, which belong to a route beside it. */
  readonly ignored?: readonly string[]
}

export function readParameters<T extends TObject>(
  schema: T,
  form: Form,
  { strict = false, ignored = [] }: ReadingRules = {},
): Static<T> {
  const values: Record<string, unknown> = {}
  const problems = strict ? unknownFields(Object.keys(schema.properties), ignored, form) : []
  for (const [name, property] of Object.entries(schema.properties)) {
    const { default: fallback } = property as PropertySchema
    const raw = form.fields.get(name)
    const value = raw === undefined ? fallback : toValue(raw, property as PropertySchema)
    const isMissing = value === undefined && !form.malformed.has(name) && !form.files.has(name)
    if (isMissing && schema.required?.includes(name)) {
      problems.push(`${name} is missing; it must be ${allowedFor(property as PropertySchema)}`)
    } else if (form.malformed.has(name) || (value !== undefined && !Value.Check(property as TSchema, value))) {
      problems.push(
        `${name} must be ${allowedFor(property as PropertySchema)}${raw === undefined ? '' : `; got '${clip(raw)}'`}`,
      )
    } else if (value !== undefined) {
      values[name] = value
    }
  }
  if (problems.length > 0) throw new AppError('invalid_request', problems.join('. '))
  return values as Static<T>
}

function unknownFields(known: readonly string[], ignored: readonly string[], { fields, malformed }: Form): string[] {
  const given = new Set([...fields.keys(), ...malformed])
  const unknown = [...given].filter((name) => !known.includes(name) && !ignored.includes(name))
  return unknown.map((name) => {
    const meant = nearestName(name, known)
    const advice = meant ? `, but ${meant} is` : `; it takes ${known.join(', ')}`
    return `${clip(name)} is not a parameter of this route${advice}`
  })
}

/** Everything arrives as text; what is neither a number nor a choice stays as it is, and is refused by the schema. */
function toValue(raw: string, { type, enum: choices }: PropertySchema): string | number {
  if (type === 'number' || type === 'integer') return plainNumber(raw) ?? raw
  return choices?.find((choice) => sameWord(choice, raw)) ?? raw
}

const sameWord = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function allowedFor(property: PropertySchema): string {
  return property['x-allowed'] ?? `one of ${property.enum?.join(', ')}`
}
