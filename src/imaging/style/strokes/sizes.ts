/** How fine the brush must be where: the finest on eyes and mouth, the coarsest behind the subject. */
import { blur } from '../../raster/blur.js'
import type { Scene } from '../scene.js'

/** Radii of the finest brush used there, in pixels of a picture of one megapixel. */
export interface FinestBrushes {
  readonly behind: number
  readonly subject: number
  readonly hair: number
  /** Those on skin and features are meant for a face of this height and scale with it. */
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
  const { unit, faceHeight, hasSubject } = scene
  const onFace = faceHeight > 0 ? faceHeight / FACE_OF_RECIPES : unit
  const beside = hasSubject ? blur(scene.subject, scene.width, scene.height, BESIDE * unit) : undefined
  const radii = new Float32Array(scene.subject.length)
  for (let i = 0; i < radii.length; i++) {
    let radius = beside ? behind + (subject - behind) * Math.min(1, beside[i]! * 3) : subject
    radius += (hair - radius) * scene.hair[i]!
    radius *= unit
    radius += (skin * onFace - radius) * scene.skin[i]!
    radius += (features * onFace - radius) * Math.min(1, scene.features[i]! * 1.15)
    radii[i] = Math.max(MIN_RADIUS, radius)
  }
  return radii
}
