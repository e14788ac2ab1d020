/** The tooth of paper: how much pressure dry chalk needs at each pixel to leave colour there, 0..1. */
import { valueNoise } from '../noise.js'
import type { Scene } from '../scene.js'

export function paperTooth({ width, height, unit, seed, skin }: Scene, roughness: number): Float32Array {
  const tooth = new Float32Array(width * height)
  const scale = 1 / Math.max(1.2, 1.7 * unit)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      // Laid paper is a little coarser along its width. On skin chalk is rubbed in with a finger.
      tooth[i] = valueNoise(x * scale * 0.8, y * scale, seed + 71) * roughness * (1 - 0.45 * skin[i]!)
    }
  }
  return tooth
}
