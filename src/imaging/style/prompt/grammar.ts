/** Just enough English to tell what a prompt's words are about: word classes, and where a noun phrase ends. */
import type { PhraseKind, Reading } from './phrases.js'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const ARTICLES = setOf('a an the some any two three four five many several my his her their our your its this these')
/** What follows is a thing, whatever it is. */
const ACTIONS = setOf('holding wearing riding carrying hugging playing eating drinking driving smoking kissing petting')
/** "Surrounded by", "dressed in", "next to": prepositions after these are as good as actions. */
const LEADS = setOf('surrounded covered dressed next standing sitting lying flying')
/** What follows may be a thing: with an article, or as a plural. */
const COMPANIONS = setOf('with plus add adding featuring including')
/** What follows may be a place: with an article. */
const PREPOSITIONS = setOf('in on at under near beside behind above over inside into to as around among through by')
const OTHERS = setOf('and of from for or but like that which who is are was has have against before without no not')
const MAX_NOUNS = 5

/** What a word says about the noun phrase after it. */
export type Cue = 'action' | 'companion' | 'place'

export type Sentence = ReturnType<typeof parseSentence>

export function parseSentence({ words, matches, list }: Reading) {
  const ignored = new Set(list.ignored)
  const text = (at: number): string => words[at]?.text ?? ''
  const matchesAt = (at: number) => matches.filter(({ places }) => places.includes(at))
  /** Whether the word list has it as one of these. */
  const isOf = (at: number, ...kinds: PhraseKind[]): boolean =>
    matchesAt(at).some(({ phrase }) => kinds.includes(phrase.kind))
  const isArticle = (at: number): boolean => ARTICLES.has(text(at))
  /** Before these a noun phrase ends. */
  const boundaries = [ARTICLES, ACTIONS, LEADS, COMPANIONS, PREPOSITIONS, OTHERS]
  const isBoundary = (at: number): boolean => boundaries.some((set) => set.has(text(at)))
  const areTogether = (a: number, b: number): boolean => words[a] !== undefined && words[a].clause === words[b]?.clause
  return {
    text,
    isOf,
    isUnknown: (at: number): boolean => at in words && matchesAt(at).length === 0 && !ignored.has(text(at)),
    isArticle,
    isBoundary,
    areTogether,
    cueAt: (at: number): Cue | undefined => {
      const word = text(at)
      if (ACTIONS.has(word) || (PREPOSITIONS.has(word) && LEADS.has(text(at - 1)))) return 'action'
      if (COMPANIONS.has(word)) return 'companion'
      return PREPOSITIONS.has(word) ? 'place' : undefined
    },
    /** The places of the noun phrase that begins here, without articles: up to the next preposition, verb or style. */
    nounsFrom: (start: number): number[] => {
      let at = start
      while (areTogether(start, at) && isArticle(at)) at += 1
      const nouns: number[] = []
      while (areTogether(start, at) && nouns.length < MAX_NOUNS && !isBoundary(at)) {
        if (nouns.length > 0 && isOf(at, 'style', 'generic')) break
        const phrase = matchesAt(at)[0]?.places ?? [at]
        nouns.push(...phrase)
        at += phrase.length
      }
      return nouns
    },
  }
}
