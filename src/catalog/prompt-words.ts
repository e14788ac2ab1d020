/** The word list for prompts, from catalog/prompt-words.json: media, artists, colours, light, mood, backgrounds. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readOnce } from './read-catalog.js'

const Share = Type.Number({ minimum: 0, maximum: 1 })
const Hex = Type.String({ pattern: '^#[0-9a-f]{6}$' })

const BackdropSchema = Type.Object({
  kind: Type.Enum(['blur', 'plain', 'gradient', 'cloud', 'rays', 'halo']),
  colours: Type.Optional(Type.Array(Hex, { minItems: 1, maxItems: 2 })),
})

const Words = Type.Object({
  /** Preset → the phrases that name it. */
  styles: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 })),
  /** The same for vague words, which count only where no clearer one is present. */
  generic: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 })),
  colours: Type.Record(Type.String(), Hex),
  looks: Type.Record(
    Type.String(),
    Type.Object({
      exposure: Type.Optional(Type.Number()),
      contrast: Type.Optional(Type.Number()),
      saturation: Type.Optional(Type.Number()),
      warmth: Type.Optional(Type.Number()),
      fade: Type.Optional(Type.Number()),
      /** What goes with it behind the person, unless the prompt says otherwise: Rembrandt's brown. */
      backdrop: Type.Optional(BackdropSchema),
    }),
  ),
  backgrounds: Type.Record(Type.String(), BackdropSchema),
  strengths: Type.Record(Type.String(), Share),
  lines: Type.Record(Type.String(), Share),
  textures: Type.Record(Type.String(), Type.Enum(['canvas', 'paper', 'rough', 'grain', 'none'])),
  /** What such a word does to the colour after it: towards black or white, by this share. */
  shades: Type.Record(Type.String(), Type.Number({ minimum: -1, maximum: 1 })),
  /** What prompts often ask for and we do not add; imaging/style/prompt/things.ts finds others by grammar. */
  things: Type.Array(Type.String()),
  /** Of these, and of parts of the body, what no photo shows: a prompt that begins with one is about it. */
  fantastic: Type.Array(Type.String()),
  /** What is done elsewhere or not at all: what to say → the phrases that ask for it. */
  elsewhere: Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1 })),
  /** Words that carry no information about a style. */
  ignored: Type.Array(Type.String()),
  /** Just enough English to tell what words are about. */
  grammar: Type.Object({
    negations: Type.Array(Type.String()),
    /** May stand between a negation and what it negates. */
    negatedThrough: Type.Array(Type.String()),
    articles: Type.Array(Type.String()),
    /** What follows is a thing, whatever it is: "holding". */
    actions: Type.Array(Type.String()),
    /** "Surrounded by", "next to": prepositions after these are as good as actions. */
    leads: Type.Array(Type.String()),
    /** What follows may be a thing: with an article, or as a plural. */
    companions: Type.Array(Type.String()),
    /** What follows may be a place: with an article. */
    prepositions: Type.Array(Type.String()),
    /** Other words before which a noun phrase ends. */
    others: Type.Array(Type.String()),
    /** Places for things, after a preposition: "on my shoulder". */
    anchors: Type.Array(Type.String()),
    /** Parts of the person, which keep their colours. */
    ownParts: Type.Array(Type.String()),
  }),
})

export type PromptWords = Static<typeof Words>
export type Look = PromptWords['looks'][string]
export type Backdrop = PromptWords['backgrounds'][string]
export type Texture = PromptWords['textures'][string]

function parseWords(data: unknown): PromptWords {
  const [problem] = Value.Errors(Words, data)
  if (problem) throw new Error(`Prompt words: ${problem.instancePath || '/'} ${problem.message}`)
  return data as PromptWords
}

export const promptWords = readOnce('prompt-words.json', parseWords)
