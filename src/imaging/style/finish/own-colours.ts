/**
 * The person's own colours at the edge of the matte, where the photo shows a mixture with the old background: they are
 * taken from a little further inside. Before any other background no rim of the old one is left, nor what was seen of it
 * between the strands of hair.
 */
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import { mixInPicture } from '../pixels/blend.js'
import { blurWithin } from '../pixels/blur-within.js'
import { type Canvas, smoothstep } from '../pixels/canvas.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import { figureUnit, photoCanvas, type Scene } from '../scene.js'
import { outlineOf } from '../sitter/face-outline.js'

/** How far colours are carried outwards, in pixels of a picture of one megapixel. */
const REACH = 7
/** How far around hair and background are looked at to tell them apart: wider than what is seen between two strands. */
const AROUND = 36
/** How sure it must be that it is hair: at its edge it never is quite. */
const HAIR = [0.1, 0.4] as const
/** Hair is surely found beyond the face; in the colour of skin it counts where there is no other. */
const FACE = 1.25
const LIKE_SKIN = 0.2
/** How much of the subject is near where the old background may be seen through hair, well within it, and at a strand. */
const NEAR_EDGE = [0.985, 0.9] as const
const DEEP = [0.85, 0.98] as const
const ALONE = [0.45, 0.3] as const
/** How much of what is around must surely be hair to tell its colour. */
const ENOUGH = [0.004, 0.02] as const
/** From where to where between hair and background a colour is the background's. */
const BACKGROUND = [0.25, 0.55] as const

export function keepOwnColours(canvas: Canvas, scene: Scene, strength = 1): void {
  const { width, height, subject, hasSubject } = scene
  if (!hasSubject) return
  const unit = figureUnit(scene)
  const near = blur(subject, width, height, 4 * REACH * unit)
  const foreign = clearHair(canvas, scene, near, strength)
  const own = subject.slice()
  for (let i = 0; i < own.length; i++) if (foreign[i]! > 0) own[i]! *= 1 - foreign[i]!
  mixInPicture(canvas, blurWithin(canvas, own, REACH * unit, 'well-inside'), (shares) => {
    for (let i = 0; i < shares.length; i++) {
      const share = Math.max(mixture(subject[i]!), foreign[i]!)
      shares[i] = share > 0 ? share * (1 - alone(near[i]!)) * strength : 0
    }
  })
}

const alone = (near: number): number => smoothstep(ALONE[0], ALONE[1], near)

/** How much of the background a pixel of this opacity may show. */
const mixture = (opacity: number): number => (opacity < 0.02 || opacity > 0.99 ? 0 : smoothstep(1, 0.7, opacity))

/**
 * Single strands, which have no other colour than that of the hair, and what the matte takes for hair. The photo tells,
 * whatever has become of its colours since. Returned is where that was, 0..1: nearer hair may be lit in another way.
 */
function clearHair(canvas: Canvas, scene: Scene, near: Float32Array, strength: number): Float32Array {
  const { width, height, photo, subject, hair, skin } = scene
  const faces = new Float32Array(near.length)
  for (const { oval } of scene.faces.map(outlineOf)) fillPolygon(faces, width, height, scalePolygon(oval, FACE))
  const sure = new Float32Array(near.length)
  for (let i = 0; i < sure.length; i++) {
    if (near[i]! < DEEP[0] || faces[i]! > 0) continue
    sure[i] = Math.max(hair[i]!, LIKE_SKIN * skin[i]!) * smoothstep(DEEP[0], DEEP[1], near[i]!)
  }
  const around = AROUND * figureUnit(scene)
  const enough = blur(sure, width, height, around)
  const before = photoCanvas(scene)
  const inside = blurWithin(before, sure, around)
  const outside = blurWithin(before, subject, around, 'outside')
  const foreign = new Float32Array(near.length)
  for (let i = 0; i < foreign.length; i++) {
    if (hair[i]! < HAIR[0] || near[i]! > NEAR_EDGE[0] || enough[i]! < ENOUGH[0] || subject[i]! < 0.02) continue
    const seen =
      smoothstep(HAIR[0], HAIR[1], hair[i]!) *
      smoothstep(NEAR_EDGE[0], NEAR_EDGE[1], near[i]!) *
      smoothstep(ENOUGH[0], ENOUGH[1], enough[i]!)
    foreign[i] = seen * smoothstep(BACKGROUND[0], BACKGROUND[1], placeBetween(photo, inside, outside, i * 3))
  }
  mixInPicture(canvas, blurWithin(canvas, sure, around), (shares) => {
    for (let i = 0; i < shares.length; i++) {
      const mixed = mixture(subject[i]!)
      const strand = mixed > 0 ? mixed * alone(near[i]!) * smoothstep(ENOUGH[0], ENOUGH[1], enough[i]!) : 0
      shares[i] = Math.max(strand, foreign[i]!) * strength
    }
  })
  return foreign
}

type Bytes = Uint8Array | Uint8ClampedArray

/** Colours nearer to each other than this cannot be told apart. */
const ALIKE = [25, 60] as const

/** 0 at the first colour, 1 at the second; 0 as well for what is far from the second, in whatever direction. */
function placeBetween(own: Bytes, first: Bytes, second: Bytes, at: number): number {
  let [along, length, away] = [0, 1, 0]
  for (let c = at; c < at + 3; c++) {
    const way = second[c]! - first[c]!
    along += (own[c]! - first[c]!) * way
    length += way * way
    away += (own[c]! - second[c]!) ** 2
  }
  return (
    clamp01(along / length) *
    smoothstep(1.2, 0.8, Math.sqrt(away / length)) *
    smoothstep(ALIKE[0], ALIKE[1], Math.sqrt(length))
  )
}
