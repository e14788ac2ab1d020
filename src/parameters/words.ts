/** Values that are one of a few words. */
import { type Reader, reader } from './reader.js'

/** Words in any case, and what each stands for. */
export function choice<T>(meanings: Readonly<Record<string, T>>): Reader<T> {
  const words = Object.keys(meanings)
  const known = new Map(Object.entries(meanings).map(([word, meaning]) => [word.toLowerCase(), { meaning }]))
  const schema = { type: 'string', enum: words }
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number)
  return {
    ...reader(inWords(words), (text, refuse) => (known.get(text.toLowerCase()) ?? refuse()).meaning, schema),
    ...(numbers.length > 0 && { jsonSchema: { anyOf: [schema, { type: 'integer', enum: numbers }] } }),
  }
}

const inWords = (words: readonly string[]): string => `one of ${words.join(', ')}`

/** Words in any case that stand for themselves. */
export const oneOf = <T extends string>(words: readonly T[]): Reader<T> =>
  choice(Object.fromEntries(words.map((word) => [word, word])) as Record<string, T>)

/** Words that are written exactly so. */
export const exactlyOneOf = <T extends string>(words: readonly T[]): Reader<T> =>
  reader(inWords(words), (text, refuse) => words.find((word) => word === text) ?? refuse())

const flagWords = choice({ 0: false, 1: true, false: false, true: true })

export const flag: Reader<boolean> = {
  ...flagWords,
  jsonSchema: { anyOf: [{ type: 'boolean' }, flagWords.schema, { type: 'integer', enum: [0, 1] }] },
}
