/** What a parameter is: how its value is read, what is allowed, and how the API document describes it. */

/** JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

export interface Reader<T> {
  /** Completes "must be …" and "Use …". */
  readonly allowed: string
  readonly schema: Schema
  /** In a JSON body, where that allows more than text. */
  readonly jsonSchema?: Schema
  /** Text, or the JSON value, to the value it stands for. `name` is the caller's spelling of the parameter. */
  readonly read: (given: unknown, name: string) => T
}

/** A mistake in what the caller gave. The message is a sentence with the caller's own names for parameters. */
export class BadParameter extends Error {
  override readonly name = 'BadParameter'

  constructor(
    message: string,
    readonly parameter: string,
    /** For a single bad value: what to use instead, and what was given. Completes "Use …". */
    readonly rule?: string,
  ) {
    super(message)
  }
}

export const notAllowed = (name: string, rule: string): BadParameter =>
  new BadParameter(`${name} must be ${rule}`, name, rule)

export const isMissing = (name: string, allowed: string): BadParameter =>
  new BadParameter(`${name} is missing; it must be ${allowed}`, name)

/** Ends the reading of a value, with advice about that one value where there is any. */
export type Refuse = (advice?: string) => never

export function reader<T>(
  allowed: string,
  read: (text: string, refuse: Refuse) => T,
  schema: Schema = { type: 'string' },
): Reader<T> {
  return {
    allowed,
    schema,
    read: (given, name) => {
      const text = String(given)
      return read(text, (advice) => {
        throw notAllowed(name, `${allowed}; got '${clip(text)}'${advice ? `. ${advice}` : ''}`)
      })
    },
  }
}

const QUOTED_CHARACTERS = 60

/** What a caller sent, short enough to be quoted in a message. */
export const clip = (text: string): string =>
  text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text
