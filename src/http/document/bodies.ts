/** What the document says about request bodies beyond single fields: which of them belong together. */

/** JSON Schema; `false` allows nothing. */
export type Schema = object | false
export type Fields = Readonly<Record<string, Schema>>

/**
 * What is taken if a field is not given stands in its description. The keyword `default` would be right as well, but
 * generators of types, openapi-typescript for one, take it as a promise that the field is there, and demand it.
 */
function withDefaultsInWords(fields: Fields): Fields {
  const inWords = (field: Schema): Schema => {
    if (field === false || !('default' in field)) return field
    const { default: fallback, description, ...rest } = field as { default: unknown; description?: string }
    return { ...rest, description: `${description ?? ''} \`${fallback}\` unless given.`.trimStart() }
  }
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, inWords(field)]))
}

export const requiring = (fields: Fields, others: Fields = {}): object => ({
  type: 'object',
  required: Object.keys(fields),
  properties: withDefaultsInWords({ ...fields, ...others }),
})

/** Exactly one of these groups of fields: each shuts out what belongs to the others alone. */
export function exactlyOne(...groups: readonly Fields[]): object {
  const all = groups.flatMap((group) => Object.keys(group))
  const oneOf = groups.map((group) => {
    return requiring(group, shutOut(all.filter((name) => !(name in group))))
  })
  return { oneOf }
}

export const shutOut = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, false]))

export const together = (...schemas: readonly object[]): object => ({ allOf: schemas })

export const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

export const optional = (fields: Fields): object => ({ type: 'object', properties: withDefaultsInWords(fields) })

/** The words that this version knows, in any case, as one may know them who asks for the list: types accept any text. */
export function openChoice({ enum: words, description }: { enum?: readonly string[]; description?: string }): object {
  return { anyOf: [{ type: 'string', enum: words }, { type: 'string' }], description }
}

/** By encoding; where a file is needed, only multipart will do. */
export type Bodies = Readonly<
  Partial<Record<'multipart/form-data' | 'application/x-www-form-urlencoded' | 'application/json', object>>
>

/** As Fastify wants them. */
export const documentedAs = (bodies: Bodies): object => ({
  content: Object.fromEntries(Object.entries(bodies).map(([encoding, schema]) => [encoding, { schema }])),
})
