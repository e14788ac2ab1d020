/**
 * Free text → recipe, always the same one for the same words. The word list is tried first; if it finds no style, the
 * sentence network picks the preset closest in meaning. If that finds nothing either, a default is painted, and the
 * description says so.
 */
import { findStyle, type Recipe, type Style, styles } from '../recipes.js'
import { composeRecipe, type StylePart } from './compose.js'
import { type FindMeaning, type Meaning, similarity } from './sentences.js'
import { type Understood, understand } from './understand.js'

export interface ReadRecipe {
  readonly recipe: Recipe
  /** 0..1, from words such as "subtle". */
  readonly strength: number
  /** What was understood, in one line of ASCII: it goes into a header. */
  readonly description: string
}

export type ReadPrompt = (prompt: string) => Promise<ReadRecipe>

/** What is painted when nothing else decides. */
const DEFAULT_STYLE = 'oil-painting'
// Below this the nearest preset is no nearer than chance; measured on prompts that have nothing to do with styles.
const MIN_SIMILARITY = 0.52
/** A second preset whose similarity is this close to the first one's is mixed in. */
const MIX_MARGIN = 0.06

interface Choice {
  readonly parts: readonly [StylePart, StylePart?]
  /** How the style was found, if it was not named. */
  readonly origin?: string
}

/** Without the sentence network, the word list alone decides. */
export function createPromptReader(findMeaning?: FindMeaning): ReadPrompt {
  let meanings: Promise<readonly Meaning[]> | undefined
  const nearest = async (prompt: string, unwanted: readonly string[]): Promise<Choice | undefined> => {
    if (!findMeaning) return undefined
    meanings ??= meaningsOf(findMeaning)
    const meaning = await findMeaning(prompt)
    const ranked = (await meanings)
      .map((style, index) => ({ style: styles()[index]!, score: similarity(meaning, style) }))
      .filter(({ style }) => !unwanted.includes(style.id))
      .sort((a, b) => b.score - a.score)
    const [first, second] = ranked
    if (!first || first.score < MIN_SIMILARITY) return undefined
    const origin = `by meaning, ${first.score.toFixed(2)}`
    if (!second || second.score < Math.max(MIN_SIMILARITY, first.score - MIX_MARGIN))
      return { parts: [whole(first.style)], origin }
    return { parts: share(first.style, second.style, 0.65), origin }
  }

  return async (prompt) => {
    const understood = understand(prompt)
    const choice = namedChoice(understood) ?? (await nearest(prompt, understood.unwanted)) ?? fallbackChoice(understood)
    return {
      recipe: composeRecipe(choice.parts, understood),
      strength: understood.strength ?? 1,
      description: describe(choice, understood),
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

function fallbackChoice({ colours, looks, background, unwanted }: Understood): Choice {
  const style = unwanted.includes(DEFAULT_STYLE) ? styles().find(({ id }) => !unwanted.includes(id)) : undefined
  const understoodSomething = colours.length + looks.length > 0 || background
  const origin = understoodSomething ? 'default: no style was named' : 'default: nothing was understood'
  return { parts: [whole(style ?? styleOf(DEFAULT_STYLE))], origin }
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

const MAX_UNKNOWN = 8

function describe({ parts, origin }: Choice, understood: Understood): string {
  const names = parts.flatMap((part) => (part ? [part] : []))
  const style = names
    .map(({ style: { id }, weight }) => (names.length > 1 ? `${id} ${weight.toFixed(2)}` : id))
    .join(' + ')
  const facts = [`style=${style}${origin ? ` (${origin})` : ''}`]
  const fact = (name: string, values: readonly string[]): void => {
    if (values.length > 0) facts.push(`${name}=${values.join(', ')}`)
  }
  fact(
    'colours',
    understood.colours.map(({ name, hex }) => `${name} ${hex}`),
  )
  fact(
    'light',
    understood.looks.map(({ name }) => name),
  )
  fact('background', understood.background ? [understood.background.name] : [])
  fact('line', understood.line === undefined ? [] : [understood.line === 0 ? 'none' : understood.line.toFixed(1)])
  fact('texture', understood.texture ? [understood.texture] : [])
  fact('without', understood.unwanted)
  // A prompt that the sentence network placed was understood as a whole.
  if (!origin?.startsWith('by meaning')) fact('not understood', understood.unknown.slice(0, MAX_UNKNOWN))
  return facts
    .join('; ')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 900)
}
