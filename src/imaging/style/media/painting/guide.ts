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
  options: GuideOptions,
  { coarsest, finest }: { readonly coarsest: number; readonly finest: number },
): Flow {
  const half = { width: (canvas.width + 1) >> 1, height: (canvas.height + 1) >> 1 }
  const land = landscapeOf(canvas, scene, options, half)
  const broad = flowOfHalf(land, half.width, half.height, Math.max(BROAD * scene.unit, coarsest * 0.8) / 2)
  const fine = flowOfHalf(land, half.width, half.height, Math.max(2, finest * 2.2) / 2)
  takeBeyondHeads(fine, broad, scene, half)
  return fine
}

function landscapeOf(canvas: Canvas, scene: Scene, options: GuideOptions, half: Size): Float32Array {
  const { width, height } = half
  const { unit, hasSubject, faceHeight, seed } = scene
  const { swirl, swirlSize } = options
  const soft = (plane: Float32Array, sigma: number): Float32Array => blur(plane, width, height, sigma / 2)
  const land = soft(halve(lumaPlane(canvas.colour), canvas.width, canvas.height), 1.2 * unit)
  const large = soft(land, Math.max(2, BROAD_ON_SKIN * faceHeight))
  const relief = reliefOf(scene, half)
  const outline = hasSubject ? soft(halve(scene.subject, scene.width, scene.height), 12 * unit) : undefined
  const pitch = 2 / (swirlSize * unit)
  const hills = swirl > 0 ? cloudNoisePlane(half, { across: pitch, down: pitch }, seed + 21) : undefined
  shape(land, { large, relief, outline, hills }, scene, options, half)
  return land
}

type Heights = Record<'relief' | 'outline' | 'hills', Float32Array | undefined> & { readonly large: Float32Array }

/** Where nobody stands apart, the hills are so much lower. */
const LOW = 0.35

function shape(
  land: Float32Array,
  { large, relief, outline, hills }: Heights,
  { width: across, skin, features, hair, subject, unit }: Scene,
  { swirl, form, slant }: GuideOptions,
  { width, height }: Size,
): void {
  const ramp = (slant * 0.02) / unit
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, at = 2 * y * across; x < width; x++, i++, at += 2) {
      const plain = skin[at]! * (1 - features[at]!)
      let hill = land[i]! + (large[i]! - land[i]!) * plain
      if (relief) hill += (relief[i]! - hill) * form * plain
      if (outline) hill += outline[i]! * OUTLINE
      if (hills) hill += hills[i]! * swirl * (outline ? 1 - subject[at]! : LOW)
      if (ramp > 0) hill += (x + y) * ramp * (1 - Math.max(features[at]!, skin[at]! * SKIN_HELD, hair[at]!))
      land[i] = hill
    }
  }
}

function takeBeyondHeads(
  fine: Flow,
  broad: Flow,
  { width: across, skin, hair, features }: Scene,
  { width, height }: Size,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, at = 2 * y * across; x < width; x++, i++, at += 2) {
      if (Math.max(skin[at]!, hair[at]!, features[at]!) > 0.5) continue
      fine.x[i] = broad.x[i]!
      fine.y[i] = broad.y[i]!
    }
  }
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
