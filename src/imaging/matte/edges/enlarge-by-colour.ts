/**
 * Alpha of a reduced photo at the size of the photo itself: between four reduced pixels, each counts the more the nearer
 * it is and the more its colour is that of the pixel (joint bilateral upsampling, Kopf et al.). Edges stay as sharp as the
 * photo has them.
 */
import { filled, hold, kernels } from '../../kernels/room.js'
import type { Cutout, Photo } from '../../raster/picture.js'
import { tapsFor } from '../../raster/taps.js'

export function enlargeByColour(small: Cutout, { width, height, colour }: Photo): Uint8Array {
  const across = tapsFor(width, small.width)
  const down = tapsFor(height, small.height)
  const out = new Uint8Array(width * height)
  const regions = { alpha: small.alpha, colours: small.colour, lows: across.low, parts: across.part }
  hold(regions, ({ alpha, colours, lows, parts }) => {
    for (let y = 0; y < height; y++) {
      const [above, below] = [down.low[y]! * small.width, down.high[y]! * small.width]
      kernels.enlargeByColour(
        alpha.at(above),
        alpha.at(below),
        colours.at(above * 3),
        colours.at(below * 3),
        small.width,
        lows,
        parts,
        down.part[y]!,
        colour.subarray(y * width * 3, (y + 1) * width * 3),
        width,
        filled(out.subarray(y * width, (y + 1) * width)),
      )
    }
  })
  return out
}
