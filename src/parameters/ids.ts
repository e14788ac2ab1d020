/** Values that are an id of a catalogue. */
import { type Reader, reader } from './reader.js'

/** Longer ones are no misspelt ids, and comparing takes time. */
const LONGEST_MISSPELT = 60

/** `near`: what the caller may have meant. Types take any text: a later version may have other ids. */
export function idOf<T>(
  allowed: string,
  ids: readonly string[],
  find: (text: string) => T | undefined,
  near: (text: string) => readonly string[],
): Reader<T> {
  const adviceFor = (text: string): string => {
    const meant = text.length > LONGEST_MISSPELT ? [] : near(text)
    return meant.length > 0 ? `Did you mean ${eitherOf(meant)}?` : `All ids: ${ids.join(', ')}`
  }
  return reader(allowed, (text, refuse) => find(text) ?? refuse(adviceFor(text)), {
    anyOf: [{ type: 'string', enum: ids }, { type: 'string' }],
  })
}

const eitherOf = (choices: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(choices)
