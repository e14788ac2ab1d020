/**
 * What a prompt asks for, by the word list alone. The text is read once, longest phrases first; words that a phrase has
 * matched are not read again. "No" and "without" negate a phrase.
 */
import { type Backdrop, type Look, type PromptWords, promptWords, type Texture } from '../../../catalog/prompt-words.js'
import { shaded } from './shades.js'

export interface Understood {
  /** Presets that were named, the clearest name first. */
  readonly styles: readonly string[]
  /** Presets that were ruled out. */
  readonly unwanted: readonly string[]
  readonly colours: readonly { readonly name: string; readonly hex: string }[]
  readonly looks: readonly { readonly name: string; readonly look: Look }[]
  readonly background?: Backdrop & { readonly name: string }
  /** How strong the style should be, 0..1. */
  readonly strength?: number
  /** Weight of outlines; 0: explicitly none. */
  readonly line?: number
  readonly texture?: Texture
  /** Words that are not on the list. */
  readonly unknown: readonly string[]
}

type Kind = 'style' | 'generic' | 'colour' | 'look' | 'strength' | 'line' | 'texture'

interface Phrase {
  readonly words: readonly string[]
  readonly kind: Kind
  readonly name: string
}

const BACKGROUND = ['background', 'backdrop', 'backgrounds']
const NEGATIONS = ['no', 'not', 'without', 'never', 'non']
/** May stand between a negation and what it negates. */
const FILLERS = ['a', 'an', 'the', 'any', 'too', 'very', 'in', 'of', 'light', 'dark', 'deep', 'pale', 'bright']

export function understand(prompt: string, list: PromptWords = promptWords()): Understood {
  const tokens = tokensOf(prompt)
  const matched = new Array<boolean>(tokens.length).fill(false)
  const found: Findings = { styles: [], generic: [], unwanted: [], colours: [], looks: [] }
  const matches = findPhrases(tokens, phrasesOf(list))
  const background = readBackground(tokens, matches, matched, list)
  const usedByBackground = [...matched]
  for (const { at, phrase } of matches) {
    const places = phrase.words.map((_, i) => at + i)
    if (places.some((place) => usedByBackground[place])) continue
    for (const place of places) matched[place] = true
    record(found, phrase, isNegated(tokens, at), list)
  }
  const ignored = new Set(list.ignored)
  const unknown = tokens.filter((token, i) => !matched[i] && !ignored.has(token))
  const { styles, generic, ...rest } = found
  const named = styles.toSorted((a, b) => b.length - a.length).map(({ id }) => id)
  return {
    ...rest,
    styles: [...new Set(named.length > 0 ? named : generic)],
    ...(background && { background }),
    unknown: [...new Set(unknown)],
  }
}

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

function record(found: Findings, { kind, name, words }: Phrase, negated: boolean, list: PromptWords): void {
  if (negated && (kind === 'style' || kind === 'generic')) found.unwanted.push(name)
  else if (kind === 'style') found.styles.push({ id: name, length: words.length })
  else if (kind === 'generic') found.generic.push(name)
  else if (kind === 'line') found.line = negated ? 0 : list.lines[name]!
  else if (kind === 'texture') found.texture = negated ? 'none' : list.textures[name]!
  else if (negated) return
  else if (kind === 'colour') found.colours.push({ name: words.join(' '), hex: list.colours[name]! })
  else if (kind === 'look') found.looks.push({ name, look: list.looks[name]! })
  else if (kind === 'strength') found.strength = list.strengths[name]!
}

/** British spelling, letters and digits only; "8-bit" and "sumi-e" keep their hyphens. */
export function tokensOf(prompt: string): string[] {
  return prompt
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/\bcolor/g, 'colour')
    .replaceAll(/watercolor/g, 'watercolour')
    .replaceAll(/\bgray/g, 'grey')
    .split(/[^\p{L}\p{N}&-]+/u)
    .map((token) => token.replaceAll(/^-+|-+$/g, ''))
    .filter((token) => /[\p{L}\p{N}]/u.test(token))
}

const phraseLists = new WeakMap<PromptWords, readonly Phrase[]>()

function phrasesOf(list: PromptWords): readonly Phrase[] {
  const known = phraseLists.get(list)
  if (known) return known
  const of = (kind: Kind, names: readonly string[]): Phrase[] =>
    names.map((name) => ({ kind, name, words: name.split(' ') }))
  const presets = (kind: Kind, names: PromptWords['styles']): Phrase[] =>
    Object.entries(names).flatMap(([id, phrases]) =>
      phrases.map((name) => ({ kind, name: id, words: name.split(' ') })),
    )
  const phrases = [
    ...presets('style', list.styles),
    ...presets('generic', list.generic),
    ...of('colour', Object.keys(list.colours)),
    ...of('look', Object.keys(list.looks)),
    ...of('strength', Object.keys(list.strengths)),
    ...of('line', Object.keys(list.lines)),
    ...of('texture', Object.keys(list.textures)),
  ].sort((a, b) => b.words.length - a.words.length)
  phraseLists.set(list, phrases)
  return phrases
}

interface Match {
  readonly at: number
  readonly phrase: Phrase
}

/** From left to right, at each word the longest phrase; a phrase with two meanings counts twice. */
function findPhrases(tokens: readonly string[], phrases: readonly Phrase[]): Match[] {
  const matches: Match[] = []
  for (let at = 0; at < tokens.length; ) {
    const candidates = phrases.filter(({ words }) => words.every((word, i) => tokens[at + i] === word))
    const longest = candidates[0]?.words.length ?? 1
    for (const phrase of candidates) if (phrase.words.length === longest) matches.push({ at, phrase })
    at += longest
  }
  return matches
}

function isNegated(tokens: readonly string[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - 3); i--) {
    if (NEGATIONS.includes(tokens[i]!)) return true
    if (!FILLERS.includes(tokens[i]!)) return false
  }
  return false
}

/** "on a blue background", "background: blurred", "before a sunset sky": up to four words before or after. */
function readBackground(
  tokens: readonly string[],
  matches: readonly Match[],
  matched: boolean[],
  list: PromptWords,
): Understood['background'] {
  const at = tokens.findIndex((token) => BACKGROUND.includes(token))
  if (at < 0) return undefined
  if (isNegated(tokens, at) || tokens[at - 1] === 'remove' || tokens[at - 1] === 'transparent') {
    matched[at] = true
    return { kind: 'plain', colours: ['#ffffff'], name: 'plain white' }
  }
  const before = wordsBefore(tokens, at)
  const after = tokens[at + 1] === 'is' || tokens[at + 1] === 'in' || tokens[at + 1] === 'of' ? at + 2 : at + 1
  const places = before.length > 0 ? before : [after, after + 1].filter((place) => place < tokens.length)
  const names = places.map((place) => tokens[place]!)
  const colours = matches
    .filter(({ at: place, phrase }) => phrase.kind === 'colour' && places.includes(place))
    .map(({ at: place, phrase }) => shaded(list.colours[phrase.name]!, tokens[place - 1]))
  const known = Object.keys(list.backgrounds).find((name) => names.join(' ').includes(name))
  if (!known && colours.length === 0) return undefined
  for (const place of [...places, at]) matched[place] = true
  const backdrop = known ? list.backgrounds[known]! : { kind: 'plain' as const }
  const paints = colours.length > 0 && backdrop.kind !== 'blur' ? { colours: colours.slice(0, 2) } : {}
  return { ...backdrop, ...paints, name: names.join(' ') }
}

/** Back to the last preposition, at most four words. */
function wordsBefore(tokens: readonly string[], at: number): number[] {
  const places: number[] = []
  for (let i = at - 1; i >= Math.max(0, at - 4); i--) {
    if (['on', 'with', 'against', 'in', 'before', 'over', 'and', 'has', 'have'].includes(tokens[i]!)) break
    if (!['a', 'an', 'the'].includes(tokens[i]!)) places.unshift(i)
  }
  return places
}
