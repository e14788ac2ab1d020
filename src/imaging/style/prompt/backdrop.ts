/** "On a blue background", "background: blurred", "sunset in the background": what is wanted behind the person. */
import type { Backdrop } from '../../../catalog/prompt-words.js'
import { isNegated } from './negation.js'
import type { Reading } from './phrases.js'
import { shadeBefore, shaded } from './shades.js'

export interface WantedBackdrop {
  readonly backdrop: Backdrop & { readonly name: string }
  /** Of the words that describe it. */
  readonly places: readonly number[]
}

const BACKGROUND = new Set(['background', 'backdrop'])
const STOPS = new Set('on with against in before over and has have but'.split(' '))
const ARTICLES = new Set(['a', 'an', 'the'])
const MAX_WORDS = 4

export function readBackdrop(reading: Reading): WantedBackdrop | undefined {
  const { words, matches, list } = reading
  const at = words.findIndex(({ text }) => BACKGROUND.has(text))
  if (at < 0) return undefined
  if (isNegated(reading, at) || words[at - 1]?.text === 'transparent') {
    return { backdrop: { kind: 'plain', colours: ['#ffffff'], name: 'plain white' }, places: [at] }
  }
  const places = describingPlaces(reading, at)
  const name = places.map((place) => words[place]!.text).join(' ')
  const inks = matches.filter(({ places: [first], phrase }) => phrase.kind === 'colour' && places.includes(first!))
  const shades = inks.map(({ places: [first] }) => shadeBefore(reading, first!))
  const colours = inks.map(({ phrase }, i) => shaded(list.colours[phrase.name]!, shades[i]))
  const known = Object.keys(list.backgrounds)
    .filter((kind) => ` ${name} `.includes(` ${kind} `) && !shades.includes(kind))
    .sort((a, b) => b.length - a.length)[0]
  const head = places.at(-1)
  const isInk = inks.some(({ places: words }) => words.at(-1) === head)
  if (!known && !isInk) return undefined // "a green dragon in the background" is no green background
  const backdrop = known ? list.backgrounds[known]! : { kind: 'plain' as const }
  const paints = colours.length > 0 && backdrop.kind !== 'blur' ? { colours: colours.slice(0, 2) } : {}
  return { backdrop: { ...backdrop, ...paints, name }, places: [...places, at] }
}

/** The words before it; those before "in the background"; or, where there are none, those after it. */
function describingPlaces({ words, matches, list }: Reading, at: number): number[] {
  const { clause } = words[at]!
  const ofBackdrops = new Set([...Object.keys(list.backgrounds), ...Object.keys(list.colours)].join(' ').split(' '))
  // "Watercolour blue background" has a style before it; "starry night sky background" has not.
  const isStyle = (place: number): boolean =>
    !ofBackdrops.has(words[place]!.text) &&
    matches.some(({ phrase, places }) => places.includes(place) && ['style', 'generic'].includes(phrase.kind))
  const before = (from: number): number[] => {
    const places: number[] = []
    for (let i = from; i > Math.max(-1, from - MAX_WORDS); i--) {
      const word = words[i]
      if (word?.clause !== clause || STOPS.has(word.text) || isStyle(i)) break
      if (!ARTICLES.has(word.text)) places.unshift(i)
    }
    return places
  }
  const direct = before(at - 1)
  if (direct.length > 0) return direct
  const isIn = words[at - 1]?.text === 'the' && words[at - 2]?.text === 'in'
  const earlier = isIn ? before(at - 3) : []
  if (earlier.length > 0) return earlier
  const after = ['is', 'in', 'of'].includes(words[at + 1]?.text ?? '') ? at + 2 : at + 1
  return [after, after + 1].filter((place) => words[place]?.clause === clause)
}
