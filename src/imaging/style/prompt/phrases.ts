/** What the word list makes of a prompt: its words, and where its phrases stand. */
import type { PromptWords } from '../../../catalog/prompt-words.js'
import { oncePer } from '../once-per.js'
import { toEnglish } from './languages.js'
import { baseOf, clausesOf, isOneSlip } from './words.js'

/** Sections of the word list: those that name presets and the like, and those that give phrases values. */
const NAMES = ['styles', 'generic', 'elsewhere'] as const
const VALUES = ['colours', 'looks', 'strengths', 'lines', 'textures'] as const

export type PhraseKind = (typeof NAMES)[number] | (typeof VALUES)[number] | 'things'

export interface Phrase {
  readonly kind: PhraseKind
  readonly name: string
  readonly words: readonly string[]
}

/** A phrase, and the places of its words. */
export interface Match extends Phrase {
  readonly places: readonly number[]
}

/** The words of the list, sorted by what they are read for. */
export interface Vocabulary {
  readonly list: PromptWords
  /** The longest first. */
  readonly phrases: readonly Phrase[]
  readonly words: ReadonlySet<string>
  /** Without those that mean something only beside others: "sin" of "sin city". */
  readonly alone: ReadonlySet<string>
  /** Words of styles alone. */
  readonly names: ReadonlySet<string>
  /** Long words that name a style: they are recognised with a slip of the pen, too. */
  readonly longNames: readonly string[]
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

const vocabularyOf = oncePer((list: PromptWords): Vocabulary => {
  const of = (kind: PhraseKind, phrases: readonly string[], id?: string): Phrase[] =>
    phrases.map((phrase) => ({ kind, name: id ?? phrase, words: phrase.split(' ') }))
  const phrases = [
    ...NAMES.flatMap((kind) => Object.entries(list[kind]).flatMap(([id, named]) => of(kind, named, id))),
    ...VALUES.flatMap((kind) => of(kind, Object.keys(list[kind]))),
    ...of('things', list.things),
  ].sort((a, b) => b.words.length - a.words.length)
  const styles = Object.values(list.styles).flat()
  const wordsIn = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split(' '))
  const others = [...wordsIn(Object.keys(list.backgrounds)), ...list.ignored]
  const plain = phrases.filter(({ kind, name }) => kind !== 'styles' && !styles.includes(name))
  const common = new Set([...others, ...plain.flatMap(({ words }) => words)])
  return {
    list,
    phrases,
    words: new Set([...others, ...phrases.flatMap(({ words }) => words)]),
    alone: new Set([...others, ...phrases.flatMap(({ words }) => (words.length === 1 ? words : []))]),
    names: new Set(wordsIn(styles).filter((word) => !common.has(word))),
    longNames: styles.filter((name) => /^\p{L}{7,}$/u.test(name)),
  }
})

/** The single words that prompts may use, to suggest one for a misspelling. */
export const knownWords = (list: PromptWords): string[] =>
  vocabularyOf(list).phrases.flatMap(({ kind, words }) => (kind === 'things' || kind === 'elsewhere' ? [] : words))
