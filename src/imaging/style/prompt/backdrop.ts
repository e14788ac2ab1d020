/** "On a blue background", "background: blurred", "sunset in the background": what is wanted behind the person. */
import type { Backdrop } from '../../../catalog/prompt-words.js'
import { isNegated } from './negation.js'
import type { Reading } from './phrases.js'
import { shadeBefore, shadedColour } from './shades.js'
import { isBoundary } from './things.js'

export interface WantedBackdrop {
  readonly backdrop: Backdrop & { readonly name: string }
  /** Of the words that describe it. */
  readonly places: readonly number[]
}

const MAX_WORDS = 4

export function readBackdrop(reading: Reading): WantedBackdrop | undefined {
  const { words, text, matchesAt, list } = reading
  const at = words.findIndex(({ text }) => text === 'background' || text === 'backdrop')
  if (at < 0) return undefined
  if (isNegated(reading, at) || text(at - 1) === 'transparent') {
    return { backdrop: { kind: 'plain', colours: ['#ffffff'], name: 'plain white' }, places: [at] }
  }
  const places = describingPlaces(reading, at)
  const name = places.map(text).join(' ')
  const inks = places.flatMap((place) =>
    matchesAt(place).filter(({ kind, places: [first] }) => kind === 'colours' && first === place),
  )
  const shades = inks.map(({ places: [first] }) => shadeBefore(reading, first!))
  const known = Object.keys(list.backgrounds)
    .filter((kind) => ` ${name} `.includes(` ${kind} `) && !shades.includes(kind))
    .sort((a, b) => b.length - a.length)[0]
  const isInk = inks.some((ink) => ink.places.at(-1) === places.at(-1))
  if (!known && !isInk) return undefined // "a green dragon in the background" is no green background
  const backdrop = known ? list.backgrounds[known]! : { kind: 'plain' as const }
  const colours = inks.slice(0, 2).map((ink) => shadedColour(reading, ink.name, ink.places[0]!))
  const isPainted = colours.length > 0 && backdrop.kind !== 'blur'
  return { backdrop: { ...backdrop, ...(isPainted && { colours }), name }, places: [...places, at] }
}

/** The words before it; those before "in the background"; or, where there are none, those after it. */
function describingPlaces(reading: Reading, at: number): number[] {
  const { text, isOf, areTogether, list } = reading
  const { articles } = list.grammar
  const ofBackdrops = [...Object.keys(list.backgrounds), ...Object.keys(list.colours)].join(' ').split(' ')
  // "Watercolour blue background" has a style before it; "starry night sky background" has not.
  const isStyle = (place: number): boolean => !ofBackdrops.includes(text(place)) && isOf(place, 'styles', 'generic')
  const before = (last: number): number[] => {
    const places: number[] = []
    for (let i = last; i > last - MAX_WORDS && areTogether(i, at) && !isStyle(i); i--) {
      if (articles.includes(text(i))) continue
      if (isBoundary(reading, i) && text(i) !== 'of') break // "out of focus"
      places.unshift(i)
    }
    return places
  }
  const isIn = text(at - 1) === 'the' && text(at - 2) === 'in'
  const places = [before(at - 1), isIn ? before(at - 3) : []].find(({ length }) => length > 0)
  const after = ['is', 'in', 'of'].includes(text(at + 1)) ? at + 2 : at + 1
  return places ?? [after, after + 1].filter((place) => areTogether(place, at))
}
