/** The throat lies in the shade of the chin, where skin has the colour of hair or cloth. */
import { MESH } from '../../detect/faces/mesh.js'
import { smoothstep } from '../pixels/canvas.js'
import { wholeOf } from '../pixels/patch.js'
import { SHORT_HAIR } from './beard.js'
import { drawParts, partsOf } from './cover-parts.js'
import { meanColour, warmthOf } from './fill-light.js'
import type { Head } from './strands.js'

/** How far below the jaw a throat may lie in the shade, and where the edge of that no longer looks like strands, in heights of the face. */
const [SHADED, EDGE] = [
  [0.3, 0.45],
  [0.04, 0.1],
] as const
/** How warm shaded skin is, relative to the face, and how far its hue may be from that of the face: from the first on less and less. */
const [WARM, HUE] = [{ from: 0.5, full: 0.75, to: 2.2, most: 3 }, [0.18, 0.3]] as const

/**
 * In the shade of a chin skin is darker and of a deeper colour than any on the face, and would be taken for hair or cloth. But it
 * begins where the jaw ends, has the hue of the face, and no strands. Below a beard there is more of it.
 */
export function fillThroat({ width, height, colour, subject, skin, hair, face, size, strands }: Head): void {
  const inside = drawParts(wholeOf({ width, height }), [face], partsOf([MESH.oval], 0.96))
  const [red, green, blue] = meanColour(
    colour,
    inside.map((share, i) => share * skin[i]!),
    inside.length,
  )
  if (red <= blue) return
  const own = { warm: warmthOf([red, green, blue]), hue: (green - blue) / (red - blue) }
  const jaw = new Int32Array(width).fill(-1)
  const falling = new Float32Array(width)
  const from = Math.max(0, Math.floor(face.mesh[MESH.noseTip]!.y))
  for (let y = from, i = from * width; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (inside[i]! > 0) {
        jaw[x] = y
        falling[x] = 1 - Math.min(1, hair[i]! / SHORT_HAIR)
      } else if (falling[x]! > 0) {
        const [r, g, b] = [colour[3 * i]!, colour[3 * i + 1]!, colour[3 * i + 2]!]
        const warm = warmthOf([r, g, b]) / own.warm
        const hue = Math.abs((g - b) / Math.max(1, r - b) - own.hue)
        const alike =
          smoothstep(WARM.from, WARM.full, warm) *
          smoothstep(WARM.most, WARM.to, warm) *
          smoothstep(HUE[1], HUE[0], hue)
        const below = (y - jaw[x]!) / size
        const smooth = 1 - strands[i]! * smoothstep(EDGE[0], EDGE[1], below)
        const value = Math.max(skin[i]!, alike * smooth) * smoothstep(SHADED[1], SHADED[0], below) * subject[i]!
        falling[x]! -= Math.max(0, falling[x]! - value) * (8 / size)
        skin[i] = Math.max(skin[i]!, value * Math.max(0, falling[x]!))
      }
    }
  }
}
