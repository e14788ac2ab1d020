/**
 * A prompt in another language, brought into the English of the word list phrase by phrase; grammar is close enough for
 * what prompts say. Words that the dictionary lacks stay as they are: names, and English among the rest.
 */
import { type PromptLanguage, promptLanguages } from '../../../catalog/prompt-languages.js'
import { oncePer } from '../once-per.js'
import { isSpaceless, spelled } from './spelling.js'
import type { Vocabulary } from './vocabulary.js'
import { baseOf, type Clause } from './words.js'

interface Piece {
  readonly source: Clause
  readonly english?: Clause | undefined
}

/** Up to this length a word is likely to be a word of English, too: "rot", "hell", "sin". */
const AMBIGUOUS_LENGTH = 4

/** In the language that knows most of the prompt. Words that are English, too, are read as the prompt's main language. */
export function toEnglish(clauses: readonly Clause[], vocabulary: Vocabulary): readonly Clause[] {
  const { alone, names } = vocabulary
  const isEnglish = ({ source }: Piece): boolean => source.every((word) => alone.has(word))
  if (isEnglish({ source: clauses.flat() })) return clauses
  const lettersOf = (pieces: readonly Piece[][], isCounted: (piece: Piece) => boolean): number =>
    pieces.flat().reduce((sum, piece) => sum + (isCounted(piece) ? piece.source.join('').length : 0), 0)
  const readings = promptLanguages().map((language) => {
    const pieces = clauses.map((clause) => piecesOf(clause, dictionaryOf(language), vocabulary))
    return { language, pieces, known: lettersOf(pieces, ({ english }) => english !== undefined) }
  })
  const { language, pieces } = readings.reduce((best, other) => (other.known > best.known ? other : best))
  // A word of both languages, as "rose", tells nothing, and names and media are much the same everywhere.
  const foreign = lettersOf(pieces, (piece) => piece.english !== undefined && !isEnglish(piece))
  const isOurs = ({ source, english }: Piece): boolean =>
    !english && source.some((word) => alone.has(word) && !names.has(word))
  const isMainLanguage = foreign > 0 && foreign >= lettersOf(pieces, isOurs)
  const isClear = (piece: Piece): boolean =>
    piece.source.every(isSpaceless) || (!isEnglish(piece) && piece.source.join('').length > AMBIGUOUS_LENGTH)
  return pieces.map((clause) => {
    const read = clause.map((piece) =>
      piece.english && (isMainLanguage || isClear(piece)) ? piece.english : piece.source,
    )
    return (isMainLanguage && language.shadesFollow ? shadesFirst(read, vocabulary) : read).flat()
  })
}

/** "Azul claro" is light blue. */
function shadesFirst(phrases: readonly Clause[], { list }: Vocabulary): Clause[] {
  const ordered: Clause[] = []
  for (const phrase of phrases) {
    const isShade = Object.hasOwn(list.shades, phrase.join(' '))
    const follows = Object.hasOwn(list.colours, ordered.at(-1)?.join(' ') ?? '')
    ordered.splice(isShade && follows ? -1 : ordered.length, 0, phrase)
  }
  return ordered
}

/** From left to right, at each word the longest phrase. */
function piecesOf(clause: Clause, dictionary: Dictionary, vocabulary: Vocabulary): Piece[] {
  const { most, respelled, runs } = dictionary
  const words = clause.flatMap((word) => (isSpaceless(word) ? respelled(word).split(runs).filter(Boolean) : [word]))
  const pieces: Piece[] = []
  for (let at = 0; at < words.length; at += pieces.at(-1)!.source.length) {
    const starts = Array.from({ length: most }, (_, i) => words.slice(at, at + most - i))
    const source = starts.find((start) => meaningOf(start, dictionary, vocabulary)) ?? [words[at]!]
    const english = meaningOf(source, dictionary, vocabulary) ?? compoundOf(words[at]!, dictionary, vocabulary)
    pieces.push({ source, english })
  }
  return pieces
}

/** Words of English are compared with their endings: "our" is no Portuguese gold. */
function meaningOf(
  words: Clause,
  { phrases, stems, respelled, stemOf }: Dictionary,
  { alone }: Vocabulary,
): Clause | undefined {
  const isEnglish = (word: string): boolean => baseOf(word, alone) !== undefined
  const find = (written: Clause): Clause | undefined =>
    phrases.get(written.join(' ')) ?? (words.every(isEnglish) ? undefined : stems.get(written.map(stemOf).join(' ')))
  return find(words) ?? find(words.map(respelled))
}

/** "Weihnachtsstimmung" from words of the dictionary, "Renaissanceporträt" with one that is English, too. */
function compoundOf(word: string, dictionary: Dictionary, vocabulary: Vocabulary): Clause | undefined {
  const { alone } = vocabulary
  if (alone.has(word)) return undefined
  const partOf = (part: string): Clause | undefined => {
    if (part.length < MIN_PART) return undefined
    const isEnglish = part.length >= AMBIGUOUS_LENGTH && alone.has(part)
    return meaningOf([part], dictionary, vocabulary) ?? (isEnglish ? [part] : undefined)
  }
  for (let end = word.length - MIN_PART; end >= MIN_PART; end--) {
    const last = partOf(word.slice(end))
    for (const joint of last ? dictionary.joints : []) {
      const first = word.slice(0, end).endsWith(joint) && partOf(word.slice(0, end - joint.length))
      if (first) return [...first, ...last!]
    }
  }
  return undefined
}

/** Shorter parts are found in every word. */
const MIN_PART = 3

type Dictionary = ReturnType<typeof dictionaryOf>

/** Phrases → English, by their words joined by spaces. */
const dictionaryOf = oncePer(({ spellings, endings, joints = [], words }: PromptLanguage) => {
  const others = new RegExp(Object.keys(spellings).join('|'), 'gu')
  const respelled = (word: string): string => word.replace(others, (other) => spellings[other] ?? '')
  const ending = new RegExp(`(?<=.{${MIN_PART}})(?:${endings.join('|')})+$`, 'u')
  const stemOf = (word: string): string => word.replace(ending, '')
  const phrases = new Map<string, Clause>()
  /** The same without endings. */
  const stems = new Map<string, Clause>()
  for (const [english, texts] of Object.entries(words)) {
    const meaning = english.split(' ').filter(Boolean)
    for (const text of texts) {
      const written = spelled(text).match(/[\p{L}\p{N}]+/gu) ?? []
      const parts = written.map((word) => (isSpaceless(word) ? respelled(word) : word))
      phrases.set(parts.join(' '), meaning)
      const stem = parts.map(stemOf).join(' ')
      if (!stems.has(stem)) stems.set(stem, meaning)
    }
  }
  const keys = [...phrases.keys()].sort((a, b) => b.length - a.length)
  /** Finds words in what is written without spaces. */
  const runs = new RegExp(`(${keys.join('|')})`, 'u')
  /** Words of the longest phrase. */
  const most = Math.max(...keys.map((key) => key.split(' ').length))
  return { joints, phrases, stems, runs, most, respelled, stemOf }
})
