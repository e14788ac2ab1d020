/** "No", "without", "not too": whether a phrase is negated by what stands before it in its clause. */
import type { Reading } from './phrases.js'
import { NEGATIONS } from './words.js'

/** May stand between a negation and what it negates. */
const FILLERS = new Set(
  'a an the any too very so much many in of it be look make use as light dark deep pale bright'.split(' '),
)
const MAX_FILLERS = 3

export function isNegated(reading: Reading, at: number): boolean {
  const { words, matches } = reading
  for (let i = at - 1; i >= Math.max(0, at - 1 - MAX_FILLERS); i--) {
    const { text, clause } = words[i]!
    if (clause !== words[at]!.clause) return false
    if (NEGATIONS.has(text)) return true
    // "no lines or grain": what stands before "or" shares its negation.
    const sibling = text === 'or' && matches.find(({ places }) => places.at(-1) === i - 1)
    if (sibling) return isNegated(reading, sibling.places[0]!)
    if (!FILLERS.has(text)) return false
  }
  return false
}
