/** Puts a cut-out on a background: a colour or a picture of its own size. Changes it in place. */
import type { Colour } from '../../catalog/colour.js'
import type { Cutout } from './picture.js'

/** An opaque colour leaves nothing transparent; a translucent one keeps a + (1 - a) * its alpha. */
export function layOnColour(cutout: Cutout, { r, g, b }: Colour, backgroundAlpha = 255): void {
  if (backgroundAlpha === 255) layOnOpaque(cutout, Uint8Array.of(r, g, b), 0)
  else layOnTranslucent(cutout, { r, g, b }, backgroundAlpha)
}

/** `picture`: RGB. */
export const layOnPicture = (cutout: Cutout, picture: Uint8Array): void => layOnOpaque(cutout, picture, 3)

/** `step`: how far apart the colours of neighbouring pixels are; 0 for one colour everywhere. */
function layOnOpaque({ colour, alpha }: Cutout, behind: Uint8Array, step: 0 | 3): void {
  for (let i = 0, at = 0, from = 0; i < alpha.length; i++, at += 3, from += step) {
    const a = alpha[i]!
    if (a === 255) continue
    const rest = 255 - a
    colour[at] = (colour[at]! * a + behind[from]! * rest + 127) / 255
    colour[at + 1] = (colour[at + 1]! * a + behind[from + 1]! * rest + 127) / 255
    colour[at + 2] = (colour[at + 2]! * a + behind[from + 2]! * rest + 127) / 255
    alpha[i] = 255
  }
}

function layOnTranslucent({ colour, alpha }: Cutout, { r, g, b }: Colour, backgroundAlpha: number): void {
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
