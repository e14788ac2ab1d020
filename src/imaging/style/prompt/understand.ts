/**
 * What a prompt asks for, by the word list alone. The text is read once, longest phrases first; words that are about the
 * background or about a thing are not read again.
 */
import { type Look, type PromptWords, promptWords, type Texture } from '../../../catalog/prompt-words.js'
import type { StyleWishes } from '../../job.js'
import { readBackdrop } from './backdrop.js'
import { isNegated } from './negation.js'
import { type Match, type Phrase, type Reading, readWords } from './phrases.js'
import { shadeBefore, shaded } from './shades.js'
import { findThings, type Thing } from './things.js'

export interface Understood extends StyleWishes {
  /** Presets that were named, the clearest name first. */
  readonly styles: readonly string[]
  /** Presets that were ruled out. */
  readonly unwanted: readonly string[]
  /** How strong the style should be, 0..1. */
  readonly strength?: number
  /** What it wants added to the picture or removed from it, which is not done. */
  readonly things: readonly Pick<Thing, 'name' | 'unwanted' | 'isPlace'>[]
  /** How many words of things that no photo shows stand before the first style; and how many styles are named. */
  readonly leading: number
  readonly named: number
  /** Colours that things are to have. */
  readonly dyes: readonly string[]
  /** Where else to go with what it wants. */
  readonly advice: readonly string[]
  /** Words that are not on the list. */
  readonly unknown: readonly string[]
  /** The prompt without its things; places stay. */
  readonly rest: string
}

export function understand(prompt: string, list: PromptWords = promptWords()): Understood {
  const reading = readWords(prompt, list)
  const { words, matches } = reading
  const backdrop = readBackdrop(reading)
  const ofBackdrop = new Set(backdrop?.places)
  const things = findThings(reading, ofBackdrop)
  const ofThings = new Set(things.flatMap(({ places }) => places))
  const found: Findings = { styles: [], generic: [], unwanted: [], colours: [], looks: [] }
  const read = new Set([...ofBackdrop, ...ofThings])
  const isFree = ({ places }: Match): boolean => !places.some((place) => ofBackdrop.has(place) || ofThings.has(place))
  const free = matches.filter(isFree)
  const colours = free.filter(({ phrase }) => phrase.kind === 'colour').map(({ places }) => places[0]!)
  const isShade = (place: number): boolean =>
    colours.includes(place + 1) && shadeBefore(reading, place + 1) !== undefined
  for (const { places, phrase } of free) {
    for (const place of places) if (phrase.kind !== 'elsewhere') read.add(place)
    if (places.every(isShade) || phrase.kind === 'elsewhere') continue
    record(found, phrase, isNegated(reading, places[0]!), list, shadeBefore(reading, places[0]!))
  }
  const implied = found.looks.find(({ look }) => look.backdrop)
  const background = backdrop?.backdrop ?? (implied && { ...implied.look.backdrop!, name: implied.name })
  const ignored = new Set(list.ignored)
  const unknown = words.filter(({ text }, place) => !read.has(place) && !ignored.has(text))
  const { styles, generic, ...rest } = found
  const ofStyles = free.flatMap(({ places, phrase }) => (NAMING.includes(phrase.kind) ? [places[0]!] : []))
  const isFantastic = ({ places, unwanted }: Thing): boolean =>
    !unwanted && places.some((place) => list.fantastic.includes(words[place]!.text))
  const leading = things.filter((thing) => isFantastic(thing) && thing.places[0]! < Math.min(...ofStyles))
  const named = styles.toSorted((a, b) => b.length - a.length).map(({ id }) => id)
  return {
    ...rest,
    styles: [...new Set(named.length > 0 ? named : generic)],
    ...(background && { background }),
    things: things.map(({ name, unwanted, isPlace }) => ({ name, unwanted, isPlace })),
    leading: leading.flatMap(({ places }) => places).length,
    named: new Set(ofStyles).size,
    dyes: matches.flatMap(({ places: [place], phrase }) =>
      phrase.kind === 'colour' && ofThings.has(place!) ? [phrase.name] : [],
    ),
    advice: [...new Set(matches.flatMap(({ phrase }) => (phrase.kind === 'elsewhere' ? [phrase.name] : [])))],
    unknown: [...new Set(unknown.map(({ text }) => text))],
    rest: restOf(prompt, reading, things),
  }
}

/** Whether anything of it can be painted. */
export const saysSomething = ({ styles, unwanted, colours, looks, background, line, texture }: Understood): boolean =>
  styles.length + unwanted.length + colours.length + looks.length > 0 ||
  [background, line, texture].some((wish) => wish !== undefined)

/**
 * Whether it wants things more than a look: "a dark knight on a horse" has two words of things to one of light. Without a
 * style such a prompt is refused, because the picture would lack what matters; "warm, with a balloon" is painted. Words
 * that are not on the list may be about the look, and where a person is may say how the picture is to look.
 */
export const isMainlyThings = (understood: Understood): boolean =>
  wordsOfThings(understood) > wordsOfWishes(understood) + understood.unknown.length

/** Whether a style is only how the thing is to be painted that it is about: "me as a pirate in watercolour". */
export const isLedByThings = (understood: Understood): boolean =>
  understood.leading > 0 && understood.leading >= understood.named + wordsOfWishes(understood)

/** Whether less of it is painted than is not: then a changed preset is not what was meant. */
export const isMostlyMissed = (understood: Understood): boolean =>
  wordsOfThings(understood) + understood.unknown.length > wordsOfWishes(understood)

const wordsOfThings = ({ things }: Understood): number => wordsIn(things.filter(({ isPlace }) => !isPlace))

function wordsOfWishes({ unwanted, colours, looks, background, line, texture }: Understood): number {
  const others = [line, texture].filter((wish) => wish !== undefined)
  return unwanted.length + others.length + wordsIn([...colours, ...looks, ...(background ? [background] : [])])
}

const wordsIn = (named: readonly { readonly name: string }[]): number =>
  named.reduce((total, { name }) => total + name.split(' ').length, 0)

function restOf(prompt: string, { words }: Reading, things: readonly Thing[]): string {
  const removed = new Set(things.flatMap(({ isPlace, places }) => (isPlace ? [] : places)))
  return removed.size === 0 ? prompt : words.flatMap(({ text }, at) => (removed.has(at) ? [] : [text])).join(' ')
}

const NAMING: readonly string[] = ['style', 'generic']

interface Findings {
  styles: { id: string; length: number }[]
  generic: string[]
  unwanted: string[]
  colours: { name: string; hex: string }[]
  looks: { name: string; look: Look }[]
  strength?: number
  line?: number
  texture?: Texture
}

function record(
  found: Findings,
  { kind, name, words }: Phrase,
  negated: boolean,
  list: PromptWords,
  shade: string | undefined,
): void {
  if (negated && (kind === 'style' || kind === 'generic')) found.unwanted.push(name)
  else if (kind === 'style') found.styles.push({ id: name, length: words.length })
  else if (kind === 'generic') found.generic.push(name)
  else if (kind === 'line') found.line = negated ? 0 : list.lines[name]!
  else if (kind === 'texture') found.texture = negated ? 'none' : list.textures[name]!
  else if (kind === 'look')
    found.looks.push(negated ? notSo(name, list.looks[name]!) : { name, look: list.looks[name]! })
  else if (negated) return
  else if (kind === 'colour')
    found.colours.push({ name: [shade ?? [], words].flat().join(' '), hex: shaded(list.colours[name]!, shade) })
  else if (kind === 'strength') found.strength = list.strengths[name]!
}

/** "Not dark" is a little lighter than nothing said: half as much, the other way. */
function notSo(name: string, { exposure = 0, warmth = 0, contrast = 1, saturation = 1 }: Look): Understood['looks'][0] {
  const inverse = (factor: number): number => Math.min(1.3, Math.max(0.5, 1 / Math.sqrt(Math.max(factor, 0.1))))
  const look = {
    exposure: -exposure / 2,
    warmth: -warmth / 2,
    contrast: inverse(contrast),
    saturation: inverse(saturation),
  }
  return { name: `not ${name}`, look }
}
