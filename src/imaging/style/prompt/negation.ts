/** "No", "without", "not too": whether what stands here is negated by what stands before it in its clause. */
import type { Reading } from './phrases.js'

/** So many words may stand between them. */
const BETWEEN = 3

export function isNegated(reading: Reading, at: number): boolean {
  const { text, matches, areTogether } = reading
  const { negations, negatedThrough } = reading.list.grammar
  for (let i = at - 1; i >= at - 1 - BETWEEN && areTogether(i, at); i--) {
    if (negations.includes(text(i))) return true
    // "no lines or grain": what stands before "or" shares its negation.
    const sibling = text(i) === 'or' && matches.find(({ places }) => places.at(-1) === i - 1)
    if (sibling) return isNegated(reading, sibling.places[0]!)
    if (!negatedThrough.includes(text(i))) return false
  }
  return false
}
