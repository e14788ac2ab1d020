/** Where in a prompt the phrases of the word list stand. */

import type { PromptWords } from '../../../catalog/prompt-words.js'
import { oncePer } from '../once-per.js'
import { NEGATIONS, type Vocabulary, type Word, wordsOf } from './words.js'

export type PhraseKind =
  | 'style'
  | 'generic'
  | 'colour'
  | 'look'
  | 'strength'
  | 'line'
  | 'texture'
  | 'thing'
  | 'elsewhere'

export interface Phrase {
  readonly words: readonly string[]
  readonly kind: PhraseKind
  readonly name: string
}

export interface Match {
  /** Places of its words. */
  readonly places: readonly number[]
  readonly phrase: Phrase
}

/** A prompt's words and what the word list makes of them. */
export interface Reading {
  readonly list: PromptWords
  readonly words: readonly Word[]
  readonly matches: readonly Match[]
}

export function readWords(prompt: string, list: PromptWords): Reading {
  const { phrases, vocabulary } = dictionaryOf(list)
  const words = wordsOf(prompt, vocabulary)
  return { list, words, matches: findPhrases(words, phrases) }
}

/** From left to right, at each word the longest phrase; a phrase with two meanings counts twice. */
function findPhrases(words: readonly Word[], phrases: readonly Phrase[]): Match[] {
  const matches: Match[] = []
  for (let at = 0; at < words.length; ) {
    const here = words[at]!.clause
    const isHere = (text: string, i: number): boolean => words[at + i]?.text === text && words[at + i]?.clause === here
    const candidates = phrases.filter((phrase) => phrase.words.every(isHere))
    const longest = candidates[0]?.words.length ?? 1
    for (const phrase of candidates) {
      if (phrase.words.length === longest) matches.push({ places: phrase.words.map((_, i) => at + i), phrase })
    }
    at += longest
  }
  return matches
}

const dictionaryOf = oncePer(readDictionary)

/** All phrases, the longest first, and their words. */
function readDictionary(list: PromptWords): { phrases: readonly Phrase[]; vocabulary: Vocabulary } {
  const of = (kind: PhraseKind, names: readonly string[]): Phrase[] =>
    names.map((name) => ({ kind, name, words: name.split(' ') }))
  const presets = (kind: PhraseKind, names: PromptWords['styles']): Phrase[] =>
    Object.entries(names).flatMap(([id, phrases]) => of(kind, phrases).map((phrase) => ({ ...phrase, name: id })))
  const phrases = [
    ...presets('style', list.styles),
    ...presets('generic', list.generic),
    ...of('colour', Object.keys(list.colours)),
    ...of('look', Object.keys(list.looks)),
    ...of('strength', Object.keys(list.strengths)),
    ...of('line', Object.keys(list.lines)),
    ...of('texture', Object.keys(list.textures)),
    ...of('thing', list.things),
    ...presets('elsewhere', list.elsewhere),
  ].sort((a, b) => b.words.length - a.words.length)
  const backdrops = Object.keys(list.backgrounds).flatMap((name) => name.split(' '))
  const words = new Set([...phrases.flatMap((phrase) => phrase.words), ...backdrops, ...list.ignored])
  const styles = Object.values(list.styles).flat()
  const longNames = styles.filter((name) => /^\p{L}{7,}$/u.test(name))
  const others = phrases.flatMap(({ kind, name, words }) => (kind === 'style' || styles.includes(name) ? [] : words))
  const plain = new Set([...others, ...backdrops, ...list.ignored])
  const names = new Set(styles.flatMap((name) => name.split(' ')).filter((word) => !plain.has(word)))
  const single = phrases.flatMap((phrase) => (phrase.words.length === 1 ? phrase.words : []))
  const alone = new Set([...single, ...backdrops, ...list.ignored])
  const fillers = new Set(list.ignored.filter((word) => !NEGATIONS.has(word)))
  const colours = new Set(Object.keys(list.colours))
  return { phrases, vocabulary: { words, alone, names, colours, fillers, longNames } }
}

/** The single words that prompts may use, to suggest one for a misspelling. */
export const knownWords = (list: PromptWords): readonly string[] => [
  ...new Set(
    dictionaryOf(list).phrases.flatMap(({ kind, words }) => (kind === 'thing' || kind === 'elsewhere' ? [] : words)),
  ),
]
