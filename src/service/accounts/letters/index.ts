/** Every letter, in every language. */
import type { Language } from '../../../catalog/languages.js'
import { de } from './de.js'
import { en, type Letters } from './en.js'

export const letters: Readonly<Record<Language, Letters>> = { en, de }
