/** Puts the cut-out on a colour: an opaque one leaves nothing transparent, a translucent one keeps a + (1 - a) * bg. */
import type { Colour } from '../../catalog/colour.js'
import type { Cutout } from './picture.js'

export function fillBackground({ colour, alpha }: Cutout, { r, g, b }: Colour, backgroundAlpha = 255): void {
  if (backgroundAlpha === 255) {
    fillOpaque(colour, alpha, r, g, b)
    return
  }
  for (let i = 0, at = 0; i < alpha.length; i++, at += 3) {
    const a = alpha[i]!
    if (a === 255) continue
    // In units of 1/255²: what the subject and what the background contribute to the pixel.
    const front = a * 255
    const back = (255 - a) * backgroundAlpha
    const sum = front + back
    alpha[i] = Math.round(sum / 255)
    if (sum === 0) continue
    colour[at] = Math.round((colour[at]! * front + r * back) / sum)
    colour[at + 1] = Math.round((colour[at + 1]! * front + g * back) / sum)
    colour[at + 2] = Math.round((colour[at + 2]! * front + b * back) / sum)
  }
}

function fillOpaque(colour: Uint8Array, alpha: Uint8Array, r: number, g: number, b: number): void {
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
