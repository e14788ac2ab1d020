/**
 * Where strokes run: along the level lines of a landscape made of the picture's brightness, the relief of faces, the
 * outline of the subject and, behind it, of hills that make them swirl. Adding landscapes is simpler than mixing
 * directions, and has no seams.
 */
import { enlargeBilinear } from '../../../raster/bilinear.js'
import { blur } from '../../../raster/blur.js'
import { type Size, scaleSize } from '../../../raster/picture.js'
import { type Canvas, lumaPlane } from '../../pixels/canvas.js'
import { type Flow, flowOfHalf, halve } from '../../pixels/flow.js'
import { cloudNoisePlane } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { faceDepth } from '../../sitter/face-depth.js'

/** Folds narrower than this do not turn strokes; on skin, in heights of the face: spots would make a forehead swirl. */
const BROAD = 9
const BROAD_ON_SKIN = 0.035

/** How little strokes lean on skin: just enough that none closes a ring. */
const SKIN_HELD = 0.7
/** How strongly strokes follow the outline of the subject. */
const OUTLINE = 0.2

export interface GuideOptions {
  /** Behind the subject: height of the hills, and their size in pixels of a picture of one megapixel. */
  readonly swirl: number
  readonly swirlSize: number
  /** How strongly strokes on skin follow its relief, rather than light and shadow. */
  readonly form: number
  /** How much they lean like those of a right hand, from lower left to upper right. */
  readonly slant: number
}

/**
 * At half the size: directions change slowly. It is fine on the head; elsewhere strokes follow folds and large shapes
 * only, or those on plain cloth would wind like worms. `coarsest` and `finest`: radii of brushes.
 */
export function findGuide(
  canvas: Canvas,
  scene: Scene,
  { swirl, swirlSize, form, slant }: GuideOptions,
  { coarsest, finest }: { readonly coarsest: number; readonly finest: number },
): Flow {
  const [width, height] = [(canvas.width + 1) >> 1, (canvas.height + 1) >> 1]
  const unit = scene.unit / 2
  const land = blur(halve(lumaPlane(canvas.colour), canvas.width, canvas.height), width, height, 1.2 * unit)
  const large = blur(land, width, height, Math.max(1, (BROAD_ON_SKIN * scene.faceHeight) / 2))
  const relief = reliefOf(scene, { width, height })
  const outline = scene.hasSubject
    ? blur(halve(scene.subject, scene.width, scene.height), width, height, 12 * unit)
    : undefined
  const ramp = (slant * 0.01) / unit
  const scale = 1 / (swirlSize * unit)
  const hills =
    swirl > 0 ? cloudNoisePlane({ width, height }, { across: scale, down: scale }, scene.seed + 21) : undefined
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, at = 2 * y * scene.width; x < width; x++, i++, at += 2) {
      const [skin, features] = [scene.skin[at]!, scene.features[at]!]
      const behind = outline ? 1 - scene.subject[at]! : 0.35
      const plain = skin * (1 - features)
      let hill = land[i]! + (large[i]! - land[i]!) * plain
      if (relief) hill += (relief[i]! - hill) * form * plain
      if (outline) hill += outline[i]! * OUTLINE
      if (hills && behind > 0.02) hill += hills[i]! * swirl * behind
      if (slant > 0) hill += (x + y) * ramp * (1 - Math.max(features, skin * SKIN_HELD, scene.hair[at]!))
      land[i] = hill
    }
  }
  const broad = flowOfHalf(land, width, height, Math.max(BROAD * scene.unit, coarsest * 0.8) / 2)
  const fine = flowOfHalf(land, width, height, Math.max(2, finest * 2.2) / 2)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, at = 2 * y * scene.width; x < width; x++, i++, at += 2) {
      if (Math.max(scene.skin[at]!, scene.hair[at]!, scene.features[at]!) > 0.5) continue
      fine.x[i] = broad.x[i]!
      fine.y[i] = broad.y[i]!
    }
  }
  return fine
}

/** From forehead to chin: as many pixels as the mesh has points there. */
const FACE_HEIGHT = 22

/** How far each pixel of a face stands out: smooth, about 0..1, undefined without faces; at any size. */
function reliefOf(scene: Scene, size: Size): Float32Array | undefined {
  if (scene.faces.length === 0 || scene.faceHeight === 0) return undefined
  const factor = Math.min(0.5, FACE_HEIGHT / scene.faceHeight)
  const small = scaleSize(scene, factor)
  const relief = new Float32Array(small.width * small.height)
  for (const face of scene.faces) {
    const { height, share } = faceDepth(face, small, factor, 1.6)
    const depths = face.mesh.map(({ z }) => z * factor)
    const range = Math.max(1e-3, Math.max(...depths) - Math.min(...depths))
    for (let i = 0; i < relief.length; i++) {
      relief[i] = Math.max(relief[i]!, (height[i]! / range) * Math.min(1, share[i]! * 20))
    }
  }
  return enlargeBilinear(relief, small, size)
}
