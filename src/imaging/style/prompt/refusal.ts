/** What is said about a prompt of which nothing was understood, or too little: why, which words are near, and what works. */
import { AppError } from '../../../base/errors.js'
import { nearestName } from '../../../catalog/nearest-name.js'
import { promptWords } from '../../../catalog/prompt-words.js'
import { saysSomething, type Understood } from './understand.js'
import { knownWords } from './vocabulary.js'

/** Shorter words are near to everything. */
const MIN_LETTERS = 5
const MAX_GUESSES = 3
/** Who mistypes a word gets its beginning right. */
const SURE_LETTERS = 2
/** Takes any two colours well. */
const FOR_COLOURS = 'duotone'
const EXAMPLES = "'watercolour, autumn colours', 'like Rembrandt', 'pencil sketch on rough paper', 'warmer, softer'"

/** `nearest` is the style nearest to it. */
export function notUnderstood(understood: Understood, nearest?: string): AppError {
  const { things, unknown } = understood
  const wanted = [...new Set(things.map(({ name }) => name))].slice(0, MAX_GUESSES).join(', ')
  const why = wanted
    ? `it can say how the picture is painted, but add or remove nothing (${wanted})`
    : saysSomething(understood) && unknown.length > 0
      ? `most of it is not understood (${unknown.slice(0, MAX_GUESSES).join(', ')})`
      : 'nothing in it says how the picture is to look'
  const message = [
    `prompt: ${why}.`,
    ...adviceOn(understood, nearest),
    `Try media, artists, colours or moods: ${EXAMPLES}`,
  ]
  return new AppError('invalid_request', message.join(' '), { parameter: 'prompt', reason: 'prompt_not_understood' })
}

function adviceOn({ advice, dyes, unknown }: Understood, nearest: string | undefined): readonly string[] {
  if (advice.length > 0) return advice
  const guesses = unknown.flatMap(guessFor).slice(0, MAX_GUESSES)
  if (guesses.length > 0) return [`Did you mean ${guesses.join(', ')}?`]
  if (nearest) return [`The nearest style is ${nearest}.`]
  return dyes.length > 0 ? [`Colours are for the whole picture: '${FOR_COLOURS}, ${dyes[0]}'.`] : []
}

/** A word that is known only as a part of a phrase is no guess: it is there already. */
function guessFor(word: string): string[] {
  const start = word.slice(0, SURE_LETTERS)
  const candidates = knownWords(promptWords()).filter((known) => known.startsWith(start))
  const guess = word.length < MIN_LETTERS ? undefined : nearestName(word, candidates)
  return guess && guess !== word ? [guess] : []
}
