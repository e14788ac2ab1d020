/**
 * Where strokes run: along the level lines of a landscape made of the picture's brightness, the relief of faces, the
 * outline of the subject and, behind it, of hills that make them swirl. Adding landscapes is simpler than mixing
 * directions, and has no seams.
 */
import { blur } from '../../raster/blur.js'
import { type Canvas, lumaPlane } from '../canvas.js'
import { type Flow, findFlow } from '../flow.js'
import { cloudNoiseRows } from '../noise.js'
import type { Scene } from '../scene.js'
import { reliefOf } from './relief-of-faces.js'

export interface GuideOptions {
  /** Behind the subject: height of the hills, and their size in pixels of a picture of one megapixel. */
  readonly swirl: number
  readonly swirlSize: number
  /** How strongly strokes on skin follow its relief, rather than light and shadow. */
  readonly form: number
  /** How much they lean like those of a right hand, from lower left to upper right. */
  readonly slant: number
}

/** A field for each of the given radii of brushes. */
export function findGuides(
  canvas: Canvas,
  scene: Scene,
  { swirl, swirlSize, form, slant }: GuideOptions,
  radii: readonly number[],
): Flow[] {
  const { width, height } = canvas
  const land = blur(lumaPlane(canvas.colour), width, height, 1.2 * scene.unit)
  if (land.length === 0) return []
  const relief = reliefOf(scene)
  const outline = scene.hasSubject ? blur(scene.subject, width, height, 12 * scene.unit) : undefined
  const ramp = (slant * 0.01) / scene.unit
  const scale = 1 / (swirlSize * scene.unit)
  const swirls = cloudNoiseRows(width, scale, scene.seed + 21)
  for (let y = 0, i = 0; y < height; y++) {
    const hills = swirl > 0 ? swirls(y * scale) : undefined
    for (let x = 0; x < width; x++, i++) {
      const behind = outline ? 1 - scene.subject[i]! : 0.35
      let hill = land[i]!
      if (relief) hill += (relief[i]! - hill) * form * scene.skin[i]! * (1 - scene.features[i]!)
      if (outline) hill += outline[i]! * 0.35
      if (hills && behind > 0.02) hill += hills[x]! * swirl * behind
      if (slant > 0) hill += (x + y) * ramp * (1 - Math.max(scene.features[i]!, scene.skin[i]! * 0.9))
      land[i] = hill
    }
  }
  return radii.map((radius) => findFlow(land, width, height, Math.max(2, radius * 1.1)))
}
