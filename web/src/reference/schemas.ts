/** Reads the JSON Schemas of the API document, however they are composed. */
import type { values } from '#texts/reference'

/** How a language says what a parameter may be. */
export type ValueWords = typeof values

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema | boolean>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

export interface ApiDocument<Operation> {
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface Field {
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
  readonly description?: string
}

const choicesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const])

/** Defaults are given in words: as schema defaults, client generators would make the parameters required. */
const UNLESS_GIVEN = /\s*`([^`]*)` unless given\.$/

export function withoutDefault(description: string): { text: string; default?: string } {
  const found = UNLESS_GIVEN.exec(description)?.[1]
  return found === undefined ? { text: description } : { text: description.replace(UNLESS_GIVEN, ''), default: found }
}

export function createSchemaReader({ components }: Pick<ApiDocument<unknown>, 'components'>, words: ValueWords) {
  const resolved = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : (components?.schemas?.[name] ?? schema)
  }

  /** Of all groups of fields; one that belongs to some groups only is never required. */
  const fieldsOf = (given: Schema): Field[] => {
    const { properties = {}, required = [], allOf = [], oneOf = [], anyOf = [], items } = resolved(given)
    const own = Object.entries(properties).flatMap(([name, schema]): Field[] =>
      typeof schema === 'boolean' ? [] : [{ name, required: required.includes(name), schema: resolved(schema) }],
    )
    const choices = [...oneOf, ...anyOf].flatMap(fieldsOf).map((field) => ({ ...field, required: false }))
    const all = [...own, ...allOf.flatMap(fieldsOf), ...choices, ...(items ? fieldsOf(items) : [])]
    const byName = new Map<string, Field>()
    for (const field of all) if (!byName.get(field.name)?.required) byName.set(field.name, merged(byName, field))
    return [...byName.values()]
  }

  const valuesOf = (given: Schema): string => {
    const schema = resolved(given)
    const { type, format, minimum, maximum, maxLength, anyOf = [], oneOf = [] } = schema
    const allowed = choicesOf(schema)
    if (allowed) return listed(allowed, words)
    const choices = [...anyOf, ...oneOf]
    if (choices.length > 0) return eitherOf(choices.map(valuesOf), words)
    if (format === 'binary') return words.file
    if (type === 'integer' || type === 'number') return inRange(minimum, maximum, words)
    if (type === 'string') return maxLength === undefined ? words.text : words.textUpTo(maxLength)
    return [type ?? words.anything].flat().join(words.or)
  }

  /** All words that are allowed, where there is a list of them. */
  const allowedIn = (given: Schema): string[] => {
    const schema = resolved(given)
    const own = choicesOf(schema) ?? []
    const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(allowedIn)
    return [...new Set([...own.map(String), ...inside])]
  }

  return { fieldsOf, valuesOf, allowedIn }
}

/** Free text beside a more precise alternative is there for the types of clients. */
function eitherOf(choices: readonly string[], words: ValueWords): string {
  const clear = choices.filter((said) => said !== words.text)
  return [...new Set(clear.length > 0 ? clear : choices)].join('; ')
}

/** Only the beginning of a long list: styles and formats have routes of their own, which tell more than names. */
function listed(allowed: readonly unknown[], words: ValueWords): string {
  const shown = allowed.length > 12 ? allowed.slice(0, 4) : allowed
  const rest = allowed.length - shown.length
  return `${shown.map((word) => `\`${String(word)}\``).join(', ')}${rest > 0 ? ` ${words.more(rest)}` : ''}`
}

/** The first description is kept. */
function merged(known: ReadonlyMap<string, Field>, field: Field): Field {
  const before = known.get(field.name)
  return before ? { ...before, required: field.required ?? false } : field
}

function inRange(minimum: number | undefined, maximum: number | undefined, words: ValueWords): string {
  if (minimum !== undefined && maximum !== undefined) return words.between(minimum, maximum)
  if (minimum !== undefined) return words.atLeast(minimum)
  return maximum === undefined ? words.number : words.atMost(maximum)
}
