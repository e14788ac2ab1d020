/** What is said about a prompt of which nothing was understood, or too little: why, which words are near, and what works. */
import { AppError } from '../../../base/errors.js'
import { nearestName } from '../../../catalog/nearest-name.js'
import { promptWords } from '../../../catalog/prompt-words.js'
import type { NearestStyles } from '../../job.js'
import { knownWords } from './phrases.js'
import { saysSomething, type Understood } from './understand.js'

/** Shorter words are near to everything. */
const MIN_LETTERS = 4
const MAX_GUESSES = 3
/** Less near in meaning is nonsense to many styles as well (eval/prompt-threshold.ts, prompts that say nothing). */
const NEAR = 0.35
/** Who asks for these wants another operation. */
const OF_ID_PHOTOS = [
  'passport',
  'visa',
  'passbild',
  'passfoto',
  'pasaporte',
  'passeport',
  'passaporte',
  '护照',
  'パスポート',
]
const EXAMPLES = "'watercolour, autumn colours', 'like Rembrandt', 'pencil sketch on rough paper', 'warmer, softer'"

export function notUnderstood(understood: Understood, nearest?: NearestStyles): AppError {
  const { things, unknown } = understood
  const wanted = [...new Set(things.map(({ name }) => name))].slice(0, MAX_GUESSES).join(', ')
  const why = wanted
    ? `it can say how the picture is painted, but add or remove nothing (${wanted})`
    : saysSomething(understood)
      ? `most of it is not understood (${unknown.slice(0, MAX_GUESSES).join(', ')})`
      : 'nothing in it says how the picture is to look'
  const guesses = unknown.flatMap(guessFor).slice(0, MAX_GUESSES)
  const advice = unknown.some((word) => OF_ID_PHOTOS.includes(word))
    ? ' For passports and visas there is POST /v1/id-photo.'
    : guesses.length > 0
      ? ` Did you mean ${guesses.join(', ')}?`
      : nearest && nearest.similarity >= NEAR
        ? ` The style nearest in meaning is ${nearest.parts[0].style}.`
        : ''
  return new AppError('invalid_request', `prompt: ${why}.${advice} Try media, artists, colours or moods: ${EXAMPLES}`, {
    parameter: 'prompt',
    reason: 'prompt_not_understood',
  })
}

/** A word that is known only as a part of a phrase is no guess: it is there already. */
function guessFor(word: string): string[] {
  const guess = word.length < MIN_LETTERS ? undefined : nearestName(word, knownWords(promptWords()))
  return guess && guess !== word ? [guess] : []
}
