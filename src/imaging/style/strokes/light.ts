/** Light from the upper left on thick paint: ridges shine, and throw small shadows. */
import { BEYOND_PICTURE, lightPicture } from '../../kernels/blend.js'
import { BEYOND_PLANE, bytesAt, floatsAt, reserve } from '../../kernels/memory.js'
import { lightSlopes } from '../../kernels/paint.js'
import type { Scene } from '../scene.js'
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
  const plane = area * 4 + BEYOND_PLANE
  const at = reserve({
    picture: area * 3 + BEYOND_PICTURE,
    thickness: plane,
    skin: plane,
    features: plane,
    factors: plane,
    added: plane,
  })
  bytesAt(at.picture, area * 3).set(colour)
  floatsAt(at.thickness, area).set(thickness)
  floatsAt(at.skin, area).set(scene.skin)
  floatsAt(at.features, area).set(scene.features)
  const calm = 1 - onSkin
  const planes = [at.thickness, at.skin, at.features] as const
  lightSlopes(...planes, width, height, reach, relief, calm, gloss * SHINE, at.factors, at.added)
  lightPicture(at.picture, at.factors, at.added, area)
  colour.set(bytesAt(at.picture, area * 3))
}
