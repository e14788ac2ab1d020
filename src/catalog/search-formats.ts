/**
 * Finds ID photo formats by what people type: countries and nationalities, documents, sizes in any unit, with typing
 * errors. Every word has to match; the best matches come first, then the order of the catalogue. Shared by API, command
 * line and page.
 */
import { editDistance } from './edit-distance.js'

export interface Searchable {
  readonly id: string
  readonly name: string
  readonly country: string
  readonly aliases: readonly string[]
  readonly width_mm: number
  readonly height_mm: number
  readonly width_px: number
  readonly height_px: number
}

/** What a word counts, summed over the places where it is found: a country that is in the name tells more than one that is not. */
const WEIGHT = { name: 3, alias: 3, other: 2 }
/** The beginning of a word counts half: people are still typing. */
const BEGINNING = 0.5
/** A word with one mistake counts a quarter, one with two an eighth. */
const MISTYPED = 0.25
/** How many mistakes a word of at least so many letters may have. In shorter ones, each makes another word. */
const MISTAKES = [
  { letters: 8, most: 2 },
  { letters: 5, most: 1 },
]
/** Words that people use and that do not help: they fit every format. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'format', 'of', 'photo', 'photograph', 'picture', 'size', 'the'])
/** A country without such a document has others, and they are better than nothing. */
const DOCUMENTS = ['passport', 'visa']
const MM_PER_INCH = 25.4

export function searchFormats<T extends Searchable>(formats: readonly T[], text: string): readonly T[] {
  const words = queryWords(text)
  if (words.length === 0) return formats
  const { entries, vocabulary } = indexOf(formats)
  const readings = words.map((word) => readingsOf(word, vocabulary))
  const found = bestOf(entries, readings)
  if (found.length > 0) return found
  const others = readings.filter((reading) => !DOCUMENTS.some((document) => reading.has(document)))
  return others.length > 0 ? bestOf(entries, others) : []
}

function queryWords(text: string): readonly string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** Words that describe a format, and how much each counts. */
interface Place {
  readonly weight: number
  readonly known: readonly string[]
}

interface Entry<T> {
  readonly format: T
  readonly places: readonly Place[]
}

interface Index<T> {
  readonly entries: readonly Entry<T>[]
  readonly vocabulary: readonly string[]
}

/** The page searches the same list with every key that is pressed. */
const indexes = new WeakMap<object, Index<Searchable>>()

function indexOf<T extends Searchable>(formats: readonly T[]): Index<T> {
  const kept = indexes.get(formats) as Index<T> | undefined
  if (kept) return kept
  const entries = formats.map((format) => ({ format, places: placesOf(format) }))
  const vocabulary = [...new Set(entries.flatMap(({ places }) => places.flatMap(({ known }) => known)))]
  indexes.set(formats, { entries, vocabulary })
  return { entries, vocabulary }
}

const placesOf = (format: Searchable): readonly Place[] => [
  { weight: WEIGHT.name, known: wordsOf(`${format.id.replaceAll('_', ' ')} ${format.name}`) },
  { weight: WEIGHT.alias, known: wordsOf(format.aliases.join(' | ')) },
  { weight: WEIGHT.other, known: [...wordsOf(format.country), ...sizesOf(format)] },
]

/** The known words that a typed one may stand for, and how well they match it. */
type Readings = ReadonlyMap<string, number>

/** Typing errors are only looked for in a word that is unknown: Austria is not a misspelt Australia. */
function readingsOf(word: string, vocabulary: readonly string[]): Readings {
  const asTyped = vocabulary.filter((known) => known.startsWith(word))
  if (asTyped.length > 0) return new Map(asTyped.map((known) => [known, known === word ? 1 : BEGINNING]))
  const meant = vocabulary.filter((known) => mayBeMeant(word, known))
  return new Map(meant.map((known) => [known, MISTYPED / editDistance(word, known)]))
}

function mayBeMeant(word: string, known: string): boolean {
  const most = MISTAKES.find(({ letters }) => known.length >= letters)?.most ?? 0
  if (Math.abs(word.length - known.length) > most || /\d/.test(word + known)) return false
  const mistakes = editDistance(word, known)
  // Two mistakes, and one of them in the first letter: Algerian is not Nigerian.
  return mistakes <= most && (mistakes <= 1 || word[0] === known[0])
}

function bestOf<T extends Searchable>(entries: readonly Entry<T>[], readings: readonly Readings[]): readonly T[] {
  return entries
    .map(({ format, places }) => ({ format, score: scoreOf(places, readings) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ format }) => format)
}

/** 0 if any word is not found. */
function scoreOf(places: readonly Place[], readings: readonly Readings[]): number {
  const scores = readings.map((reading) =>
    places.reduce((sum, { weight, known }) => sum + weight * bestMatch(reading, known), 0),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

const bestMatch = (reading: Readings, known: readonly string[]): number =>
  known.reduce((best, candidate) => Math.max(best, reading.get(candidate) ?? 0), 0)

/**
 * Lower case, without accents, abbreviations without points; sizes as one word: `35 x 45 mm`, `35×45mm` and `35 by 45`
 * are 35x45mm and 35x45.
 */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
    .replaceAll(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
    .replaceAll(
      /(\d+(?:[.,]\d+)?)\s*(?:mm|cm|inch(?:es)?|in|px|["”])?\s*(?:[x×*]|by)\s*(\d+(?:[.,]\d+)?)\s*(mm|cm|inch(?:es)?\b|in\b|px|pixels?|["”])?/g,
      (_, width: string, height: string, unit = '') => ` ${commaless(width)}x${commaless(height)}${unitOf(unit)} `,
    )
    .split(/[^\p{L}\p{N}\p{M}.]+|\.(?!\d)/u)
    .filter(Boolean)
}

const commaless = (number: string): string => number.replace(',', '.')

const unitOf = (unit: string): string => (/^(in|["”])/.test(unit) ? 'in' : unit.startsWith('p') ? 'px' : unit)

/** Each with its unit; without one it is the beginning of a word. */
function sizesOf({ width_mm, height_mm, width_px, height_px }: Searchable): string[] {
  const rounded = (value: number): string => String(Math.round(value * 10) / 10)
  const sizes = [
    [width_mm, height_mm, 'mm'],
    [width_mm / 10, height_mm / 10, 'cm'],
    [width_px, height_px, 'px'],
    [width_mm / MM_PER_INCH, height_mm / MM_PER_INCH, 'in'],
  ] as const
  return sizes.flatMap(([width, height, unit]) => {
    const size = `${rounded(width)}x${rounded(height)}`
    return [size, `${size}${unit}`]
  })
}
