/**
 * Eyes and mouth are worked out with the point of the tool, and lights in them lifted with the eraser. A pen has no
 * half-tones: it sets black where a feature is darker than the skin around it, whatever the depth of that skin.
 */
import { blur } from '../../../raster/blur.js'
import type { Box } from '../../../raster/picture.js'
import { smoothstep } from '../../pixels/canvas.js'
import { boxAbove, copyPart } from '../../pixels/patch.js'
import { fillPolygon, scalePolygon } from '../../pixels/polygon.js'
import type { Scene } from '../../scene.js'
import { LIPS_OUTLINE, pointsOf } from '../../sitter/face-parts.js'
import { sheetOf } from '../../sitter/sheet.js'
import type { Layer } from './stroke.js'

const BLACK = 3
const STRENGTH = 0.8
/** How much denser than the skin around it a feature begins to be black, and is; lips are darker than skin, but not black. */
const DARKER = [0.16, 0.5] as const
const LIPS_DARKER = 0.3
/** And so much of their tones stay. */
const LIPS_TONES = 0.7
/** In heights of the face: what is finer is no feature. */
const SPECK = 0.004

/** Works out one layer after the other; `crisp`: 0 for a pencil, 1 for a pen. */
export function refinerOf(scene: Scene, crisp: number): (layer: Layer, wanted: Float32Array) => void {
  const box = scene.faceHeight > 0 ? boxAbove(scene.features, scene, 0.02 / STRENGTH / 1.3) : undefined
  return (layer, wanted) => {
    if (box) refine(layer.density, wanted, scene, box, crisp)
  }
}

function refine(density: Float32Array, wanted: Float32Array, scene: Scene, box: Box, crisp: number): void {
  const blurred = (plane: Float32Array, sigma: number): Float32Array =>
    blur(copyPart(plane, scene, box, 1), box.width, box.height, sigma)
  const brought = blurred(density, 1.1 * scene.unit)
  const around = crisp > 0 ? blurred(wanted, scene.faceHeight * 0.045) : undefined
  const own = crisp > 0 ? blurred(wanted, scene.faceHeight * SPECK) : undefined
  const lips = crisp > 0 ? lipsIn(box, scene) : undefined
  const { whites, teeth } = crisp > 0 ? sheetOf(scene) : { whites: wanted, teeth: wanted }
  for (let y = 0, at = 0; y < box.height; y++) {
    let i = (box.top + y) * scene.width + box.left
    for (let x = 0; x < box.width; x++, i++, at++) {
      const share = Math.min(1, scene.features[i]! * 1.3) * STRENGTH
      if (share < 0.02) continue
      const before = density[i]!
      const lack = wanted[i]! - brought[at]!
      const shaded = lack > 0 ? before + lack * share : before * (1 + (share * lack) / brought[at]!)
      const white = Math.max(whites[i]!, teeth[i]!)
      const darker = around ? own![at]! - around[at]! - LIPS_DARKER * lips![at]! : 0
      const black = BLACK * smoothstep(DARKER[0], DARKER[1], darker) * (1 - scene.hair[i]!)
      const hard = around ? crisp * (1 - LIPS_TONES * lips![at]! * (1 - white)) : 0
      density[i] = shaded + ((before + black * share) * (1 - white) - shaded) * hard
    }
  }
}

function lipsIn({ left, top, width, height }: Box, { faces, faceHeight }: Scene): Float32Array {
  const plane = new Float32Array(width * height)
  for (const face of faces) {
    const outline = pointsOf(face, LIPS_OUTLINE).map(({ x, y }) => ({ x: x - left, y: y - top }))
    fillPolygon(plane, width, height, scalePolygon(outline, 1.2))
  }
  return blur(plane, width, height, faceHeight * 0.012)
}
