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

/** 3, 4, 6 or 8 hexadecimal digits in any case, with or without the #. */
export function parseHexColour(text: string): (Colour & { alpha: number }) | undefined {
  const [, digits] = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  // In the short forms each digit stands for two.
  const [r, g, b, alpha = 255] = channelsOf(digits.length <= 4 ? digits.replaceAll(/./g, '$&$&') : digits)
  return { r: r!, g: g!, b: b!, alpha }
}
