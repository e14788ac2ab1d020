/** Tints the picture with a few colours: dark areas with the darkest, light areas with the lightest; faces and skin less. */
import { Type } from 'typebox'
import { blur } from '../../raster/blur.js'
import { hexColour, lumaOf } from '../pixels/canvas.js'
import { fillPolygon } from '../pixels/polygon.js'
import type { Scene } from '../scene.js'
import { outlineOf } from '../sitter/face-outline.js'
import { defineStep, hex, share } from '../step.js'
import { keepOwnColours } from './own-colours.js'

export const tint = defineStep(
  {
    colours: Type.Array(hex(), { minItems: 1, maxItems: 4 }),
    amount: share(),
    skin: share(),
    /** The amount behind the subject; default: as everywhere. */
    ground: share(),
  },
  (canvas, scene, { colours, amount: strength = 0.6, skin = 0.35, ground = strength }) => {
    if (ground !== strength) keepOwnColours(canvas, scene)
    const { colour } = canvas
    const faces = facesOf(scene)
    const inks = colours.map(hexColour).sort((a, b) => lumaOf(...a) - lumaOf(...b))
    const greys = inks.map((ink) => lumaOf(...ink))
    for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
      const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!)
      const place = (luma / 255) * (inks.length - 1)
      const low = Math.min(inks.length - 1, Math.floor(place))
      const high = Math.min(inks.length - 1, low + 1)
      const part = place - low
      const grey = greys[low]! + (greys[high]! - greys[low]!) * part
      // The hue of the ink at the brightness of the picture.
      const darker = luma < grey
      const factor = darker ? luma / Math.max(1, grey) : (luma - grey) / Math.max(1, 255 - grey)
      const face = Math.max(scene.skin[i]!, scene.features[i]!, faces[i]!)
      const share = ground + (strength * (1 - face * (1 - skin)) - ground) * scene.subject[i]!
      const [a, b] = [inks[low]!, inks[high]!]
      for (let c = 0; c < 3; c++) {
        const ink = a[c]! + (b[c]! - a[c]!) * part
        const tinted = darker ? ink * factor : ink + (255 - ink) * factor
        colour[at + c] = colour[at + c]! * (1 - share) + tinted * share
      }
    }
  },
)

/** All of them, their deepest shadows as well, where colours do not tell skin. */
function facesOf({ width, height, faces, faceHeight }: Scene): Float32Array {
  const plane = new Float32Array(width * height)
  for (const face of faces) fillPolygon(plane, width, height, outlineOf(face).oval)
  return faces.length > 0 ? blur(plane, width, height, Math.max(1, SOFT * faceHeight)) : plane
}

/** In heights of the face. */
const SOFT = 0.03
