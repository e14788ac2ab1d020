/**
 * Text → token ids, as the sentence network was trained: of all ways to split the text into pieces of the vocabulary,
 * the one with the highest sum of scores (Viterbi).
 */
export type Vocabulary = readonly (readonly [piece: string, score: number])[]
export type Tokenise = (text: string) => number[]

/** The first entries of the vocabulary are control tokens, not text. */
const RESERVED = 6
const UNKNOWN = 0
const SPACE = '\u2581'

export function createTokeniser(vocabulary: Vocabulary): Tokenise {
  const ids = new Map<string, number>()
  let [longest, lowest] = [1, 0]
  for (const [index, [piece, score]] of vocabulary.entries()) {
    lowest = Math.min(lowest, score)
    if (index < RESERVED) continue
    ids.set(piece, index)
    longest = Math.max(longest, [...piece].length)
  }
  // A character that no piece covers costs more than any piece.
  const unknownScore = lowest - 10
  return (text) => {
    const characters = [...` ${text.normalize('NFKC').trim().replace(/\s+/g, ' ')}`.replaceAll(' ', SPACE)]
    const best: { score: number; from: number; token: number }[] = [{ score: 0, from: 0, token: UNKNOWN }]
    for (let end = 1; end <= characters.length; end++) {
      let winner = { score: best[end - 1]!.score + unknownScore, from: end - 1, token: UNKNOWN }
      for (let start = Math.max(0, end - longest); start < end; start++) {
        const token = ids.get(characters.slice(start, end).join(''))
        if (token === undefined) continue
        const score = best[start]!.score + vocabulary[token]![1]
        if (score > winner.score) winner = { score, from: start, token }
      }
      best.push(winner)
    }
    const tokens: number[] = []
    for (let at = characters.length; at > 0; at = best[at]!.from) tokens.push(best[at]!.token)
    // Several unknown characters in a row are one unknown piece.
    return tokens.reverse().filter((token, i) => token !== UNKNOWN || tokens[i - 1] !== UNKNOWN)
  }
}
