/**
 * npx tsx eval/prompt-threshold.ts
 *
 * How similar in meaning a preset must be to be painted. Of the prompts in prompt-list.ts that the word list leaves to the
 * sentence network, for each threshold: how many get the style that they describe, how many another one, and how many that
 * must be refused are painted all the same.
 */
import { currentStyle } from '../src/catalog/former-styles.js'
import { createNearestFinder } from '../src/imaging/style/prompt/nearest.js'
import { type FindNearest, recipeFor } from '../src/imaging/style/prompt/read.js'
import { loadSentences } from '../src/imaging/style/prompt/sentences.js'
import { fetchNetworks } from './networks.js'
import { CHOSEN, DESCRIBED, NONSENSE } from './prompt-list.js'

const { sentences } = await (await fetchNetworks()).texts()
if (!sentences) throw new Error('The sentence network is missing')
const findAny = createNearestFinder(await loadSentences(sentences), 0)

interface Asked {
  readonly prompt: string
  readonly lead: string
  readonly similarity: number
  readonly isRight: boolean
}

const described: Asked[] = []
for (const { prompt, style = [] } of DESCRIBED) described.push(...(await ask(prompt, style.map(currentStyle))))
const nonsense: Asked[] = []
for (const prompt of NONSENSE) nonsense.push(...(await ask(prompt, [])))

for (const { prompt, lead, similarity, isRight } of [...described, ...nonsense].sort(nearestFirst)) {
  console.log(`${similarity.toFixed(3)} ${isRight ? 'right' : 'wrong'}  ${lead.padEnd(16)} ${prompt}`)
}
console.log(`\nLeft to the network: ${described.length} that describe a style, ${nonsense.length} to be refused`)
console.log('threshold  right  another style  painted for no reason  precision  recall')
for (let threshold = 0.4; threshold < 0.685; threshold += 0.02) {
  const found = described.filter(({ similarity }) => similarity >= threshold)
  const right = found.filter(({ isRight }) => isRight).length
  const painted = nonsense.filter(({ similarity }) => similarity >= threshold).length
  const precision = right / Math.max(1, found.length + painted)
  const figures = [right, found.length - right, painted, precision.toFixed(2), (right / described.length).toFixed(2)]
  console.log([threshold.toFixed(2), ...figures].join('\t'))
}

/** Empty where the word list decides without the network. */
async function ask(prompt: string, wanted: readonly string[]): Promise<Asked[]> {
  const asked: Asked[] = []
  const findNearest: FindNearest = async (text, unwanted) => {
    const nearest = await findAny(text, unwanted)
    const lead = nearest?.parts[0].style ?? ''
    asked.push({ prompt, lead, similarity: nearest?.isClear ? nearest.similarity : 0, isRight: wanted.includes(lead) })
    return nearest
  }
  await recipeFor({ prompt, style: CHOSEN }, findNearest).catch(() => undefined)
  return asked
}

function nearestFirst(a: Asked, b: Asked): number {
  return b.similarity - a.similarity
}
