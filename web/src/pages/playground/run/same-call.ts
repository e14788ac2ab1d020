/** Whether two calls ask for the same thing. */
import type { Operation } from '../../../code-samples.js'

type Fields = Readonly<Record<string, string>>

export interface Call {
  readonly operation: Operation
  readonly fields: Fields
}

/** Whether a result was made with these options; its free preview was, too. */
export function sameFields({ preview: _, ...made }: Fields, { preview: __, ...chosen }: Fields): boolean {
  const names = Object.keys(chosen)
  return names.length === Object.keys(made).length && names.every((name) => made[name] === chosen[name])
}

/** A preview and the full picture are different calls. */
export const isSameCall = (one: Call, other: Call): boolean =>
  one.operation === other.operation &&
  one.fields.preview === other.fields.preview &&
  sameFields(one.fields, other.fields)
