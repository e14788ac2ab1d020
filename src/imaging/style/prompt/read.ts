/**
 * Free text → recipe, always the same one for the same words. The word list is tried first. If it finds no style and
 * does not know all words, the sentence network picks the preset closest in meaning. A prompt that names no look, only
 * how it is to change, is painted on the chosen preset; one that says nothing at all is refused.
 */
import { findStyle, type Recipe, type Style, styles } from '../recipes.js'
import { type Choice, composeRecipe, type StylePart } from './compose.js'
import { describeChoice } from './describe.js'
import { notUnderstood } from './refusal.js'
import { type FindMeaning, type Meaning, similarity } from './sentences.js'
import { saysSomething, type Understood, understand } from './understand.js'

export interface ReadRecipe {
  readonly recipe: Recipe
  /** 0..1, from words such as "subtle". */
  readonly strength: number
  /** What was understood, in one line of ASCII: it goes into a header. */
  readonly description: string
}

/** Rejects with `invalid_request` when nothing of the prompt is understood. `preset` is the chosen style's id. */
export type ReadPrompt = (prompt: string, preset: string) => Promise<ReadRecipe>

/** Where the chosen preset is the very one that the prompt does not want. */
const OTHERWISE = ['oil-painting', 'watercolour']
/**
 * Below this the nearest preset is no nearer than chance: of 90 texts that have nothing to do with pictures, made-up words
 * come as near as 0.49 and French ones as 0.53 (eval/style-prompts.ts has the most of them).
 */
const MIN_SIMILARITY = 0.54
/** A second preset whose similarity is this close to the first one's is mixed in. */
const MIX_MARGIN = 0.06

/** Without the sentence network, the word list alone decides. */
export function createPromptReader(findMeaning?: FindMeaning): ReadPrompt {
  let meanings: Promise<readonly Meaning[]> | undefined
  const nearest = async ({ rest, unknown, things, unwanted }: Understood): Promise<Choice | undefined> => {
    if (!findMeaning || !(unknown.length > 0 || things.some(({ isPlace }) => isPlace))) return undefined
    meanings ??= meaningsOf(findMeaning)
    const meaning = await findMeaning(rest)
    const ranked = (await meanings)
      .map((style, index) => ({ style: styles()[index]!, score: similarity(meaning, style) }))
      .filter(({ style }) => !unwanted.includes(style.id))
      .sort((a, b) => b.score - a.score)
    const [first, second] = ranked
    if (!first || first.score < MIN_SIMILARITY) return undefined
    const origin = `by meaning, ${first.score.toFixed(2)}` as const
    if (!second || second.score < Math.max(MIN_SIMILARITY, first.score - MIX_MARGIN))
      return { parts: [whole(first.style)], origin }
    return { parts: share(first.style, second.style, 0.65), origin }
  }

  return async (prompt, preset) => {
    const understood = understand(prompt)
    const choice = namedChoice(understood) ?? (await nearest(understood)) ?? chosenPreset(understood, preset)
    if (!choice) throw notUnderstood(understood)
    return {
      recipe: composeRecipe(choice.parts, understood),
      strength: understood.strength ?? 1,
      description: describeChoice(choice, understood),
    }
  }
}

async function meaningsOf(findMeaning: FindMeaning): Promise<Meaning[]> {
  const found: Meaning[] = []
  for (const { words } of styles()) found.push(await findMeaning(words))
  return found
}

function namedChoice({ styles: ids, unwanted }: Understood): Choice | undefined {
  const [first, second] = ids.filter((id) => !unwanted.includes(id)).map(styleOf)
  if (!first) return undefined
  return { parts: second ? share(first, second, 0.62) : [whole(first)] }
}

/** "Warmer, softer": a change to what was chosen. */
function chosenPreset(understood: Understood, preset: string): Choice | undefined {
  if (!saysSomething(understood)) return undefined
  const id = [preset, ...OTHERWISE].find((candidate) => !understood.unwanted.includes(candidate)) ?? preset
  return { parts: [whole(styleOf(id))], origin: 'as chosen' }
}

function styleOf(id: string): Style {
  const style = findStyle(id)
  if (!style) throw new Error(`The prompt words name a style that does not exist: ${id}`)
  return style
}

const whole = (style: Style): StylePart => ({ style, weight: 1 })
const share = (first: Style, second: Style, weight: number): [StylePart, StylePart] => [
  { style: first, weight },
  { style: second, weight: 1 - weight },
]
