/** "Dark green", "pale blue": how such a word changes the colour after it. */
import { hexColour } from '../pixels/canvas.js'
import type { Reading } from './phrases.js'
import { SHADES } from './words.js'

/** The word before a colour, if it is one of these: it is about the colour, not about the picture. */
export function shadeBefore({ words }: Reading, at: number): string | undefined {
  const before = words[at - 1]
  return before && before.clause === words[at]?.clause && Object.hasOwn(SHADES, before.text) ? before.text : undefined
}

export function shaded(hex: string, word: string | undefined): string {
  const share = (word && SHADES[word]) || 0
  const end = share < 0 ? 0 : 255
  const channels = hexColour(hex).map((value) => Math.round(value + (end - value) * Math.abs(share)))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
