/** What the document says about request bodies beyond single fields: which of them belong together. */
import type { Fields } from '../fields.js'

/** `false` allows nothing. */
export type Schemas = Readonly<Record<string, object | false>>

/** Schemas by the names of fields, so that a misspelt name does not compile. */
type Described<F extends Fields> = { readonly [Name in keyof F]: object }

/**
 * The default of a field is part of its description. The keyword `default` would be right as well, but type generators
 * such as openapi-typescript take it as a promise that the field is there, and make it required.
 */
export function describe<F extends Fields>(fields: F, encoding: 'form' | 'json' = 'form'): Described<F> {
  const described = Object.entries(fields).map(([name, { reader, description, fallback }]) => {
    const { schema, jsonSchema = schema } = reader
    const text = fallback === undefined ? description : `${description} \`${fallback}\` unless given.`
    return [name, { ...(encoding === 'json' ? jsonSchema : schema), description: text }]
  })
  return Object.fromEntries(described) as Described<F>
}

export const requiring = (fields: Schemas, others: Schemas = {}): object => ({
  type: 'object',
  required: Object.keys(fields),
  properties: { ...fields, ...others },
})

/** Exactly one of these groups of fields: each excludes what belongs to the others alone. */
export function exactlyOne(...groups: readonly Schemas[]): object {
  const all = groups.flatMap((group) => Object.keys(group))
  const oneOf = groups.map((group) => {
    return requiring(group, excluding(all.filter((name) => !(name in group))))
  })
  return { oneOf }
}

export const excluding = (names: readonly string[]): Schemas => Object.fromEntries(names.map((name) => [name, false]))

export const together = (...schemas: readonly object[]): object => ({ allOf: schemas })

export const optional = (fields: Schemas): object => ({ type: 'object', properties: fields })

/** By encoding; a file needs multipart. */
export type Bodies = Readonly<
  Partial<Record<'multipart/form-data' | 'application/x-www-form-urlencoded' | 'application/json', object>>
>

/** As Fastify wants them. */
export const documentedAs = (bodies: Bodies): object => ({
  content: Object.fromEntries(Object.entries(bodies).map(([encoding, schema]) => [encoding, { schema }])),
})
