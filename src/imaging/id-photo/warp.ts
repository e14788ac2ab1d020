/**
 * Rotation, scale and crop in a single resampling, with colours weighted by their alpha, straight onto the background.
 * Where the photo does not reach, the result is exactly the background.
 */
import type { Colour } from '../../catalog/colour.js'
import { filled, floats, hold, kernels } from '../kernels/room.js'
import { clamp } from '../raster/clamp.js'
import type { Cutout } from '../raster/picture.js'
import { type FaceFrame, toPhoto } from './frame.js'
import { type Patch, type Placement, resultToFace } from './patch.js'

/**
 * The result's colours are opaque; its alpha still says where the person is. Cubic (Catmull-Rom), widened where the
 * result is smaller than the patch, so that every pixel contributes.
 */
export function warpOnto(patch: Patch, frame: FaceFrame, placement: Placement, background: Colour): Cutout {
  const { width, height } = placement
  const result = { width, height, colour: new Uint8Array(width * height * 3), alpha: new Uint8Array(width * height) }
  const at = (x: number, y: number) => patch.toPatch(toPhoto(frame, resultToFace(placement, { x, y })))
  const [first, right, down] = [at(0.5, 0.5), at(1.5, 0.5), at(0.5, 1.5)]
  const [ux, uy] = [right.x - first.x, right.y - first.y]
  const [vx, vy] = [down.x - first.x, down.y - first.y]

  const scale = Math.min(1, placement.scale / patch.scale)
  const taps = Math.ceil(4 / scale) + 1
  const line = new Float32Array(width * 4)
  hold({ pixels: premultiplied(patch) }, ({ pixels }) => {
    for (let y = 0; y < height; y++) {
      const place = [first.x + y * vx, first.y + y * vy, ux, uy] as const
      const weights = [floats(taps), floats(taps)] as const
      kernels.warpLine(pixels, patch.width, patch.height, ...place, width, scale, ...weights, filled(line))
      composite(line, y * width, result, background)
    }
  })
  return result
}

function premultiplied({ colour, alpha }: Cutout): Float32Array {
  const pixels = new Float32Array(alpha.length * 4)
  for (let i = 0; i < alpha.length; i++) {
    const share = alpha[i]! / 255
    pixels[i * 4] = colour[i * 3]! * share
    pixels[i * 4 + 1] = colour[i * 3 + 1]! * share
    pixels[i * 4 + 2] = colour[i * 3 + 2]! * share
    pixels[i * 4 + 3] = alpha[i]!
  }
  return pixels
}

/** The kernel has negative lobes, which can overshoot the valid range. */
function composite(line: Float32Array, start: number, { colour, alpha }: Cutout, { r, g, b }: Colour): void {
  for (let i = 0, to = start; i < line.length; i += 4, to++) {
    const opacity = clamp(line[i + 3]!, 0, 255)
    const rest = 1 - opacity / 255
    colour[to * 3] = clamp(line[i]!, 0, opacity) + r * rest + 0.5
    colour[to * 3 + 1] = clamp(line[i + 1]!, 0, opacity) + g * rest + 0.5
    colour[to * 3 + 2] = clamp(line[i + 2]!, 0, opacity) + b * rest + 0.5
    alpha[to] = opacity + 0.5
  }
}
