/**
 * Finds formats of ID photos by what people type: countries, documents, sizes in any unit. Every word has to match;
 * the best matches come first, then the order of the catalogue. Shared by API, command line and page.
 */
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
/** Said by people, and of no use: every format is one of these. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'format', 'of', 'photo', 'photograph', 'picture', 'size', 'the'])
const MM_PER_INCH = 25.4

export function searchFormats<T extends Searchable>(formats: readonly T[], text: string): readonly T[] {
  const words = queryWords(text)
  if (words.length === 0) return formats
  return formats
    .map((format) => ({ format, score: scoreOf(format, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ format }) => format)
}

function queryWords(text: string): readonly string[] {
  const words = wordsOf(text)
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/** 0 if any word is not found. */
function scoreOf(format: Searchable, words: readonly string[]): number {
  const places = [
    { weight: WEIGHT.name, known: wordsOf(`${format.id.replaceAll('_', ' ')} ${format.name}`) },
    { weight: WEIGHT.alias, known: wordsOf(format.aliases.join(' | ')) },
    { weight: WEIGHT.other, known: [...wordsOf(format.country), ...sizesOf(format)] },
  ]
  const scores = words.map((word) => places.reduce((sum, { weight, known }) => sum + weight * matchOf(word, known), 0))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

function matchOf(word: string, known: readonly string[]): number {
  if (known.includes(word)) return 1
  return known.some((candidate) => candidate.startsWith(word)) ? BEGINNING : 0
}

/** Lower case, without accents; sizes as one word: `35 x 45 mm`, `35×45mm` and `35 by 45` are 35x45mm and 35x45. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
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
