/** An option that cannot be used. Entry points spell options in their own ways, so each says how (`nameOf`). */
export class BadOption extends Error {
  override readonly name = 'BadOption'

  constructor(
    message: string,
    readonly option: string,
  ) {
    super(message)
  }
}

/** How the caller calls an option: `backgroundImage`, or `--bg-image`. */
export type NameOf<Option extends string> = (option: Option) => string

/** The value, where it is one of a few words in any case; undefined stays undefined. */
export function oneOf<T extends string>(choices: readonly T[], value: string | undefined, name: string): T | undefined {
  if (value === undefined) return undefined
  const text = String(value).toLowerCase()
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw new BadOption(`${name} must be one of ${choices.join(', ')} (got '${value}')`, name)
  return choice
}
