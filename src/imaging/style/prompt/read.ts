/**
 * Style and prompt → recipe, always the same one for the same words. The word list is tried first. If it finds no style
 * and does not know all words, the preset closest in meaning is asked for. A prompt that names no look, only how it is to
 * change, is painted on the chosen preset; one that says nothing at all is refused.
 *
 * Free of networks and picture code: a server reads prompts before it takes a credit, and asks a worker for the meaning.
 */
import { AppError } from '../../../base/errors.js'
import { currentStyle } from '../../../catalog/former-styles.js'
import { styleEntries } from '../../../catalog/styles.js'
import type { NearestStyles, PortraitStyleOrder, StylePart, StyleParts, StyleRecipe } from '../../job.js'
import { type Choice, describeChoice, describeStyle } from './describe.js'
import { notUnderstood } from './refusal.js'
import { isMostlyMissed, saysSomething, type Understood, understand } from './understand.js'

/** The preset closest in meaning to the text, unless it is unwanted; undefined without the sentence network. */
export type FindNearest = (text: string, unwanted: readonly string[]) => Promise<NearestStyles | undefined>

/** Painted where the prompt rules out the very preset that was chosen. */
const OTHERWISE = ['oil-painting', 'watercolour']

/** Rejects with `invalid_request` when nothing of the prompt is understood. */
export async function recipeFor(
  { style, prompt }: Pick<PortraitStyleOrder, 'style' | 'prompt'>,
  findNearest: FindNearest,
): Promise<StyleRecipe> {
  if (prompt === undefined) return presetRecipe(style)
  const understood = understand(prompt)
  const named = namedChoice(understood)
  if (named && understood.isLedByThings) throw notUnderstood(understood, named.parts[0].style)
  const choice = named ?? (await unnamedChoice(prompt, understood, style, findNearest))
  const { colours, looks, background, line, texture, strength = 1 } = understood
  return {
    parts: choice.parts,
    wishes: {
      colours,
      looks,
      ...(background && { background }),
      ...(line !== undefined && { line }),
      ...(texture && { texture }),
    },
    strength,
    description: describeChoice(choice, understood),
  }
}

function presetRecipe(id: string): StyleRecipe {
  if (!styleEntries().some((style) => style.id === currentStyle(id))) {
    throw new AppError('invalid_request', `There is no style ${id}`, { parameter: 'style' })
  }
  const choice = choiceOf([id])
  return { parts: choice.parts, wishes: { colours: [], looks: [] }, strength: 1, description: describeStyle(choice) }
}

/** "Not a cartoon but a comic": a former style is ruled out by its own name, not what is painted in its place. */
function namedChoice({ styles, unwanted }: Understood): Choice | undefined {
  const wanted = styles.filter((id) => !unwanted.includes(id) && !unwanted.includes(currentStyle(id)))
  return wanted[0] === undefined ? undefined : choiceOf([wanted[0], ...wanted.slice(1)])
}

async function unnamedChoice(
  prompt: string,
  understood: Understood,
  preset: string,
  findNearest: FindNearest,
): Promise<Choice> {
  const { unknown, things, unwanted, advice } = understood
  if (advice.length > 0) throw notUnderstood(understood)
  const isForNetwork = isMostlyMissed(understood) || unknown.length > 0 || things.some(({ isPlace }) => isPlace)
  const nearest = isForNetwork ? await findNearest(prompt, unwanted.map(currentStyle)) : undefined
  if (nearest?.isClear)
    return { parts: nearest.parts, origin: `by meaning, ${nearest.similarity.toFixed(2)}`, replaced: [] }
  // Words for things may describe a look, as 'one lamp with pink foil' does; but then a style is clearly near in meaning.
  const chosen = chosenPreset(understood, preset)
  if (!chosen) throw notUnderstood(understood, nameOf(nearest))
  return chosen
}

/** Less near in meaning is nonsense to many styles as well (eval/prompt-threshold.ts, prompts that say nothing). */
const NEAR = 0.35

const nameOf = (nearest: NearestStyles | undefined): string | undefined =>
  nearest && nearest.similarity >= NEAR ? nearest.parts[0].style : undefined

/** "Warmer, softer": a change to what was chosen. */
function chosenPreset(understood: Understood, preset: string): Choice | undefined {
  if (!saysSomething(understood) || isMostlyMissed(understood)) return undefined
  const unwanted = understood.unwanted.map(currentStyle)
  const id = [preset, ...OTHERWISE].find((candidate) => !unwanted.includes(currentStyle(candidate))) ?? preset
  return choiceOf([id], 'as chosen')
}

/** Of the presets named, the first two, with former ones replaced. */
function choiceOf(ids: readonly [string, ...string[]], origin?: Choice['origin']): Choice {
  const [first, second] = [...new Set(ids.map(currentStyle))]
  const replaced = ids.filter((id) => currentStyle(id) !== id && [first, second].includes(currentStyle(id)))
  const parts: StyleParts = second ? [part(first!, FIRST), part(second, 1 - FIRST)] : [whole(first!)]
  return { parts, replaced, ...(origin && { origin }) }
}

/** Of two presets the first has so much. */
const FIRST = 0.62
const part = (style: string, weight: number): StylePart => ({ style, weight })
export const whole = (style: string): StylePart => part(style, 1)
