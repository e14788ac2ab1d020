/**
 * The person's own colours at the edge of the matte, where the photo shows a mixture with the old background: they are
 * taken from a little further inside. Before any other background no rim of the old one is left, nor what was seen of it
 * between the strands of hair.
 */
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import { mixInPicture } from '../pixels/blend.js'
import { blurWithin } from '../pixels/blur-within.js'
import { type Canvas, smoothstep } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'

/** How far colours are carried outwards, in pixels of a picture of one megapixel. */
const REACH = 7
/** How much of the subject is near where the old background may be seen through hair. */
const NEAR_EDGE = [0.985, 0.9] as const
/** From where to where between hair and background a colour is the background's. */
const BACKGROUND = [0.25, 0.6] as const

export function keepOwnColours(canvas: Canvas, { subject, hair, hasSubject, unit }: Scene, strength = 1): void {
  if (!hasSubject) return
  const { width, height, colour } = canvas
  const inside = blurWithin(canvas, subject, REACH * unit, 'well-inside')
  const outside = blurWithin(canvas, subject, REACH * unit, 'outside')
  const near = blur(subject, width, height, 4 * REACH * unit)
  mixInPicture(canvas, inside, (shares) => {
    for (let i = 0; i < shares.length; i++) {
      const opacity = subject[i]!
      const mixed = opacity > 0.99 ? 0 : smoothstep(1, 0.7, opacity)
      const seen = hair[i]! * smoothstep(...NEAR_EDGE, near[i]!)
      const foreign = seen > 0.01 ? seen * smoothstep(...BACKGROUND, placeBetween(colour, inside, outside, i * 3)) : 0
      shares[i] = opacity < 0.02 ? 0 : Math.max(mixed, foreign) * strength
    }
  })
}

/** 0 at the first colour, 1 at the second. */
function placeBetween(own: Uint8ClampedArray, first: Uint8ClampedArray, second: Uint8ClampedArray, at: number): number {
  let [along, length] = [0, 1]
  for (let c = at; c < at + 3; c++) {
    const way = second[c]! - first[c]!
    along += (own[c]! - first[c]!) * way
    length += way * way
  }
  return clamp01(along / length)
}
