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

/** What is to be known of English. */
export interface English {
  has(word: string): boolean
  /** Also in another form: "faces". */
  hasForm(word: string): boolean
  /** Names and media are much the same everywhere, and do not make a prompt English: "comic", "van Gogh". */
  isName(word: string): boolean
  isShade(word: string): boolean
  isColour(phrase: string): boolean
  /** Says nothing by itself, and negates nothing. */
  isFiller(word: string): boolean
}

/** Up to this length a word is likely to be a word of English, too: "rot", "hell", "sin". */
const AMBIGUOUS_LENGTH = 4

/** In the language that knows most of the prompt. Words that are English, too, are read as the prompt's main language. */
export function toEnglish(clauses: readonly Clause[], english: English): readonly Clause[] {
  if (clauses.flat().every(english.has)) return clauses
  const [best] = dictionaries()
    .map((dictionary) => ({ dictionary, pieces: clauses.map((clause) => piecesOf(clause, dictionary, english)) }))
    .map((read) => ({ ...read, known: lettersIn(read.pieces.flat().filter((piece) => piece.english)) }))
    .sort((a, b) => b.known - a.known)
  if (!best) return clauses
  const isForeign = ({ source, english: known }: Piece): boolean => known !== undefined && !source.every(english.has)
  const isOnlyEnglish = ({ source, english: known }: Piece): boolean =>
    !known && source.some((word) => english.has(word) && !english.isName(word))
  // A word of both languages, as "rose", tells nothing.
  const foreign = lettersIn(best.pieces.flat().filter(isForeign))
  const isMainLanguage = foreign > 0 && foreign >= lettersIn(best.pieces.flat().filter(isOnlyEnglish))
  const isFiller = ({ source, english: known = [] }: Piece): boolean =>
    known.every(english.isFiller) && !source.some(english.isName)
  const isClear = (piece: Piece): boolean =>
    piece.source.every(isSpaceless) ||
    (!piece.source.every(english.has) && (lettersIn([piece]) > AMBIGUOUS_LENGTH || isFiller(piece)))
  const isOurs = (piece: Piece): boolean => isMainLanguage || isForeign(piece)
  return best.pieces.map((pieces) =>
    inOrder(pieces, best.dictionary, english, isOurs).flatMap((piece) =>
      piece.english && (isMainLanguage || isClear(piece)) ? piece.english : piece.source,
    ),
  )
}

const lettersIn = (pieces: readonly Piece[]): number => pieces.flatMap(({ source }) => source).join('').length

/** "Azul claro" is light blue; "ecru pastel" in English is not pastel ecru. */
function inOrder(
  pieces: readonly Piece[],
  { shadesFollow }: Dictionary,
  { isColour, isShade }: English,
  isOurs: (piece: Piece) => boolean,
): Piece[] {
  const ordered = [...pieces]
  for (let at = 1; shadesFollow && at < ordered.length; at++) {
    const [colour, shade] = ordered.slice(at - 1, at + 1) as [Piece, Piece]
    if (!isColour(phraseOf(colour)) || !isShade(phraseOf(shade)) || !(isOurs(colour) || isOurs(shade))) continue
    ordered.splice(at - 1, 2, shade, colour)
    at += 1
  }
  return ordered
}

const phraseOf = ({ english, source }: Piece): string => (english ?? source).join(' ')

/** Phrases of a language → English, by their words joined by spaces. */
interface Dictionary extends Pick<PromptLanguage, 'joints' | 'shadesFollow'> {
  readonly phrases: ReadonlyMap<string, readonly string[]>
  /** The same without endings. */
  readonly stems: ReadonlyMap<string, readonly string[]>
  /** Words of the longest phrase, and characters of the longest word. */
  readonly most: number
  readonly longest: number
  /** Spelled as the phrases are. */
  respelled(word: string): string
  stemOf(word: string): string
}

/** From left to right, at each word the longest phrase. */
function piecesOf(clause: Clause, dictionary: Dictionary, english: English): Piece[] {
  const { most, respelled } = dictionary
  const words = clause.flatMap((word) => (isSpaceless(word) ? split(respelled(word), dictionary) : [word]))
  const pieces: Piece[] = []
  for (let at = 0; at < words.length; at += pieces.at(-1)!.source.length) {
    const starts = Array.from({ length: most }, (_, i) => words.slice(at, at + most - i))
    const source = starts.find((start) => meaningOf(start, dictionary, english)) ?? [words[at]!]
    const known = meaningOf(source, dictionary, english) ?? compoundOf(words[at]!, dictionary, english)
    pieces.push({ source, ...(known && { english: known }) })
  }
  return pieces
}

/** Words of English are compared with their endings: "our" is no Portuguese gold. */
function meaningOf(
  words: readonly string[],
  { phrases, stems, respelled, stemOf }: Dictionary,
  { hasForm }: English,
): Piece['english'] {
  const find = (written: readonly string[]): Piece['english'] =>
    phrases.get(written.join(' ')) ?? (words.every(hasForm) ? undefined : stems.get(written.map(stemOf).join(' ')))
  return find(words) ?? find(words.map(respelled))
}

/** "Weihnachtsstimmung" from words of the dictionary, "Renaissanceporträt" with one that is English, too. */
function compoundOf(word: string, dictionary: Dictionary, english: English): Piece['english'] {
  const { joints } = dictionary
  if (!joints || word.length < 2 * MIN_PART || english.has(word)) return undefined
  const partOf = (part: string): Piece['english'] => {
    const known = part.length < MIN_PART ? undefined : meaningOf([part], dictionary, english)
    return known ?? (part.length >= AMBIGUOUS_LENGTH && english.has(part) ? [part] : undefined)
  }
  for (let end = word.length - MIN_PART; end >= MIN_PART; end--) {
    const last = partOf(word.slice(end))
    const joint =
      last && joints.find((text) => word.slice(0, end).endsWith(text) && partOf(word.slice(0, end - text.length)))
    if (last && joint !== undefined) return [...partOf(word.slice(0, end - joint.length))!, ...last]
  }
  return undefined
}

/** Shorter parts are found in every word. */
const MIN_PART = 3

/** A run without spaces as known words, the longest first, and what is left between them. */
function split(run: string, { phrases, longest }: Dictionary): string[] {
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

function dictionaryOf({ spellings, endings, words, ...rest }: PromptLanguage): Dictionary {
  const others = Object.keys(spellings)
  const respelling = others.length > 0 ? new RegExp(others.join('|'), 'gu') : /^$/
  const respelled = (word: string): string => word.replace(respelling, (other) => spellings[other] ?? '')
  const ending = new RegExp(`(?<=.{${MIN_PART}})(?:${endings.join('|')})+$`, 'u')
  const stemOf = (word: string): string => (endings.length > 0 ? word.replace(ending, '') : word)
  const phrases = new Map<string, readonly string[]>()
  const stems = new Map<string, readonly string[]>()
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
  const keys = [...phrases.keys()]
  return {
    ...rest,
    phrases,
    stems,
    most: Math.max(...keys.map((key) => key.split(' ').length)),
    longest: Math.max(...keys.map((key) => key.length)),
    respelled,
    stemOf,
  }
}
