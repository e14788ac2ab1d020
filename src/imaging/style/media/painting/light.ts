/** Light from the upper left on thick paint: ridges shine, and throw small shadows. */
import { changed, floats, hold, kernels } from '../../../kernels/room.js'
import type { Scene } from '../../scene.js'
import type { Painting } from './brush.js'

/** What the steepest slope of wet paint adds to each channel. */
const SHINE = 70

export interface Light {
  readonly relief: number
  /** How much of the relief is left on skin. */
  readonly onSkin: number
  /** How wet the paint looks, 0..1. */
  readonly gloss: number
}

export function lightPaint(painting: Painting, scene: Scene, { relief, onSkin, gloss }: Light): void {
  const { width, height, colour, thickness } = painting
  const reach = Math.max(1, Math.round(scene.unit))
  const area = width * height
  const planes = [thickness, scene.skin, scene.features] as const
  const calm = 1 - onSkin
  hold({ factors: floats(area), added: floats(area) }, ({ factors, added }) => {
    kernels.lightSlopes(...planes, width, height, reach, relief, calm, gloss * SHINE, factors, added)
    kernels.lightPicture(changed(colour), factors, added, area)
  })
}
