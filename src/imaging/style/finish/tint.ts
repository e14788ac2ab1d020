/** Tints the picture with a few colours: dark areas with the darkest, light areas with the lightest; faces and skin less. */
import { Type } from 'typebox'
import { hexColour, lumaOf } from '../pixels/canvas.js'
import { defineStep, hex, share } from '../step.js'

export const tint = defineStep(
  {
    colours: Type.Array(hex(), { minItems: 1, maxItems: 4 }),
    amount: share(),
    skin: share(),
  },
  (canvas, scene, { colours, amount: strength = 0.6, skin = 0.35 }) => {
    const { colour } = canvas
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
      const face = Math.max(scene.skin[i]!, scene.features[i]!)
      const share = strength * (1 - face * (1 - skin) * scene.subject[i]!)
      const [a, b] = [inks[low]!, inks[high]!]
      for (let c = 0; c < 3; c++) {
        const ink = a[c]! + (b[c]! - a[c]!) * part
        const tinted = darker ? ink * factor : ink + (255 - ink) * factor
        colour[at + c] = colour[at + c]! * (1 - share) + tinted * share
      }
    }
  },
)
