/**
 * Where strokes run: along the level lines of a landscape made of the picture's brightness, the outline of the subject
 * and, behind it, of hills that make them swirl. Adding landscapes is simpler than mixing
 * directions, and has no seams.
 */
import { blur } from '../../../raster/blur.js'
import type { Size } from '../../../raster/picture.js'
import { type Canvas, lumaPlane } from '../../pixels/canvas.js'
import { type Flow, flowOfHalf, halve } from '../../pixels/flow.js'
import { cloudNoisePlane } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'

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

/** Where nobody stands apart, the hills are so much lower. */
const LOW = 0.35

function landscapeOf(
  canvas: Canvas,
  scene: Scene,
  { swirl, swirlSize, slant }: GuideOptions,
  half: Size,
): Float32Array {
  const { unit, hasSubject, faceHeight, seed, skin, features, hair, subject } = scene
  const soft = (plane: Float32Array, sigma: number): Float32Array => blur(plane, half.width, half.height, sigma / 2)
  const fine = soft(halve(lumaPlane(canvas.colour), canvas.width, canvas.height), 1.2 * unit)
  const broad = soft(fine, Math.max(2, BROAD_ON_SKIN * faceHeight))
  const outline = hasSubject ? soft(halve(subject, scene.width, scene.height), 12 * unit) : undefined
  const pitch = 2 / (swirlSize * unit)
  const hills = cloudNoisePlane(half, { across: pitch, down: pitch }, seed + 21)
  const ramp = (slant * 0.02) / unit
  return fine.map((height, i) => {
    const [x, y] = [i % half.width, Math.floor(i / half.width)]
    const at = 2 * y * scene.width + 2 * x
    const plain = skin[at]! * (1 - features[at]!)
    const leaning = 1 - Math.max(features[at]!, skin[at]! * SKIN_HELD, hair[at]!)
    return (
      height +
      (broad[i]! - height) * plain +
      (outline ? outline[i]! * OUTLINE : 0) +
      hills[i]! * swirl * (outline ? 1 - subject[at]! : LOW) +
      (x + y) * ramp * leaning
    )
  })
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
