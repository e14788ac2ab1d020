/**
 * New light on the sitter's own relief instead of the photo's: either one flat shadow with a clean edge, as in cel
 * animation, or a soft key light with a warm fill and a rim, as on a film set. The key comes from the side from which
 * it came on the photo. On average the skin stays as bright as it was.
 */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { type Canvas, smoothstep, withinRange } from '../canvas.js'
import { pointsOf } from '../faces/face-parts.js'
import { faceHeightOf } from '../faces/face-regions.js'
import { type HeadParts, headPartsOf } from '../faces/head-parts.js'
import { keySide } from '../faces/skin-tone.js'
import { type Surface, surfaceOf } from '../faces/surface.js'
import { fillPolygon } from '../polygon.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, share } from '../step.js'

export const light = defineStep(
  {
    kind: Type.Enum(['cel', 'soft']),
    amount: share(),
    /** How much of it falls on what is neither face nor skin. */
    body: share(),
    /** Light from behind along the edge, and gloss on the skin. */
    rim: amount(0, 1),
    gloss: amount(0, 1),
  },
  (canvas, scene, { kind, amount: strength = 1, body = 0.6, rim = 0.3, gloss = 0.15 }) => {
    if (!scene.hasSubject && scene.faces.length === 0) return
    const side = keySide(scene)
    const setting = { scene, side, surface: surfaceOf(scene), parts: headPartsOf(scene), cast: castShadow(scene, side) }
    if (kind === 'cel') paintCel(canvas, setting, strength, body)
    else paintSoft(canvas, setting, strength, body, rim, gloss)
  },
)

/** What is lit, and from which side. */
interface Setting {
  readonly scene: Scene
  readonly side: 1 | -1
  readonly surface: Surface
  readonly parts: HeadParts
  /** Where the head casts its shadow. */
  readonly cast: Float32Array
}

/** How much light from above and from the key's side falls on each pixel; below 0 it is turned away. */
const facing =
  ({ surface: { x, y, z }, side }: Setting, up: number, towards: number) =>
  (i: number): number =>
    x[i]! * 0.5 * side - y[i]! * up + z[i]! * towards

/** The head's shadow on the neck: the face, moved down, without the face itself. */
function castShadow({ width, height, faces }: Scene, side: 1 | -1): Float32Array {
  const plane = new Float32Array(width * height)
  for (const face of faces) {
    const size = faceHeightOf(face)
    const oval = pointsOf(face, MESH.oval)
    const moved = oval.map(({ x, y }) => ({ x: x - side * 0.04 * size, y: y + 0.16 * size }))
    const own = new Float32Array(plane.length)
    fillPolygon(plane, width, height, moved)
    fillPolygon(own, width, height, oval)
    const ys = oval.map(({ y }) => y)
    const last = Math.min(height, Math.ceil(Math.max(...ys)) + 1) * width
    for (let i = Math.max(0, Math.floor(Math.min(...ys))) * width; i < last; i++) if (own[i]! > 0) plane[i] = 0
  }
  return plane
}

/** What a flat shadow leaves of red, green and blue: on skin it is warm. */
const SKIN_SHADOW = [0.84, 0.71, 0.69] as const
const BODY_SHADOW = [0.72, 0.72, 0.78] as const

function paintCel({ colour, width, height }: Canvas, setting: Setting, strength: number, body: number): void {
  const { scene, parts, cast } = setting
  const neck = blur(cast, width, height, 0.006 * scene.faceHeight)
  const towards = facing(setting, 0.52, 0.69)
  // The mesh has corners, and the edge of a flat shadow would show them.
  const facingKey = new Float32Array(neck.length)
  for (let i = 0; i < facingKey.length; i++) facingKey[i] = towards(i)
  const lit = blur(facingKey, width, height, 0.03 * scene.faceHeight)
  for (let i = 0, at = 0; i < neck.length; i++, at += 3) {
    const skin = parts.skin[i]!
    const turned = 1 - smoothstep(0.13, 0.155, lit[i]!)
    const shadow = Math.max(turned * (skin + (1 - skin) * body), smoothstep(0.4, 0.6, neck[i]!) * skin)
    const share = shadow * strength * scene.subject[i]!
    if (share < 0.004) continue
    for (let c = 0; c < 3; c++) {
      const left = BODY_SHADOW[c]! + (SKIN_SHADOW[c]! - BODY_SHADOW[c]!) * skin
      colour[at + c] = colour[at + c]! * (1 - share * (1 - left))
    }
  }
}

const KEY = [1.06, 1, 0.94] as const
const FILL = [1.08, 0.97, 0.9] as const
const RIM = [1, 0.97, 0.93] as const

/** How much of the rim is seen, by how far a surface is turned away: powers, in steps too small to be seen. */
const GRAZING_STEPS = 1024
const GRAZING = Float32Array.from({ length: GRAZING_STEPS + 1 }, (_, i) => (i / GRAZING_STEPS) ** 1.6)

/** To the power of 24, by products: it is done for every pixel. */
function to24(value: number): number {
  const square = value * value
  const eighth = square * square * square * square
  return eighth * eighth * eighth
}

function paintSoft(
  { colour, width, height }: Canvas,
  setting: Setting,
  strength: number,
  body: number,
  rim: number,
  gloss: number,
): void {
  const { scene, parts, cast, side, surface } = setting
  const litAt = facing(setting, 0.55, 0.67)
  const neck = blur(cast, width, height, 0.035 * scene.faceHeight)
  const { x, y, z } = surface
  const key = (i: number): number => {
    // Light wraps around soft matter: skin is lit a little beyond the edge of the shadow.
    const wrapped = Math.max(0, (litAt(i) + 0.35) / 1.35)
    return wrapped * (1 - 0.55 * neck[i]!)
  }
  const ambient = 0.36
  let [sum, total] = [0, 1e-6]
  for (let i = 0; i < neck.length; i++) {
    const skin = parts.skin[i]!
    if (skin < 0.5) continue
    sum += (ambient + 0.95 * key(i)) * skin
    total += skin
  }
  const exposure = sum > 0 ? total / sum : 1
  for (let i = 0, at = 0; i < neck.length; i++, at += 3) {
    const subject = scene.subject[i]!
    if (subject < 0.004) continue
    const skin = parts.skin[i]!
    const share = strength * (skin + (1 - skin) * body) * subject
    const k = key(i)
    const back = Math.max(0, -x[i]! * side)
    const grazed = rim * subject * smoothstep(0.15, 0.75, back + Math.max(0, -y[i]!) * 0.5)
    const edge = grazed > 0 ? GRAZING[Math.round((1 - z[i]!) * GRAZING_STEPS)]! * grazed : 0
    const mirrored = x[i]! * 0.3 * side - y[i]! * 0.33 + z[i]! * 0.88
    const shine = mirrored > 0.6 && skin > 0 ? to24(mirrored) * gloss * skin * 255 : 0
    const brightest = Math.max(colour[at]!, colour[at + 1]!, colour[at + 2]!)
    for (let c = 0; c < 3; c++) {
      const factor = (ambient * FILL[c]! * (1 + 0.25 * back) + 0.95 * KEY[c]! * k) * exposure
      const lit = colour[at + c]! * withinRange(1 + (factor - 1) * share, brightest)
      colour[at + c] = lit + (255 * RIM[c]! - lit) * edge * 0.7 + shine * share * 0.5
    }
  }
}
