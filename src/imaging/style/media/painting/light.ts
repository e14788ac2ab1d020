/** Light from the upper left on thick paint: ridges shine, and throw small shadows. */
import { lightPicture, PICTURE_PADDING } from '../../../kernels/blend.js'
import { bytesAt, reservePlanes, SIMD_PADDING } from '../../../kernels/memory.js'
import { lightSlopes } from '../../../kernels/paint.js'
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
  const plane = area * 4 + SIMD_PADDING
  const { skin, features } = scene
  const more = { picture: area * 3 + PICTURE_PADDING, factors: plane, added: plane }
  const at = reservePlanes({ thickness, skin, features }, more)
  bytesAt(at.picture, area * 3).set(colour)
  const calm = 1 - onSkin
  const planes = [at.thickness, at.skin, at.features] as const
  lightSlopes(...planes, width, height, reach, relief, calm, gloss * SHINE, at.factors, at.added)
  lightPicture(at.picture, at.factors, at.added, area)
  colour.set(bytesAt(at.picture, area * 3))
}
