/**
 * Eyes and mouth are worked out with the point of the tool, and lights in them lifted with the eraser. A pen has no
 * half-tones: it sets black where a feature is darker than the skin around it, whatever the depth of that skin.
 */
import { blur } from '../../raster/blur.js'
import { smoothstep } from '../canvas.js'
import type { Scene } from '../scene.js'
import type { Layer } from './stroke.js'

const BLACK = 3

/** `crisp`: 0 for a pencil, 1 for a pen. */
export function refineFeatures(layer: Layer, wanted: Float32Array, scene: Scene, crisp: number): void {
  if (scene.faceHeight === 0) return
  const { width, height, density } = layer
  const brought = blur(density, width, height, 1.1 * scene.unit)
  const around = crisp > 0 ? blur(wanted, width, height, scene.faceHeight * 0.045) : undefined
  for (let i = 0; i < density.length; i++) {
    const share = Math.min(1, scene.features[i]! * 1.3) * 0.8
    if (share < 0.02) continue
    const before = density[i]!
    const lack = wanted[i]! - brought[i]!
    const shaded = lack > 0 ? before + lack * share : before * (1 + (share * lack) / brought[i]!)
    density[i] = around ? shaded + (inked(before, wanted[i]! - around[i]!, share) - shaded) * crisp : shaded
  }
}

function inked(before: number, darker: number, share: number): number {
  const white = smoothstep(0.15, 0.4, -darker) * share
  return before * (1 - white) + BLACK * smoothstep(0.22, 0.4, darker) * share
}
