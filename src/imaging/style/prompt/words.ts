/**
 * A prompt as words: English, small letters, British spelling, no punctuation. Each is brought to the form in which the
 * word list has it ("warmer" is "warm", "etchings" is "etching", "watrecolour" is "watercolour"), and knows its clause:
 * what "no" negates ends at a comma.
 */
import { type English, toEnglish } from './languages.js'
import { spelled } from './spelling.js'

export const NEGATIONS: ReadonlySet<string> = new Set(
  'no not without never non dont isnt avoid less fewer nor remove'.split(' '),
)

/** What such a word does to the colour after it: towards black or white, by this share. */
export const SHADES: Readonly<Record<string, number>> = {
  dark: -0.5,
  deep: -0.4,
  light: 0.5,
  bright: 0.2,
  pale: 0.6,
  pastel: 0.55,
  soft: 0.4,
}

export interface Word {
  readonly text: string
  readonly clause: number
}

export interface Vocabulary {
  readonly words: ReadonlySet<string>
  /** Without those that mean something only beside others: "sin" of "sin city". */
  readonly alone: ReadonlySet<string>
  /** Words of styles alone. */
  readonly names: ReadonlySet<string>
  readonly colours: ReadonlySet<string>
  readonly fillers: ReadonlySet<string>
  /** Long words that name a style: they are recognised with a slip of the pen, too. */
  readonly longNames: readonly string[]
}

export function wordsOf(prompt: string, { words, alone, names, colours, fillers, longNames }: Vocabulary): Word[] {
  const clauses = spelled(prompt)
    .split(/[,;!?()\n。、]+|(?<!\d)\.|\s-+\s|[–—]/u)
    .map((clause) => tokensOf(clause, words))
  const formOf = (token: string): string =>
    baseOf(token, words) ?? longNames.find((name) => isOneSlip(token, name)) ?? token
  const english: English = {
    has: (word) => alone.has(word),
    hasForm: (word) => baseOf(word, alone) !== undefined,
    isName: (word) => names.has(word),
    isShade: (word) => Object.hasOwn(SHADES, word),
    isColour: (phrase) => colours.has(phrase),
    isFiller: (word) => fillers.has(word),
  }
  return toEnglish(clauses, english).flatMap((clause, index) =>
    clause.map((token) => ({ text: formOf(token), clause: index })),
  )
}

function tokensOf(clause: string, words: ReadonlySet<string>): string[] {
  return clause
    .split(/[^\p{L}\p{N}&-]+/u)
    .map((token) => token.replaceAll(/^-+|-+$/g, ''))
    .filter((token) => /[\p{L}\p{N}]/u.test(token))
    .flatMap((token) => (words.has(token) ? [token] : token.split(/-+/)))
}

/** Endings, and what stands in the word list instead of them. */
const ENDINGS: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/(?:ier|iest|ies)$/, 'y'],
  [/(\p{L})\1(?:er|est|ish)$/u, '$1'],
  [/(?:er|est|ish|esque|ly|s)$/, ''],
  [/(?:er|est|ish)$/, 'e'],
  [/es$/, ''],
]

function baseOf(word: string, words: ReadonlySet<string>): string | undefined {
  if (words.has(word)) return word
  return ENDINGS.map(([ending, instead]) => word.replace(ending, instead)).find((base) => words.has(base))
}

/** One letter missing, too many, wrong, or two of them swapped. */
function isOneSlip(word: string, name: string): boolean {
  if (Math.abs(word.length - name.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === name[start]) start += 1
  const [a, b] = [word.slice(start), name.slice(start)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)
}
