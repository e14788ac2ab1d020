/** The preset closest in meaning to a text, by the sentence network. */
import { type StyleEntry, styleEntries } from '../../../catalog/styles.js'
import { type FindNearest, whole } from './read.js'
import { type FindMeaning, type Meaning, similarity } from './sentences.js'

/** Below this the nearest preset is no nearer than chance. Measured by eval/prompt-threshold.ts, as is the lead. */
const MIN_SIMILARITY = 0.54
/** A text about as near to a second preset says neither of them. */
const MIN_LEAD = 0.03

/** Without the sentence network nothing is found, and the word list alone decides. */
export function createNearestFinder(findMeaning?: FindMeaning, least = MIN_SIMILARITY): FindNearest {
  if (!findMeaning) return async () => undefined
  let meanings: Promise<readonly Meaning[]> | undefined
  return async (text, unwanted) => {
    meanings ??= meaningsOf(findMeaning)
    const meaning = await findMeaning(text)
    const [first, second] = (await meanings)
      .map((style, index) => ({ id: styleEntries()[index]!.id, score: similarity(meaning, style) }))
      .filter(({ id }) => !unwanted.includes(id))
      .sort((a, b) => b.score - a.score)
    if (!first) return undefined
    const isClear = first.score >= least && first.score - (second?.score ?? 0) >= MIN_LEAD
    return { parts: [whole(first.id)], similarity: first.score, isClear }
  }
}

async function meaningsOf(findMeaning: FindMeaning): Promise<Meaning[]> {
  const found: Meaning[] = []
  for (const style of styleEntries()) found.push(await findMeaning(textOf(style)))
  return found
}

const textOf = ({ words, description }: StyleEntry): string => `${words}. ${description}`
