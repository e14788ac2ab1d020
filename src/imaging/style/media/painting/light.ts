/** Light from the upper left on thick paint: ridges shine, and throw small shadows. */
import { changed, floats, hold, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { lumaPlane } from '../../pixels/canvas.js'
import { figureUnit, type Scene } from '../../scene.js'
import type { Painting } from './brush.js'

/** What the steepest slope of wet paint adds to each channel. */
const SHINE = 70

export interface Light {
  readonly relief: number
  /** How much of the relief is left on skin. */
  readonly onSkin: number
  /** How wet the paint looks, 0..1. */
  readonly gloss: number
  /** How soft ridges are, in pixels of a picture of one megapixel. */
  readonly ridges: number
}

export function lightPaint(painting: Painting, scene: Scene, { relief, onSkin, gloss, ridges }: Light): void {
  if (relief === 0) return
  const { width, height, colour } = painting
  const { subject, skin, features, unit } = scene
  const reach = Math.max(1, Math.round(unit * Math.max(1, ridges)))
  const area = width * height
  const thickness = ridges > 0 ? blur(painting.thickness, width, height, ridges * unit) : painting.thickness
  thinOnSmallFigures(thickness, scene)
  const planes = [thickness, lumaPlane(colour), subject, skin, features] as const
  hold({ picture: changed(colour), factors: floats(area), added: floats(area) }, ({ picture, factors, added }) => {
    kernels.lightSlopes(...planes, width, height, reach, relief, 1 - onSkin, gloss * SHINE, factors, added)
    kernels.lightPicture(picture, factors, added, area)
  })
}

/** In place. A finer brush leaves less paint, and ridges of it would be worms on a shirt. */
function thinOnSmallFigures(thickness: Float32Array, scene: Scene): void {
  const thinner = 1 - (figureUnit(scene) / scene.unit) ** 2
  if (thinner > 0) for (let i = 0; i < thickness.length; i++) thickness[i]! *= 1 - thinner * scene.subject[i]!
}
