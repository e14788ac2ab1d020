/**
 * Form → the parameters of a route of /v1, or of another vendor's. Every mistake is reported, with what is allowed. Unknown fields are ignored,
 * because real clients send them, unless the route is strict.
 */
import { AppError } from '../../base/errors.js'
import { nearestName } from '../../catalog/nearest-name.js'
import { clip } from '../../parameters/reader.js'
import { type Fields, readFields, type ValuesOf } from '../fields.js'
import type { Form } from '../form.js'

export interface ReadingRules {
  /** Unknown fields are refused: a misspelt one would cost a credit and change nothing. */
  readonly strict?: boolean
  /** Except these, which other routes have. */
  readonly ignored?: readonly string[]
}

export function readParameters<F extends Fields>(
  fields: F,
  form: Form,
  { strict = false, ignored = [] }: ReadingRules = {},
): ValuesOf<F> {
  const problems = strict ? unknownFields(Object.keys(fields), ignored, form) : []
  const mistaken: string[] = []
  const values = readFields(fields, form, ({ message, parameter }) => {
    problems.push(message)
    mistaken.push(parameter)
  })
  const [parameter] = mistaken
  if (problems.length > 0) {
    const message = problems.join('. ').replaceAll('?. ', '? ')
    throw new AppError('invalid_request', message, { ...(parameter !== undefined && { parameter }) })
  }
  return values
}

function unknownFields(known: readonly string[], ignored: readonly string[], { fields, malformed }: Form): string[] {
  const given = new Set([...fields.keys(), ...malformed])
  const unknown = [...given].filter((name) => !known.includes(name) && !ignored.includes(name))
  return unknown.map((name) => {
    const meant = nearestName(name, known)
    const advice = meant
      ? `, but ${meant} is`
      : known.length > 0
        ? `; it takes ${known.join(', ')}`
        : ', which takes none'
    return `${clip(name)} is not a parameter of this route${advice}`
  })
}
