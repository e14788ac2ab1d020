/** How much pressure dry chalk needs at each pixel of the paper to leave colour there, 0..1. */

import { toothOf } from '../../finish/tooth.js'
import type { Scene } from '../../scene.js'

/** From hill to hill. */
const SIZE = 1.8

export function neededPressure(scene: Scene, roughness: number): Float32Array {
  const { width, height, skin } = scene
  const pressure = new Float32Array(width * height)
  const { at: toothAt } = toothOf(scene, SIZE)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      // On skin chalk is rubbed in with a finger.
      pressure[i] = (1 - toothAt(x, y)) * roughness * (1 - 0.5 * skin[i]!)
    }
  }
  return pressure
}
