/** `X-Style-Recipe`, such as `style=watercolour; colours=green #2f8f46; strength=100`, as parts to show. */

export interface RecipePart {
  readonly name: string
  readonly text: string
  /** Colours mentioned in the text. */
  readonly colours: readonly string[]
}

export const readRecipe = (recipe: string): readonly RecipePart[] =>
  recipe
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.includes('='))
    .map((part) => {
      const at = part.indexOf('=')
      const text = decodeURIComponent(part.slice(at + 1).trim())
      return { name: part.slice(0, at).trim(), text, colours: text.match(/#[0-9a-f]{6}\b/gi) ?? [] }
    })
