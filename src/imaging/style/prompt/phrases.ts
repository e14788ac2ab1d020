/** What the word list makes of a prompt: its words, and where its phrases stand. */
import type { PromptWords } from '../../../catalog/prompt-words.js'
import { toEnglish } from './languages.js'
import { type Phrase, type PhraseKind, vocabularyOf } from './vocabulary.js'
import { baseOf, clausesOf, isOneSlip } from './words.js'

/** A phrase, and the places of its words. */
export interface Match extends Phrase {
  readonly places: readonly number[]
}

export type Reading = ReturnType<typeof readWords>

export function readWords(prompt: string, list: PromptWords) {
  const vocabulary = vocabularyOf(list)
  const { words: known, longNames, phrases } = vocabulary
  const formOf = (word: string): string =>
    baseOf(word, known) ?? longNames.find((name) => isOneSlip(word, name)) ?? word
  const words = toEnglish(clausesOf(prompt, known), vocabulary).flatMap((clause, index) =>
    clause.map((word) => ({ text: formOf(word), clause: index })),
  )
  const text = (at: number): string => words[at]?.text ?? ''
  /** Whether both are words of one clause. */
  const areTogether = (a: number, b: number): boolean => words[a] !== undefined && words[a].clause === words[b]?.clause
  const matches = findPhrases(words.length, phrases, ({ words }, at) =>
    words.every((word, i) => text(at + i) === word && areTogether(at, at + i)),
  )
  const matchesAt = (at: number): Match[] => matches.filter(({ places }) => places.includes(at))
  return {
    list,
    words,
    matches,
    text,
    areTogether,
    matchesAt,
    isOf: (at: number, ...kinds: PhraseKind[]): boolean => matchesAt(at).some(({ kind }) => kinds.includes(kind)),
    isUnknown: (at: number): boolean => at in words && matchesAt(at).length === 0 && !list.ignored.includes(text(at)),
  }
}

/** From left to right, at each word the longest phrase; a phrase with two meanings counts twice. */
function findPhrases(
  count: number,
  phrases: readonly Phrase[],
  stands: (phrase: Phrase, at: number) => boolean,
): Match[] {
  const matches: Match[] = []
  for (let at = 0; at < count; ) {
    const candidates = phrases.filter((phrase) => stands(phrase, at))
    const longest = candidates[0]?.words.length ?? 1
    const places = Array.from({ length: longest }, (_, i) => at + i)
    for (const phrase of candidates) if (phrase.words.length === longest) matches.push({ ...phrase, places })
    at += longest
  }
  return matches
}
