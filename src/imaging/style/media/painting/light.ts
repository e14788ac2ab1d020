/** Light from the upper left on thick paint: ridges shine, and throw small shadows. */
import { changed, floats, hold, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { lumaPlane, smoothstep } from '../../pixels/canvas.js'
import { figureUnit, type Scene } from '../../scene.js'
import type { Painting } from './brush.js'

/** What the steepest slope of wet paint adds to each channel. */
const SHINE = 70
/** What is left of it on black paint: white scratches all over a dark suit would be seen before the suit. */
const SHINE_ON_BLACK = 0.15
/** How much of the ridges' shade is lost on white cloth, where it would be all that is seen. */
const CALM_ON_WHITE = 0.6
/** Brightness from which cloth begins to be white, and is. */
const [WHITISH, WHITE] = [0.55, 0.9]

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
  const { width, height, colour } = painting
  const reach = Math.max(1, Math.round(scene.unit * Math.max(1, ridges)))
  const area = width * height
  const thickness = ridges > 0 ? blur(painting.thickness, width, height, ridges * scene.unit) : painting.thickness
  thinOnSmallFigures(thickness, scene)
  const planes = [thickness, scene.skin, scene.features] as const
  const calm = 1 - onSkin
  const luma = lumaPlane(colour)
  hold({ picture: changed(colour), factors: floats(area), added: floats(area) }, ({ picture, factors, added }) => {
    kernels.lightSlopes(...planes, width, height, reach, relief, calm, gloss * SHINE, factors, added)
    const [shine, shade] = [added.see(), factors.see()]
    for (let i = 0; i < area; i++) {
      shine[i]! *= SHINE_ON_BLACK + (1 - SHINE_ON_BLACK) * luma[i]!
      if (luma[i]! > WHITISH && scene.subject[i]! > 0)
        shade[i]! -= (shade[i]! - 1) * CALM_ON_WHITE * scene.subject[i]! * smoothstep(WHITISH, WHITE, luma[i]!)
    }
    kernels.lightPicture(picture, factors, added, area)
  })
}

/** In place. A finer brush leaves less paint, and ridges of it would be worms on a shirt. */
function thinOnSmallFigures(thickness: Float32Array, scene: Scene): void {
  const thinner = 1 - (figureUnit(scene) / scene.unit) ** 2
  if (thinner > 0) for (let i = 0; i < thickness.length; i++) thickness[i]! *= 1 - thinner * scene.subject[i]!
}
