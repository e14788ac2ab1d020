/**
 * Eyes and mouth are worked out with the point of the tool, and lights in them lifted with the eraser. A pen has no
 * half-tones: it sets black where a feature is darker than the skin around it, whatever the depth of that skin.
 */
import { blur } from '../../../raster/blur.js'
import type { Box } from '../../../raster/picture.js'
import { smoothstep } from '../../pixels/canvas.js'
import { boxAbove, copyPart } from '../../pixels/patch.js'
import type { Scene } from '../../scene.js'
import { sheetOf } from '../../sitter/sheet.js'
import type { Layer } from './stroke.js'

const BLACK = 3
const STRENGTH = 0.8

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
      const black = around ? BLACK * smoothstep(0.35, 0.7, wanted[i]! - around[at]!) : 0
      density[i] = around ? shaded + ((before + black * share) * (1 - white) - shaded) * crisp : shaded
    }
  }
}
