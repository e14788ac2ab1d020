/**
 * A prompt in another language, brought into the English of the word list phrase by phrase; grammar is close enough for
 * what prompts say. Words that the dictionary lacks stay as they are: names, and English among the rest.
 */
import { type PromptLanguage, promptLanguages } from '../../../catalog/prompt-languages.js'
import { isSpaceless, spelled } from './spelling.js'

type Clause = readonly string[]

interface Piece {
  readonly source: readonly string[]
  readonly english?: readonly string[]
}

/** Up to this length a word is likely to be a word of English, too: "rot", "hell", "sin". */
const AMBIGUOUS_LENGTH = 4

/** In the language that knows most of the prompt. Words that are English, too, are read as the prompt's main language. */
export function toEnglish(clauses: readonly Clause[], isEnglish: (word: string) => boolean): readonly Clause[] {
  const words = clauses.flat()
  if (words.every(isEnglish)) return clauses
  const [best] = dictionaries()
    .map((dictionary) => clauses.map((clause) => piecesOf(clause, dictionary)))
    .map((pieces) => ({
      pieces,
      known: lettersIn(pieces.flat().flatMap(({ source, english }) => (english ? source : []))),
    }))
    .sort((a, b) => b.known - a.known)
  if (!best) return clauses
  // A word of both languages, as "rose", tells nothing.
  const isForeign = best.pieces.flat().some(({ source, english }) => english && !source.every(isEnglish))
  const isMainLanguage = isForeign && best.known >= lettersIn(words.filter(isEnglish))
  const isClear = (source: readonly string[]): boolean =>
    source.every(isSpaceless) || (lettersIn(source) > AMBIGUOUS_LENGTH && !source.every(isEnglish))
  return best.pieces.map((pieces) =>
    pieces.flatMap(({ source, english }) => (english && (isMainLanguage || isClear(source)) ? english : source)),
  )
}

const lettersIn = (words: readonly string[]): number => words.join('').length

/** A phrase's words, joined by spaces → English. */
interface Dictionary {
  readonly phrases: ReadonlyMap<string, readonly string[]>
  /** Words of the longest phrase, and characters of the longest word. */
  readonly most: number
  readonly longest: number
}

/** From left to right, at each word the longest phrase. */
function piecesOf(clause: Clause, { phrases, most, longest }: Dictionary): Piece[] {
  const words = clause.flatMap((word) => (isSpaceless(word) ? split(word, phrases, longest) : [word]))
  const pieces: Piece[] = []
  for (let at = 0; at < words.length; at += pieces.at(-1)!.source.length) {
    const starts = Array.from({ length: most }, (_, i) => words.slice(at, at + most - i))
    const source = starts.find((start) => phrases.has(start.join(' '))) ?? [words[at]!]
    const english = phrases.get(source.join(' '))
    pieces.push({ source, ...(english && { english }) })
  }
  return pieces
}

/** A run without spaces as known words, the longest first, and what is left between them. */
function split(run: string, phrases: Dictionary['phrases'], longest: number): string[] {
  const words: string[] = []
  let unknown = ''
  for (let at = 0; at < run.length; ) {
    let end = Math.min(run.length, at + longest)
    while (end > at && !phrases.has(run.slice(at, end))) end -= 1
    if (end === at) {
      unknown += run[at]!
      at += 1
      continue
    }
    if (unknown) words.push(unknown)
    words.push(run.slice(at, end))
    unknown = ''
    at = end
  }
  return unknown ? [...words, unknown] : words
}

let known: readonly Dictionary[] | undefined

function dictionaries(): readonly Dictionary[] {
  known ??= promptLanguages().map(dictionaryOf)
  return known
}

function dictionaryOf({ forms, words }: PromptLanguage): Dictionary {
  const phrases = new Map<string, readonly string[]>()
  const entries = Object.entries(words).flatMap(([english, texts]) => texts.map((text) => ({ english, text })))
  const add = (text: string, english: string): void => {
    const key = spelled(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .join(' ')
    if (!phrases.has(key)) phrases.set(key, english.split(' ').filter(Boolean))
  }
  for (const { text, english } of entries) add(text, english)
  for (const { text, english } of entries) {
    for (const form of formsOf(text, forms)) add(form, english)
  }
  const keys = [...phrases.keys()]
  return {
    phrases,
    most: Math.max(...keys.map((key) => key.split(' ').length)),
    longest: Math.max(...keys.map((key) => key.length)),
  }
}

/** Without umlauts at hand "Gemälde" is "Gemaelde". */
function formsOf(text: string, forms: PromptLanguage['forms']): string[] {
  const written = [text, text.replaceAll(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD')[0]}e`)]
  const endings = Object.entries(forms).flatMap(([ending, others]) => others.map((other) => ({ ending, other })))
  return written.flatMap((word) => [
    word,
    ...endings
      .filter(({ ending }) => word.endsWith(ending))
      .map(({ ending, other }) => `${word.slice(0, word.length - ending.length)}${other}`),
  ])
}
