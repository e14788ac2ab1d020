/**
 * Alpha of a reduced photo at the size of the photo itself: between four reduced pixels, each counts the more the nearer
 * it is and the more its colour is that of the pixel (joint bilateral upsampling, Kopf et al.). Edges stay as sharp as the
 * photo has them.
 */
import { enlargeRowByColour } from '../../kernels/enlarge-by-colour.js'
import { bytesAt, floatsAt, intsAt, reserve } from '../../kernels/memory.js'
import type { Cutout, Photo } from '../../raster/picture.js'
import { tapsFor } from '../../raster/taps.js'

export function enlargeByColour(small: Cutout, { width, height, colour }: Photo): Uint8Array {
  const across = tapsFor(width, small.width)
  const down = tapsFor(height, small.height)
  const at = reserve({
    alpha: small.alpha.length,
    colours: small.colour.length,
    lows: width * 4,
    parts: width * 4,
    row: width * 3,
    out: width,
  })
  bytesAt(at.alpha, small.alpha.length).set(small.alpha)
  bytesAt(at.colours, small.colour.length).set(small.colour)
  intsAt(at.lows, width).set(across.low)
  floatsAt(at.parts, width).set(across.part)
  const [row, line] = [bytesAt(at.row, width * 3), bytesAt(at.out, width)]
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [above, below] = [down.low[y]! * small.width, down.high[y]! * small.width]
    row.set(colour.subarray(y * width * 3, (y + 1) * width * 3))
    enlargeRowByColour(
      at.alpha + above,
      at.alpha + below,
      at.colours + above * 3,
      at.colours + below * 3,
      small.width,
      at.lows,
      at.parts,
      down.part[y]!,
      at.row,
      width,
      at.out,
    )
    out.set(line, y * width)
  }
  return out
}
