/** How fine the brush must be where: the finest on eyes and mouth, the coarsest behind the subject. */
import { changed, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import type { Scene } from '../../scene.js'

/** Radii of the finest brush used there, in pixels of a picture of one megapixel. */
export interface FinestBrushes {
  readonly behind: number
  readonly subject: number
  readonly hair: number
  /** Those on skin and features are meant for a face of a certain height and scale with it; on small figures all do. */
  readonly skin: number
  readonly features: number
}

const FACE_OF_RECIPES = 320
/** No brush is finer than this many pixels. */
const MIN_RADIUS = 0.9
/** Beside the subject brushes are as fine as on it, or its coarse strokes would stay in the background. */
const BESIDE = 10

/** The radius of the finest brush at every pixel. */
export function finestAt(scene: Scene, { behind, subject, hair, skin, features }: FinestBrushes): Float32Array {
  const { width, height, unit, faceHeight, hasSubject } = scene
  const area = width * height
  const onFace = faceHeight > 0 ? faceHeight / FACE_OF_RECIPES : unit
  const near = hasSubject ? blur(scene.subject, width, height, BESIDE * unit) : scene.subject
  const onBody = Math.min(unit, Math.max(onFace, unit / 2))
  const radii = Float32Array.of(behind * unit, subject * onBody, hair * onBody, skin * onFace, features * onFace)
  const finest = new Float32Array(area)
  const planes = [changed(near, finest), scene.hair, scene.skin, scene.features] as const
  kernels.finestBrushes(...planes, area, radii, MIN_RADIUS)
  return finest
}
