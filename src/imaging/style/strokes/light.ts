/** Light from the upper left on thick paint: ridges shine, and throw small shadows. */
import { light } from '../blend.js'
import type { Scene } from '../scene.js'
import type { Painting } from './brush.js'

export interface Light {
  readonly relief: number
  /** How much of the relief is left on skin. */
  readonly onSkin: number
  /** How wet the paint looks, 0..1. */
  readonly gloss: number
}

export function lightPaint(painting: Painting, scene: Scene, { relief, onSkin, gloss }: Light): void {
  const { width, height, thickness } = painting
  const reach = Math.max(1, Math.round(scene.unit))
  light(painting, (factors, added) => {
    for (let y = 0, i = 0; y < height; y++) {
      const up = y >= reach ? reach * width : 0
      for (let x = 0; x < width; x++, i++) {
        const back = x >= reach ? reach : 0
        const slope = 2 * thickness[i]! - thickness[i - back]! - thickness[i - up]!
        const calm = Math.max(scene.skin[i]! * (1 - onSkin), scene.features[i]! * 0.7)
        const lit = slope * relief * (1 - calm)
        factors[i] = 1 + 0.3 * (lit > 1 ? 1 : lit < -1 ? -1 : lit)
        added[i] = lit > 0.25 ? (lit - 0.25) * gloss * 70 : 0
      }
    }
  })
}
