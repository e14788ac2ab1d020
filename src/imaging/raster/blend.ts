/** Composites a cut-out onto a background, a colour or a picture of the same size. Changes the cut-out in place. */
import { type Colour, WHITE } from '../../catalog/colour.js'
import type { Cutout } from './picture.js'

/** On an opaque colour everything becomes opaque; on a translucent one alpha becomes a + (1 - a) * backgroundAlpha. */
export function compositeOnColour(cutout: Cutout, { r, g, b }: Colour, backgroundAlpha = 255): void {
  if (backgroundAlpha === 255) compositeOnOpaque(cutout, Uint8Array.of(r, g, b), 0)
  else compositeOnTranslucent(cutout, { r, g, b }, backgroundAlpha)
}

/** For whatever cannot be transparent: files without an alpha channel, paint. */
export const compositeOnWhite = (cutout: Cutout): void => compositeOnColour(cutout, WHITE)

/** `picture`: RGB. */
export const compositeOnPicture = (cutout: Cutout, picture: Uint8Array): void => compositeOnOpaque(cutout, picture, 3)

/** `step`: bytes from one background pixel to the next; 0 for a single colour. */
function compositeOnOpaque({ colour, alpha }: Cutout, behind: Uint8Array, step: 0 | 3): void {
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

function compositeOnTranslucent({ colour, alpha }: Cutout, { r, g, b }: Colour, backgroundAlpha: number): void {
  for (let i = 0, at = 0; i < alpha.length; i++, at += 3) {
    const a = alpha[i]!
    if (a === 255) continue
    // What subject and background contribute to the pixel, in units of 1/255².
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
