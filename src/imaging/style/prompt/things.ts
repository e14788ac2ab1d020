/**
 * Things that a prompt asks for and that are not painted: "with a red balloon", "holding a cat", "dragon in the background".
 * They are found by grammar and position, because no list of things is ever complete; the list helps where there is no
 * grammar. What describes them is not read as a wish about the picture: a red balloon makes no picture red.
 */

import { type Cue, parseSentence, type Sentence } from './grammar.js'
import { isNegated } from './negation.js'
import type { PhraseKind, Reading } from './phrases.js'

export interface Thing {
  readonly name: string
  /** Of the words that are about the thing alone. */
  readonly places: readonly number[]
  /** "Without a hat": nothing is taken away, either. */
  readonly unwanted: boolean
  /** "On a blackboard": where, which may also say how the picture is to look. */
  readonly isPlace: boolean
}

/** "… in the background", "… on my head", "… behind me". */
const POSITIONS = new Set('in on at behind above beside over around near'.split(' '))
const ANCHORS = new Set(
  'background backdrop foreground back distance head shoulder hand lap side corner sky me him her them'.split(' '),
)
/** Parts of the person keep their colours. */
const PARTS = new Set('hair eyes eye skin lips eyebrows face cheeks'.split(' '))

/** What about the picture may be said in the same breath as the thing. */
const KEPT: Readonly<Record<Cue, readonly PhraseKind[]>> = {
  action: [],
  companion: ['style', 'generic'],
  place: ['style', 'generic', 'look'],
}

/** Words of a thing, and which of them are about the picture all the same. */
interface Mention {
  readonly places: readonly number[]
  readonly kept: readonly PhraseKind[]
  readonly isPlace?: boolean
}

export function findThings(reading: Reading, ofBackdrop: ReadonlySet<number>): Thing[] {
  const sentence = parseSentence(reading)
  const { text, isOf, isUnknown } = sentence
  const taken = new Set(ofBackdrop)
  const things: Thing[] = []
  for (const { places, kept, isPlace = false } of [
    ...byGrammar(reading, sentence),
    ...byPosition(reading, sentence),
    ...byColourOrList(reading, sentence),
  ]) {
    if (places.some((at) => taken.has(at))) continue
    const own = places.filter((at) => !isOf(at, ...kept))
    const named = own.filter((at) => isUnknown(at) || isOf(at, 'thing') || PARTS.has(text(at)))
    for (const at of own) taken.add(at)
    const name = (named.length > 0 ? named : own).map(text).join(' ')
    things.push({ name, places: own, unwanted: isNegated(reading, places[0]!), isPlace })
  }
  return things
}

/** "Wearing a hat", "with a red balloon and a kite", "in a red dress". */
function byGrammar({ words }: Reading, sentence: Sentence): Mention[] {
  const mentions: Mention[] = []
  let end = -1
  for (let at = 0; at < words.length; at++) {
    const cue = sentence.text(at) === 'and' && at === end ? 'companion' : sentence.cueAt(at)
    const places = cue && sentence.areTogether(at, at + 1) ? sentence.nounsFrom(at + 1) : []
    const last = places.at(-1)
    // "A balloon red" is how Romance languages have it.
    const head =
      last !== undefined && sentence.isOf(last, 'colour') && sentence.isOf(last - 1, 'thing') ? last - 1 : last
    if (!cue || head === undefined || !isThing(sentence, cue, at + 1, head)) continue
    mentions.push({ places, kept: KEPT[cue], isPlace: cue === 'place' && !sentence.isOf(head, 'thing') })
    end = places.at(-1)! + 1
    at = end - 1
  }
  return mentions
}

function isThing({ text, isOf, isUnknown, isArticle }: Sentence, cue: Cue, first: number, head: number): boolean {
  if (cue === 'action' || isOf(head, 'thing')) return true
  if (isUnknown(head)) return isArticle(first) || (cue === 'companion' && /[^s]s$/.test(text(head)))
  return cue === 'companion' && isOf(head, 'colour') && /^an?$/.test(text(head - 1)) // "with a rose"
}

/** "Dragon in the background", "parrot on my shoulder", "castle behind". */
function byPosition({ words }: Reading, sentence: Sentence): Mention[] {
  const { text, isOf, isUnknown, isBoundary, areTogether } = sentence
  return words.flatMap((_, at): Mention[] => {
    const anchor = sentence.isArticle(at + 1) ? at + 2 : at + 1
    const isAnchored = ANCHORS.has(text(anchor)) && areTogether(at, anchor)
    const isLast = text(at) === 'behind' && !areTogether(at, at + 1)
    if (!POSITIONS.has(text(at)) || !(isAnchored || isLast)) return []
    const places: number[] = []
    for (let i = at - 1; areTogether(i, at) && !isBoundary(i) && !isOf(i, 'style', 'generic'); i--) places.unshift(i)
    return places.some((place) => isUnknown(place) || isOf(place, 'thing')) ? [{ places, kept: ['look'] }] : []
  })
}

/** "Red zeppelin", "blue eyes", "hair pink", "dragon": what a colour says of a noun is not said of the picture. */
function byColourOrList({ words }: Reading, { text, isOf, isUnknown, isBoundary, areTogether }: Sentence): Mention[] {
  const mentions: Mention[] = []
  const isColour = (at: number): boolean => isOf(at, 'colour')
  for (let at = 0; at < words.length; at++) {
    const endOf = (belongs: (place: number) => boolean): number => {
      let end = at
      while (areTogether(at, end) && belongs(end)) end += 1
      return end
    }
    const hasColour = areTogether(at - 1, at) && isColour(at - 1)
    const listed = endOf((place) => isOf(place, 'thing') || (hasColour && PARTS.has(text(place))))
    const strange = endOf((place) => isUnknown(place) && !isBoundary(place))
    // "Blue shimmering watercolour": what is blue is known.
    const isColoured = hasColour && strange > at && (!areTogether(at, strange) || isBoundary(strange))
    const isDyed = PARTS.has(text(at)) && areTogether(at, at + 1) && isColour(at + 1) // "her hair pink"
    const end = isDyed ? at + 2 : isColoured ? strange : listed
    if (end === at) continue
    let start = at
    while (areTogether(start - 1, at) && (isColour(start - 1) || (text(start - 1) === 'and' && isColour(start - 2)))) {
      start -= 1
    }
    mentions.push({ places: Array.from({ length: end - start }, (_, i) => start + i), kept: [] })
    at = end - 1
  }
  return mentions
}
