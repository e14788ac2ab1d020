/** Search in guide and reference: every word must be the beginning of a word in the entry; titles count more. */

export interface SearchEntry {
  readonly href: string
  readonly title: string
  /** Where that is: guide, reference, or which route. */
  readonly place: string
  readonly text: string
}

export interface Match {
  readonly entry: SearchEntry
  /** A piece of the text around the first word found there. */
  readonly excerpt: string
}

const MOST = 12
const EXCERPT = 110

export function searchEntries(entries: readonly SearchEntry[], query: string): readonly Match[] {
  const words = plain(query)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }))
}

/** 0 unless all words are found. A whole title ranks above its beginning, then a word in it, then the text. */
function scoreOf({ title, place, text }: SearchEntry, words: readonly string[]): number {
  const [inTitle, inPlace, inText] = [title, place, text].map((part) => ` ${plain(part)}`) as [string, string, string]
  let score = inTitle === ` ${words.join(' ')}` ? 20 : 0
  for (const word of words) {
    if (inTitle.startsWith(` ${word}`)) score += 8
    else if (inTitle.includes(` ${word}`)) score += 5
    else if (inPlace.includes(` ${word}`)) score += 2
    else if (inText.includes(` ${word}`)) score += 1
    else return 0
  }
  return score
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const found = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const at = found.length > 0 ? Math.min(...found) : 0
  const from = at < EXCERPT / 2 ? 0 : text.indexOf(' ', at - EXCERPT / 2) + 1
  const piece = text.slice(from, from + EXCERPT)
  return `${from > 0 ? '… ' : ''}${piece}${from + EXCERPT < text.length ? ' …' : ''}`
}

/** Letters and digits of any script, in lower case; everything else separates words. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
