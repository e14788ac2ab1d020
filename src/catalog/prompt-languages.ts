/** Words of prompts in other languages, from catalog/prompt-languages: what each is in the English of the word list. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readOnce } from './read-catalog.js'

const Texts = Type.Array(Type.String())

const Language = Type.Object({
  /** Other ways to write the same, and the one that counts, for list and prompt alike: "ae" → "a" (ä), 畫 → 画. */
  spellings: Type.Record(Type.String(), Type.String()),
  /** Endings of gender, number and case: words that differ in nothing else are the same word. */
  endings: Texts,
  /** What stands between the parts of a compound word; left out where words are not joined. */
  joints: Type.Optional(Texts),
  /** Whether a shade follows its colour: "azul claro". */
  shadesFollow: Type.Optional(Type.Boolean()),
  /** English → the phrases for it. What stands under the empty text says nothing, as particles do. */
  words: Type.Record(Type.String(), Texts),
})

export type PromptLanguage = Type.Static<typeof Language>

const languages = ['de', 'es', 'fr', 'pt', 'zh', 'ja'].map((code) =>
  readOnce(`prompt-languages/${code}.json`, (data) => Value.Parse(Language, data)),
)

export const promptLanguages = (): readonly PromptLanguage[] => languages.map((read) => read())
