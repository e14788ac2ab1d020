/** How fine the brush must be where: the finest on eyes and mouth, the coarsest behind the subject. */
import { changed, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { brushUnit, figureUnit, type Scene } from '../../scene.js'

/** Radii of the finest brush used there, in pixels of a picture of one megapixel. */
export interface FinestBrushes {
  readonly behind: number
  readonly subject: number
  readonly hair: number
  /** Those on skin and features scale with the face, though less; on small figures all do. */
  readonly skin: number
  readonly features: number
}

/** No brush is finer than this many pixels. */
export const MIN_RADIUS = 0.9
/** Beside the subject brushes are as fine as on it, or its coarse strokes would stay in the background. */
const BESIDE = 10

/** The radius of the finest brush at every pixel. */
export function finestAt(scene: Scene, { behind, subject, hair, skin, features }: FinestBrushes): Float32Array {
  const { width, height, unit, hasSubject } = scene
  const area = width * height
  const near = hasSubject ? blur(scene.subject, width, height, BESIDE * unit) : scene.subject
  const [onFace, onBody] = [brushUnit(scene), figureUnit(scene)]
  const radii = Float32Array.of(behind * unit, subject * onBody, hair * onBody, skin * onFace, features * onFace)
  const finest = new Float32Array(area)
  const planes = [changed(near, finest), scene.hair, scene.skin, scene.features] as const
  kernels.finestBrushes(...planes, area, radii, MIN_RADIUS)
  return finest
}
