/**
 * Rotation, scale and crop in a single resampling, with colours weighted by their alpha, straight onto the background.
 * Where the photo does not reach, the result is exactly the background.
 */
import type { Colour } from '../../catalog/colour.js'
import { filled, floats, hold, ints, kernels } from '../kernels/room.js'
import type { Cutout } from '../raster/picture.js'
import { type FaceFrame, toPhoto } from './frame.js'
import { type Patch, type Placement, resultToFace } from './patch.js'

/** Places between two pixels that weights are found for: closer than that, nobody sees the difference. */
const PHASES = 128

/**
 * The result's colours are opaque; its alpha still says where the person is. Cubic (Catmull-Rom), widened where the
 * result is smaller than the patch, so that every pixel contributes.
 */
export function warpOnto(patch: Patch, frame: FaceFrame, placement: Placement, { r, g, b }: Colour): Cutout {
  const { width, height } = placement
  const result = { width, height, colour: new Uint8Array(width * height * 3), alpha: new Uint8Array(width * height) }
  const at = (x: number, y: number) => patch.toPatch(toPhoto(frame, resultToFace(placement, { x, y })))
  const [first, right, down] = [at(0.5, 0.5), at(1.5, 0.5), at(0.5, 1.5)]
  const scale = Math.min(1, placement.scale / patch.scale)
  const taps = Math.ceil(4 / scale) + 1
  const pixels = floats(patch.alpha.length * 4)
  const spans = ints(patch.height * 2)
  hold({ pixels, spans }, (held) => {
    kernels.premultiply(patch.colour, patch.alpha, patch.alpha.length, held.pixels)
    kernels.opaqueSpans(patch.alpha, patch.width, patch.height, held.spans)
    kernels.warpPicture(
      held.pixels,
      patch.width,
      patch.height,
      first.x,
      first.y,
      right.x - first.x,
      right.y - first.y,
      down.x - first.x,
      down.y - first.y,
      width,
      height,
      scale,
      held.spans,
      floats((PHASES + 1) * taps + 3),
      taps,
      PHASES,
      floats(width * 4),
      r,
      g,
      b,
      filled(result.colour),
      filled(result.alpha),
    )
  })
  return result
}
