/**
 * Things that a prompt asks for and that are not painted: "with a red balloon", "holding a cat", "dragon in the background".
 * They are found by grammar and position, because no list of things is ever complete; the list helps where there is no
 * grammar. What describes them is not read as a wish about the picture: a red balloon makes no picture red.
 */
import { isNegated } from './negation.js'
import type { Reading } from './phrases.js'
import type { PhraseKind } from './vocabulary.js'

export interface Thing {
  readonly name: string
  /** Of the words that are about the thing alone. */
  readonly places: readonly number[]
  /** "Without a hat": nothing is taken away, either. */
  readonly unwanted: boolean
  /** "On a blackboard": where, which may also say how the picture is to look. */
  readonly isPlace: boolean
}

/** What a word says about the noun phrase after it. */
type Cue = 'action' | 'companion' | 'place'

/** What about the picture may be said in the same breath as the thing. */
const KEPT: Readonly<Record<Cue, readonly PhraseKind[]>> = {
  action: [],
  companion: ['styles', 'generic'],
  place: ['styles', 'generic', 'looks'],
}

/** Words of a thing, and which of them are about the picture all the same. */
interface Mention {
  readonly places: readonly number[]
  readonly kept: readonly PhraseKind[]
  readonly isPlace?: boolean
}

export function findThings(reading: Reading, ofBackdrop: ReadonlySet<number>): Thing[] {
  const { list, text, isOf, isUnknown } = reading
  const taken = new Set(ofBackdrop)
  const things: Thing[] = []
  for (const { places, kept, isPlace = false } of [byGrammar, byPosition, byColourOrList].flatMap((find) =>
    find(reading),
  )) {
    if (places.some((at) => taken.has(at))) continue
    const own = places.filter((at) => !isOf(at, ...kept))
    const named = own.filter((at) => isUnknown(at) || isOf(at, 'things') || list.grammar.ownParts.includes(text(at)))
    for (const at of own) taken.add(at)
    const name = (named.length > 0 ? named : own).map(text).join(' ')
    things.push({ name, places: own, unwanted: isNegated(reading, places[0]!), isPlace })
  }
  return things
}

const isArticle = ({ list, text }: Reading, at: number): boolean => list.grammar.articles.includes(text(at))

/** Before these a noun phrase ends, unless they are part of one that is known: "glass of wine". */
export function isBoundary({ list, text, matchesAt }: Reading, at: number): boolean {
  const { articles, actions, leads, companions, prepositions, others } = list.grammar
  if (matchesAt(at).some(({ words }) => words.length > 1)) return false
  return [articles, actions, leads, companions, prepositions, others].some((words) => words.includes(text(at)))
}

/** From here on, as long as it is so. */
function runFrom({ areTogether }: Reading, start: number, belongs: (at: number) => boolean): number[] {
  const places: number[] = []
  for (let at = start; areTogether(start, at) && belongs(at); at++) places.push(at)
  return places
}

/** "Wearing a hat", "with a red balloon and a kite", "in a red dress". */
function byGrammar(reading: Reading): Mention[] {
  const { words, text, isOf, areTogether } = reading
  const mentions: Mention[] = []
  for (let at = 0; at < words.length; at++) {
    const isSecond = text(at) === 'and' && mentions.at(-1)?.places.at(-1) === at - 1
    const cue = isSecond ? 'companion' : cueAt(reading, at)
    if (!cue || !areTogether(at, at + 1)) continue
    const first = at + 1 + runFrom(reading, at + 1, (place) => isArticle(reading, place)).length
    const isNoun = (place: number): boolean =>
      !isBoundary(reading, place) &&
      !(place > first && isOf(place, 'styles', 'generic') && !isOf(place - 1, 'styles', 'generic'))
    const places = areTogether(at, first) ? runFrom(reading, first, isNoun) : []
    const last = places.at(-1)
    if (last === undefined) continue
    // "A balloon red" is how Romance languages have it.
    const head = isOf(last, 'colours') && isOf(last - 1, 'things') ? last - 1 : last
    if (!isThing(reading, cue, first > at + 1, head)) continue
    mentions.push({ places, kept: KEPT[cue], isPlace: cue === 'place' && !isOf(head, 'things') })
    at = last
  }
  return mentions
}

function cueAt({ list, text }: Reading, at: number): Cue | undefined {
  const { actions, leads, companions, prepositions } = list.grammar
  const isPreposition = prepositions.includes(text(at))
  if (actions.includes(text(at)) || (isPreposition && leads.includes(text(at - 1)))) return 'action'
  if (companions.includes(text(at))) return 'companion'
  return isPreposition ? 'place' : undefined
}

function isThing({ text, isOf, isUnknown }: Reading, cue: Cue, hasArticle: boolean, head: number): boolean {
  if (cue === 'action' || isOf(head, 'things')) return true
  if (isUnknown(head)) return hasArticle || (cue === 'companion' && /[^s]s$/.test(text(head)))
  return cue === 'companion' && isOf(head, 'colours') && /^an?$/.test(text(head - 1)) // "with a rose"
}

/** "Dragon in the background", "parrot on my shoulder", "castle behind". */
function byPosition(reading: Reading): Mention[] {
  const { list, words, text, isOf, isUnknown, areTogether } = reading
  const { anchors, prepositions } = list.grammar
  return words.flatMap((_, at): Mention[] => {
    const anchor = isArticle(reading, at + 1) ? at + 2 : at + 1
    const isAnchored = anchors.includes(text(anchor)) && areTogether(at, anchor)
    const isLast = text(at) === 'behind' && !areTogether(at, at + 1)
    if (!prepositions.includes(text(at)) || !(isAnchored || isLast)) return []
    let start = at
    while (areTogether(start - 1, at) && !isBoundary(reading, start - 1) && !isOf(start - 1, 'styles', 'generic'))
      start -= 1
    const places = runFrom(reading, start, (place) => place < at)
    return places.some((place) => isUnknown(place) || isOf(place, 'things')) ? [{ places, kept: ['looks'] }] : []
  })
}

/** "Red zeppelin", "blue eyes", "hair pink", "dragon": what a colour says of a noun is not said of the picture. */
function byColourOrList(reading: Reading): Mention[] {
  const { list, words, text, isOf, isUnknown, areTogether } = reading
  const isColour = (at: number): boolean => isOf(at, 'colours')
  const isPart = (at: number): boolean => list.grammar.ownParts.includes(text(at))
  const mentions: Mention[] = []
  for (let at = 0; at < words.length; at++) {
    const hasColour = areTogether(at - 1, at) && isColour(at - 1)
    const listed = runFrom(reading, at, (place) => isOf(place, 'things') || (hasColour && isPart(place)))
    const strange = runFrom(reading, at, (place) => isUnknown(place) && !isBoundary(reading, place))
    const next = at + strange.length
    // "Blue shimmering watercolour": what is blue is known.
    const isColoured = hasColour && next > at && (!areTogether(at, next) || isBoundary(reading, next))
    const isDyed = isPart(at) && areTogether(at, at + 1) && isColour(at + 1) // "her hair pink"
    const end = isDyed ? at + 2 : isColoured ? next : at + listed.length
    if (end === at) continue
    let start = at
    while (areTogether(start - 1, at) && (isColour(start - 1) || (text(start - 1) === 'and' && isColour(start - 2))))
      start -= 1
    mentions.push({ places: runFrom(reading, start, (place) => place < end), kept: [] })
    at = end - 1
  }
  return mentions
}
