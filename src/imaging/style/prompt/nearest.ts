/** The presets closest in meaning to a text, by the sentence network. */
import { styleEntries } from '../../../catalog/styles.js'
import { type FindNearest, shared, whole } from './read.js'
import { type FindMeaning, type Meaning, similarity } from './sentences.js'

/**
 * Below this the nearest preset is no nearer than chance: of 90 texts that have nothing to do with pictures, made-up words
 * come as near as 0.49 and French ones as 0.53 (eval/style-prompts.ts has the most of them).
 */
const MIN_SIMILARITY = 0.54
/** A second preset whose similarity is this close to the first one's is mixed in. */
const MIX_MARGIN = 0.06

/** Without the sentence network nothing is found, and the word list alone decides. */
export function createNearestFinder(findMeaning?: FindMeaning): FindNearest {
  if (!findMeaning) return async () => undefined
  let meanings: Promise<readonly Meaning[]> | undefined
  return async (text, unwanted) => {
    meanings ??= meaningsOf(findMeaning)
    const meaning = await findMeaning(text)
    const ranked = (await meanings)
      .map((style, index) => ({ id: styleEntries()[index]!.id, score: similarity(meaning, style) }))
      .filter(({ id }) => !unwanted.includes(id))
      .sort((a, b) => b.score - a.score)
    const [first, second] = ranked
    if (!first || first.score < MIN_SIMILARITY) return undefined
    const isMixed = second && second.score >= Math.max(MIN_SIMILARITY, first.score - MIX_MARGIN)
    return { parts: isMixed ? shared(first.id, second.id, 0.65) : [whole(first.id)], similarity: first.score }
  }
}

async function meaningsOf(findMeaning: FindMeaning): Promise<Meaning[]> {
  const found: Meaning[] = []
  for (const { words } of styleEntries()) found.push(await findMeaning(words))
  return found
}
