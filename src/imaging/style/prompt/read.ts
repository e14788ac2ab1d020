/**
 * Free text → recipe, the same one for the same words. The word list reads first; where it names no style, the sentence
 * network says which preset comes nearest in meaning. Where that finds nothing either, a default is painted, and the
 * description says so.
 */
import { type Recipe, type Style, styles } from '../recipes.js'
import { composeRecipe, type StylePart } from './compose.js'
import { type FindMeaning, likeness, type Meaning } from './sentences.js'
import { type Understood, understand } from './understand.js'

export interface ReadRecipe {
  readonly recipe: Recipe
  /** 0..1, by words such as "subtle". */
  readonly strength: number
  /** What was understood, in one line of ASCII: it goes into a header. */
  readonly description: string
}

export type ReadPrompt = (prompt: string) => Promise<ReadRecipe>

/** What is painted when nothing says what. */
const DEFAULT_STYLE = 'oil-painting'
// Below this the nearest preset is no nearer than chance; measured on prompts that mean nothing here.
const MIN_LIKENESS = 0.52
/** A second preset that comes this close to the first takes part. */
const CLOSE = 0.06

interface Choice {
  readonly parts: readonly [StylePart, StylePart?]
  /** How the style was found, where it was not named. */
  readonly how?: string
}

/** Without the sentence network, the word list alone decides. */
export function createPromptReader(findMeaning?: FindMeaning): ReadPrompt {
  let meanings: Promise<readonly Meaning[]> | undefined
  const nearest = async (prompt: string, unwanted: readonly string[]): Promise<Choice | undefined> => {
    if (!findMeaning) return undefined
    meanings ??= meaningsOf(findMeaning)
    const meaning = await findMeaning(prompt)
    const ranked = (await meanings)
      .map((style, index) => ({ style: styles()[index]!, score: likeness(meaning, style) }))
      .filter(({ style }) => !unwanted.includes(style.id))
      .sort((a, b) => b.score - a.score)
    const [first, second] = ranked
    if (!first || first.score < MIN_LIKENESS) return undefined
    const how = `by meaning, ${first.score.toFixed(2)}`
    if (!second || second.score < Math.max(MIN_LIKENESS, first.score - CLOSE))
      return { parts: [whole(first.style)], how }
    return { parts: share(first.style, second.style, 0.65), how }
  }

  return async (prompt) => {
    const understood = understand(prompt)
    const choice = named(understood) ?? (await nearest(prompt, understood.unwanted)) ?? fallback(understood)
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

function named({ styles: ids, unwanted }: Understood): Choice | undefined {
  const [first, second] = ids.filter((id) => !unwanted.includes(id)).map(styleOf)
  if (!first) return undefined
  return { parts: second ? share(first, second, 0.62) : [whole(first)] }
}

function fallback({ colours, looks, background, unwanted }: Understood): Choice {
  const style = unwanted.includes(DEFAULT_STYLE) ? styles().find(({ id }) => !unwanted.includes(id)) : undefined
  const saidSomething = colours.length + looks.length > 0 || background
  const how = saidSomething ? 'default: no style was named' : 'default: nothing was understood'
  return { parts: [whole(style ?? styleOf(DEFAULT_STYLE))], how }
}

function styleOf(id: string): Style {
  const style = styles().find((known) => known.id === id)
  if (!style) throw new Error(`The words of prompts name a style that does not exist: ${id}`)
  return style
}

const whole = (style: Style): StylePart => ({ style, weight: 1 })
const share = (first: Style, second: Style, weight: number): [StylePart, StylePart] => [
  { style: first, weight },
  { style: second, weight: 1 - weight },
]

const MAX_UNKNOWN = 8

function describe({ parts, how }: Choice, understood: Understood): string {
  const names = parts.flatMap((part) => (part ? [part] : []))
  const style = names
    .map(({ style: { id }, weight }) => (names.length > 1 ? `${id} ${weight.toFixed(2)}` : id))
    .join(' + ')
  const facts = [`style=${style}${how ? ` (${how})` : ''}`]
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
  // What the sentence network has read was understood as a whole.
  if (!how?.startsWith('by meaning')) fact('not understood', understood.unknown.slice(0, MAX_UNKNOWN))
  return facts
    .join('; ')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 900)
}
