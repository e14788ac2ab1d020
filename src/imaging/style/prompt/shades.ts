/** "Dark green", "pale blue": how such a word changes the colour after it. */
import { hexColour } from '../pixels/canvas.js'
import type { Reading } from './phrases.js'

/** The word before a colour, if it is one of these: it is about the colour, not about the picture. */
export const shadeBefore = ({ text, list, areTogether }: Reading, at: number): string | undefined =>
  areTogether(at - 1, at) && Object.hasOwn(list.shades, text(at - 1)) ? text(at - 1) : undefined

/** The colour at this place, as it is shaded there. */
export function shadedColour(reading: Reading, name: string, at: number): string {
  const { colours, shades } = reading.list
  const share = shades[shadeBefore(reading, at) ?? ''] ?? 0
  const end = share < 0 ? 0 : 255
  const channels = hexColour(colours[name]!).map((value) => Math.round(value + (end - value) * Math.abs(share)))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
