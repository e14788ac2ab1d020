/** However strong a grade is, the sitter's own hues come back as far as asked for; what it made of brightness stays. */
import { blur } from '../../raster/blur.js'
import { type Canvas, lumaOf, smoothstep } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'
import { lightsOf } from '../sitter/sheet.js'
import { defineStep, share } from '../step.js'

/** The rim of the matte may be the old background: its hue is none of the sitter's. In heights of the face. */
const RIM = 0.02

/** Short hair is half in the plane of hair: all of a beard is to keep its hue. */
const WHOLE = 2

export const hues = defineStep(
  {
    skin: share(),
    /** And eyes, brows and lips. */
    hair: share(),
    /** And the whites of eyes. */
    teeth: share(),
  },
  (canvas, scene, { skin = 0, hair = 0.8, teeth = 0.8 }) => {
    const own = scene.hasSubject && hair > 0 ? blur(scene.subject, scene.width, scene.height, rimOf(scene)) : undefined
    const white = scene.faces.length > 0 && teeth > 0 ? lightsOf(scene) : undefined
    const shares = new Float32Array(scene.skin.length)
    for (let i = 0; i < shares.length; i++) {
      const most = Math.min(1, Math.max(scene.hair[i]! * WHOLE, scene.features[i]!)) * hair
      shares[i] = Math.max(scene.skin[i]! * skin, own && most > 0 ? most * smoothstep(0.8, 0.99, own[i]!) : most)
      if (white) shares[i] = Math.max(shares[i]!, Math.max(white.teeth[i]!, white.whites[i]!) * teeth)
    }
    bringBack(canvas, scene, shares)
  },
)

const rimOf = ({ faceHeight, unit }: Scene): number => Math.max(1, faceHeight > 0 ? RIM * faceHeight : 6 * unit)

function bringBack({ colour }: Canvas, { photo }: Scene, shares: Float32Array): void {
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    const share = shares[i]!
    if (share < 0.004) continue
    const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!)
    const before = lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!)
    // What is darker than in the photo has less chroma to be of the same hue.
    const chroma = Math.min(1, luma / Math.max(1, before))
    for (let c = at; c < at + 3; c++)
      colour[c] = colour[c]! + (luma + (photo[c]! - before) * chroma - colour[c]!) * share
  }
}
