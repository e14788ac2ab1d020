/** The fine cracks of old varnish, everywhere but on faces: cracks on skin would look like wrinkles. */
import { smoothstep } from '../pixels/canvas.js'
import { hashNoise, valueNoise } from '../pixels/noise.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, share } from '../step.js'

export const craquelure = defineStep(
  {
    amount: share(),
    /** Distance of two cracks. */
    size: amount(4, 80),
  },
  ({ width, height, colour }, scene, { amount: strength = 0.5, size = 16 }) => {
    const cell = Math.max(4, size * scene.unit)
    const line = 0.35 / cell
    const ages = valueNoise(scene.seed + 91)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const free = 1 - Math.max(scene.skin[i]!, scene.features[i]!) * 1.6
        if (free <= 0.02) continue
        // Old paint cracks in some places more than in others.
        const aged = smoothstep(0.35, 0.75, ages(x / (cell * 7), y / (cell * 7)))
        if (aged <= 0.02) continue
        const crack = 1 - smoothstep(line, line * 3.5, borderDistance(x / cell, (y / cell) * 1.3, scene))
        const factor = 1 - crack * strength * aged * Math.min(1, free) * 0.6
        for (let c = i * 3; c < i * 3 + 3; c++) colour[c] = colour[c]! * factor
      }
    }
  },
)

/** How much nearer the nearest of scattered points is than the next: small on the borders of their cells. */
function borderDistance(x: number, y: number, { seed }: Pick<Scene, 'seed'>): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  let [first, second] = [9, 9]
  for (let row = top - 1; row <= top + 1; row++) {
    for (let column = left - 1; column <= left + 1; column++) {
      const dx = column + hashNoise(column, row, seed + 92) - x
      const dy = row + hashNoise(column, row, seed + 93) - y
      const distance = dx * dx + dy * dy
      if (distance < first) {
        second = first
        first = distance
      } else if (distance < second) second = distance
    }
  }
  return Math.sqrt(second) - Math.sqrt(first)
}
