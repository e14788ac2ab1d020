/**
 * What a prompt asks for, by the word list alone. The text is read once, longest phrases first; words that are about the
 * background or about a thing are not read again.
 */
import { type Look, type PromptWords, promptWords, type Texture } from '../../../catalog/prompt-words.js'
import type { StyleWishes } from '../../job.js'
import { clamp } from '../../raster/clamp.js'
import { readBackdrop } from './backdrop.js'
import { isNegated } from './negation.js'
import { type Match, type Reading, readWords } from './phrases.js'
import { shadeBefore, shadedColour } from './shades.js'
import { findThings, type Thing } from './things.js'

export interface Understood extends StyleWishes {
  /** Presets that were named, the clearest name first. */
  readonly styles: readonly string[]
  /** Presets that were ruled out. */
  readonly unwanted: readonly string[]
  /** How strong the style should be, 0..1. */
  readonly strength?: number
  /** What it wants added to the picture or removed from it, which is not done. */
  readonly things: readonly Thing[]
  /** Whether a style is only how the thing is to be painted that it is about: "me as a pirate in watercolour". */
  readonly isLedByThings: boolean
  /** Colours that things are to have. */
  readonly dyes: readonly string[]
  /** Where else to go with what it wants. */
  readonly advice: readonly string[]
  /** Words that are not on the list. */
  readonly unknown: readonly string[]
}

export function understand(prompt: string, list: PromptWords = promptWords()): Understood {
  const reading = readWords(prompt, list)
  const { words, matches } = reading
  const backdrop = readBackdrop(reading)
  const things = findThings(reading, new Set(backdrop?.places))
  const ofThings = things.flatMap(({ places }) => places)
  const read = new Set([...(backdrop?.places ?? []), ...ofThings])
  const isFree = ({ places }: Match): boolean => !places.some((place) => read.has(place))
  const free = matches.filter((match) => match.kind !== 'elsewhere' && isFree(match))
  for (const { places } of free) for (const place of places) read.add(place)
  const isColour = (place: number): boolean =>
    free.some((match) => match.kind === 'colours' && match.places[0] === place)
  const isShade = (place: number): boolean => isColour(place + 1) && shadeBefore(reading, place + 1) !== undefined
  const found: Findings = { styles: [], generic: [], unwanted: [], colours: [], looks: [] }
  for (const match of free) if (!match.places.every(isShade)) record(found, match, reading)
  const { styles, generic, ...wishes } = found
  const implied = found.looks.find(({ look }) => look.backdrop)
  const background = backdrop?.backdrop ?? (implied && { ...implied.look.backdrop!, name: implied.name })
  const named = styles.toSorted((a, b) => b.words.length - a.words.length).map(({ name }) => name)
  const understood = {
    ...wishes,
    styles: [...new Set(named.length > 0 ? named : generic)],
    ...(background && { background }),
    things,
    dyes: matches.flatMap(({ kind, places, name }) =>
      kind === 'colours' && ofThings.includes(places[0]!) ? [name] : [],
    ),
    advice: [...new Set(matches.flatMap(({ kind, name }) => (kind === 'elsewhere' ? [name] : [])))],
    unknown: [...new Set(words.flatMap(({ text }, at) => (read.has(at) || list.ignored.includes(text) ? [] : [text])))],
  }
  const naming = new Set(
    free.filter(({ kind }) => kind === 'styles' || kind === 'generic').map(({ places }) => places[0]!),
  )
  const leading = things.filter(
    ({ unwanted, places }) =>
      !unwanted && places[0]! < Math.min(...naming) && places.some((at) => list.fantastic.includes(words[at]!.text)),
  )
  const led = leading.flatMap(({ places }) => places).length
  return { ...understood, isLedByThings: led > 0 && led >= naming.size + wordsOfWishes(understood) }
}

type Wishes = StyleWishes & Pick<Understood, 'styles' | 'unwanted'>

/** Whether anything of it can be painted. */
export const saysSomething = (wishes: Wishes): boolean => wishes.styles.length + wordsOfWishes(wishes) > 0

/**
 * Whether less of it is painted than is not: then a changed preset is not what was meant. Where a person is may say how the
 * picture is to look.
 */
export function isMostlyMissed(understood: Understood): boolean {
  const things = understood.things.filter(({ isPlace }) => !isPlace)
  return wordsIn(things) + understood.unknown.length > wordsOfWishes(understood)
}

function wordsOfWishes({ unwanted, colours, looks, background, line, texture }: Omit<Wishes, 'styles'>): number {
  const others = [line, texture].filter((wish) => wish !== undefined)
  return unwanted.length + others.length + wordsIn([...colours, ...looks, ...(background ? [background] : [])])
}

const wordsIn = (named: readonly { readonly name: string }[]): number =>
  named.reduce((total, { name }) => total + name.split(' ').length, 0)

interface Findings {
  styles: Match[]
  generic: string[]
  unwanted: string[]
  colours: { name: string; hex: string }[]
  looks: { name: string; look: Look }[]
  strength?: number
  line?: number
  texture?: Texture
}

function record(found: Findings, match: Match, reading: Reading): void {
  const { kind, name, words, places } = match
  const { list } = reading
  const at = places[0]!
  const isDenied = isNegated(reading, at)
  if (kind === 'lines') found.line = isDenied ? 0 : list.lines[name]!
  else if (kind === 'textures') found.texture = isDenied ? 'none' : list.textures[name]!
  else if (kind === 'looks')
    found.looks.push(isDenied ? notSo(name, list.looks[name]!) : { name, look: list.looks[name]! })
  else if (kind === 'styles' || kind === 'generic') {
    if (isDenied) found.unwanted.push(name)
    else if (kind === 'styles') found.styles.push(match)
    else found.generic.push(name)
  } else if (isDenied) return
  else if (kind === 'strengths') found.strength = list.strengths[name]!
  else if (kind === 'colours') {
    const shown = [shadeBefore(reading, at) ?? [], words].flat().join(' ')
    found.colours.push({ name: shown, hex: shadedColour(reading, name, at) })
  }
}

/** "Not dark" is a little lighter than nothing said: half as much, the other way. */
function notSo(name: string, { exposure = 0, warmth = 0, contrast = 1, saturation = 1 }: Look): Findings['looks'][0] {
  const inverse = (factor: number): number => clamp(1 / Math.sqrt(Math.max(factor, 0.1)), 0.5, 1.3)
  const [light, colour] = [{ exposure: -exposure / 2, warmth: -warmth / 2 }, { saturation: inverse(saturation) }]
  return { name: `not ${name}`, look: { ...light, contrast: inverse(contrast), ...colour } }
}
