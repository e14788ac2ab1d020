/**
 * A prompt as words: English, small letters, British spelling, no punctuation. Each is brought to the form in which the
 * word list has it ("warmer" is "warm", "etchings" is "etching", "watrecolour" is "watercolour").
 */
import { spelled } from './spelling.js'

/** What is before a comma is a clause: "no" negates nothing beyond it. */
export type Clause = readonly string[]

export const clausesOf = (prompt: string, known: ReadonlySet<string>): Clause[] =>
  spelled(prompt)
    .split(/[,;!?()\n。、]+|(?<!\d)\.|\s-+\s|[–—]/u)
    .map((clause) =>
      clause
        .split(/[^\p{L}\p{N}&-]+/u)
        .map((token) => token.replaceAll(/^-+|-+$/g, ''))
        .filter((token) => /[\p{L}\p{N}]/u.test(token))
        .flatMap((token) => (known.has(token) ? [token] : token.split(/-+/))),
    )

/** Endings, and what stands in the word list instead of them. */
const ENDINGS: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/(?:ier|iest|ies)$/, 'y'],
  [/(\p{L})\1(?:er|est|ish)$/u, '$1'],
  [/(?:er|est|ish|esque|ly|s)$/, ''],
  [/(?:er|est|ish)$/, 'e'],
  [/es$/, ''],
]

/** The known word that this is a form of. */
export function baseOf(word: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(word)) return word
  return ENDINGS.map(([ending, instead]) => word.replace(ending, instead)).find((base) => known.has(base))
}

/** One letter missing, too many, wrong, or two of them swapped. */
export function isOneSlip(word: string, name: string): boolean {
  if (Math.abs(word.length - name.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === name[start]) start += 1
  const [a, b] = [word.slice(start), name.slice(start)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)
}
