/** Colours in the notation shared by catalogues, recipes and API callers. */
export interface Colour {
  r: number
  g: number
  b: number
}

export const WHITE: Colour = { r: 255, g: 255, b: 255 }

/** Six or eight hexadecimal digits, with or without a leading #, as channels 0..255. */
export function channelsOf(hex: string): number[] {
  return Array.from(hex.replace(/^#/, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Any hexadecimal notation of the web: `#RRGGBB` or `#RGB`, upper or lower case, with or without the #. */
export function parseAnyHexColour(text: string): Colour | undefined {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text) ?? []
  return digits === undefined
    ? undefined
    : parseHexColour(`#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`)
}

/** `#RRGGBB`, upper or lower case. */
export function parseHexColour(text: string): Colour | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return undefined
  const [r, g, b] = channelsOf(text)
  return { r: r!, g: g!, b: b! }
}
