/** The word list as it is read: its phrases, and its words by what they are read for. */
import type { PromptWords } from '../../../catalog/prompt-words.js'
import { oncePer } from '../once-per.js'

/** Sections of the word list: those that name presets and the like, and those that give phrases values. */
const NAMES = ['styles', 'generic', 'elsewhere'] as const
const VALUES = ['colours', 'looks', 'strengths', 'lines', 'textures'] as const

export type PhraseKind = (typeof NAMES)[number] | (typeof VALUES)[number] | 'things'

export interface Phrase {
  readonly kind: PhraseKind
  readonly name: string
  readonly words: readonly string[]
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

export const vocabularyOf = oncePer((list: PromptWords): Vocabulary => {
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
