/** Leaves of a canvas the largest circle in its middle. */
import { clamp01 } from '../raster/clamp.js'
import type { Cutout } from '../raster/picture.js'

export function cutRound({ width, height, alpha }: Cutout): void {
  const radius = Math.min(width, height) / 2
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const distance = Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2)
      // One pixel of soft edge.
      alpha[i] = alpha[i]! * clamp01(radius - distance + 0.5)
    }
  }
}
