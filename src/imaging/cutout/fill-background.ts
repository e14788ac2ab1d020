/** Puts the cut-out on one colour; afterwards nothing is transparent any more. */
import type { Colour } from '../job.js'
import type { Cutout } from '../picture.js'

export function fillBackground({ colour, alpha }: Cutout, { r, g, b }: Colour): void {
  for (let i = 0, at = 0; i < alpha.length; i++, at += 3) {
    const a = alpha[i]!
    if (a === 255) continue
    const rest = 255 - a
    colour[at] = (colour[at]! * a + r * rest + 127) / 255
    colour[at + 1] = (colour[at + 1]! * a + g * rest + 127) / 255
    colour[at + 2] = (colour[at + 2]! * a + b * rest + 127) / 255
    alpha[i] = 255
  }
}
