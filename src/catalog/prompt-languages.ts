/** Words of prompts in other languages, from catalog/prompt-languages: what each is in the English of the word list. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readOnce } from './read-catalog.js'

const Texts = Type.Array(Type.String())

const Language = Type.Object({
  /** Ending of a word → the endings that it may have instead: gender, number, case. */
  forms: Type.Record(Type.String(), Texts),
  /** English → the phrases for it. What stands under the empty text says nothing, as particles do. */
  words: Type.Record(Type.String(), Texts),
})

export type PromptLanguage = Type.Static<typeof Language>

const languages = ['de', 'es', 'fr', 'pt', 'zh', 'ja'].map((code) =>
  readOnce(`prompt-languages/${code}.json`, (data) => Value.Parse(Language, data)),
)

export const promptLanguages = (): readonly PromptLanguage[] => languages.map((read) => read())
