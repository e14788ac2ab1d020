/**
 * Form fields → typed parameters, checked against the same schema that documents them. Every wrong one is named, with
 * what is allowed. Unknown fields are ignored: real clients send them.
 */
import type { Static, TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../errors.js'
import { clip } from './clip.js'
import type { Form } from './form.js'

/** What a property's schema may say beyond JSON Schema: `x-allowed` is shown to whoever gets the value wrong. */
interface PropertySchema {
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly 'x-allowed'?: string
}

export function readParameters<T extends TObject>(schema: T, form: Form): Static<T> {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, property] of Object.entries(schema.properties)) {
    const { enum: choices, default: fallback } = property as PropertySchema
    const raw = form.fields.get(name)
    const value = raw === undefined ? fallback : (choices?.find((choice) => sameWord(choice, raw)) ?? raw)
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

const sameWord = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function allowedFor(property: PropertySchema): string {
  return property['x-allowed'] ?? `one of ${property.enum?.join(', ')}`
}
