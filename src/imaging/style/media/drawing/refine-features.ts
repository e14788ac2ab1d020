/** Eyes, mouth and moustache are worked out with the point of the tool, and lights in them lifted with the eraser. */
import { blur } from '../../../raster/blur.js'
import type { Box } from '../../../raster/picture.js'
import { boxAbove, copyPart, eachPixel } from '../../pixels/patch.js'
import type { Scene } from '../../scene.js'
import { SHORT_HAIR } from '../../sitter/beard.js'
import type { Layer } from './stroke.js'

const STRENGTH = 0.8

/** Works out one layer after the other. */
export function refinerOf(scene: Scene): (layer: Layer, wanted: Float32Array) => void {
  const box = scene.faceHeight > 0 ? boxAbove(scene.features, scene, 0.02 / STRENGTH / 1.3) : undefined
  return (layer, wanted) => {
    if (box) refine(layer.density, wanted, scene, box)
  }
}

function refine(density: Float32Array, wanted: Float32Array, scene: Scene, box: Box): void {
  const brought = blur(copyPart(density, scene, box, 1), box.width, box.height, 1.1 * scene.unit)
  eachPixel(box, scene, (place, at) => {
    const short = Math.min(scene.hair[at]!, SHORT_HAIR) / SHORT_HAIR
    const share = Math.min(1, Math.max(scene.features[at]! * 1.3, short)) * STRENGTH
    if (share < 0.02) return
    const lack = wanted[at]! - brought[place]!
    density[at]! *= lack > 0 ? 1 : 1 + (share * lack) / brought[place]!
    if (lack > 0) density[at]! += lack * share
  })
}
