/**
 * Names that the server gives, by id. In English they are its own words, so nothing is here; what a translation leaves out
 * stays in English, too.
 */
type Names = Readonly<Record<string, string>>

export const styleNames: Names = {}
export const formatNames: Names = {}
export const presetNames: Names = {}
/** What may be wrong with a picture, by code. */
export const warnings: Names = {}

/** What the server says went wrong: by how its message begins, otherwise by its code. */
export const problems: {
  readonly byMessage: readonly (readonly [opening: string, words: string])[]
  readonly byCode: Names
} = { byMessage: [], byCode: {} }
