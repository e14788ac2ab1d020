/** Composites a cut-out onto a background, a colour or a picture of the same size. Changes the cut-out in place. */
import { type Colour, WHITE } from '../../catalog/colour.js'
import { changed, kernels } from '../kernels/room.js'
import type { Cutout } from './picture.js'

/** On an opaque colour everything becomes opaque; on a translucent one alpha becomes a + (1 - a) * backgroundAlpha. */
export function compositeOnColour(cutout: Cutout, { r, g, b }: Colour, backgroundAlpha = 255): void {
  if (backgroundAlpha < 255) compositeOnTranslucent(cutout, { r, g, b }, backgroundAlpha)
  else inBands(cutout, (colour, alpha) => kernels.layOnColour(changed(colour), alpha, alpha.length, r, g, b))
}

/** For whatever cannot be transparent: files without an alpha channel, paint. */
export const compositeOnWhite = (cutout: Cutout): void => compositeOnColour(cutout, WHITE)

/** `picture`: RGB. */
export const compositeOnPicture = (cutout: Cutout, picture: Uint8Array): void =>
  inBands(cutout, (colour, alpha, start) => {
    const behind = picture.subarray(start * 3, (start + alpha.length) * 3)
    kernels.layOnPicture(changed(colour), alpha, alpha.length, behind)
  })

/** The kernels' memory never shrinks again: a large canvas is not copied there as a whole. */
const BAND_PIXELS = 1 << 18

function inBands(
  { colour, alpha }: Cutout,
  layOn: (colour: Uint8Array, alpha: Uint8Array, start: number) => void,
): void {
  for (let start = 0; start < alpha.length; start += BAND_PIXELS) {
    const end = start + BAND_PIXELS
    layOn(colour.subarray(start * 3, end * 3), alpha.subarray(start, end), start)
  }
  alpha.fill(255)
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
