/**
 * The person's own colours at the edge of the matte, where the photo shows a mixture with the old background: they are
 * taken from a little further inside. Before any other background no rim of the old one is left.
 */
import { mixInPicture } from '../pixels/blend.js'
import { blurWithin } from '../pixels/blur-within.js'
import { type Canvas, smoothstep } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'

/** How far colours are carried outwards, in pixels of a picture of one megapixel. */
const REACH = 7

export function keepOwnColours(canvas: Canvas, { subject, hasSubject, unit }: Scene, strength = 1): void {
  if (!hasSubject) return
  const inside = blurWithin(canvas, subject, REACH * unit, 'well-inside')
  mixInPicture(canvas, inside, (shares) => {
    for (let i = 0; i < shares.length; i++) {
      const opacity = subject[i]!
      shares[i] = opacity < 0.02 || opacity > 0.99 ? 0 : smoothstep(1, 0.7, opacity) * strength
    }
  })
}
