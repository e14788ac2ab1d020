/** Brows of light hairs have no lines, and would be lost: they get a soft tone, as far as their own hairs are seen. */
import { blur } from '../../raster/blur.js'
import type { Box } from '../../raster/picture.js'
import { smoothstep } from '../pixels/canvas.js'
import { boxAround, copyPart, eachPixel } from '../pixels/patch.js'
import type { SceneFace } from '../scene.js'
import { drawParts, partsOf } from './cover-parts.js'
import { BROW_OUTLINES, pointsOf } from './face-parts.js'

/** By how much a brow is darker that needs no help, and one that cannot be seen; and how firm its tone is at most. */
const [DARK, UNSEEN, FIRM] = [0.1, 0.004, 0.5]
/** So many of its pixels are hairs. */
const HAIRS = 0.3
/** Of its edge, in heights of the face. */
const SOFT = 0.012

/** A head of which brightness is known. */
interface Seen {
  readonly face: SceneFace
  readonly box: Box
  /** Height of the face. */
  readonly size: number
  readonly luma: Float32Array
}

/** In place: at least as much, 0..1; `around`: how bright it is around each pixel of the head. */
export function shadeBrows(found: Float32Array, around: Float32Array, { face, box, size, luma }: Seen): void {
  for (const outline of BROW_OUTLINES) {
    const points = pointsOf(face, outline).map(({ x, y }) => ({ x: x - box.left, y: y - box.top }))
    const part = boxAround(points, Math.ceil(3 * SOFT * size), box)
    const drawn = drawParts(
      { ...part, left: part.left + box.left, top: part.top + box.top },
      [face],
      partsOf([outline], 1.1),
    )
    const brow = blur(drawn, part.width, part.height, SOFT * size)
    const light = copyPart(luma, box, part, 1)
    const darker = copyPart(around, box, part, 1).map((shade, i) => (shade - light[i]!) * brow[i]!)
    const hairs = darker.filter((_, i) => brow[i]! > 0.5).sort()
    const own = hairs[Math.floor(hairs.length * (1 - HAIRS))] ?? 0
    const firm = FIRM * smoothstep(DARK, DARK / 3, own) * smoothstep(UNSEEN, 3 * UNSEEN, own)
    if (firm === 0) continue
    eachPixel(part, box, (i, at) => {
      found[at] = Math.max(found[at]!, firm * brow[i]! * smoothstep(0, 1.2 * own, darker[i]!))
    })
  }
}
