/**
 * Where on the picture what is: the subject, and by the face meshes the skin, the features that make a face
 * recognisable (eyes, brows, mouth) and the hair. All as planes of 0..1 with soft edges.
 */
import type { Face } from '../face/find-faces.js'
import { MESH } from '../face/mesh.js'
import { distanceOf, type Point } from '../point.js'
import { blur } from './blur.js'
import { clamp01, lumaOf, smoothstep } from './canvas.js'
import { fillPolygon, grown } from './polygon.js'

export interface Regions {
  /** 1 everywhere where no subject was found: then the whole picture is the subject. */
  readonly subject: Float32Array
  readonly hasSubject: boolean
  readonly skin: Float32Array
  readonly features: Float32Array
  readonly hair: Float32Array
  /** From forehead to chin of the largest face, in pixels; 0 without a face. */
  readonly faceHeight: number
}

const FEATURES: readonly (readonly number[])[] = [
  [33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246],
  [263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466],
  [70, 63, 105, 66, 107, 55, 65, 52, 53, 46],
  [300, 293, 334, 296, 336, 285, 295, 282, 283, 276],
  [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185],
]
/** Bridge and tip of the nose, and its wings: less than the others, but a face without them looks flat. */
const NOSE = [168, 122, 48, 64, 98, 97, 2, 326, 327, 294, 278, 351]
const FEATURE_GROWTH = 1.45
const NOSE_WEIGHT = 0.5

interface Picture {
  readonly width: number
  readonly height: number
  readonly colour: Uint8Array
}

export function findRegions(picture: Picture, alpha: Uint8Array | undefined, faces: readonly Face[]): Regions {
  const { width, height } = picture
  const area = width * height
  const subject = alpha ? Float32Array.from(alpha, (value) => value / 255) : new Float32Array(area).fill(1)
  const meshes = faces.map(({ mesh }) => mesh)
  const faceHeight = Math.max(0, ...meshes.map((mesh) => distanceOf(mesh[10]!, mesh[MESH.chin]!)))
  const skin = new Float32Array(area)
  const features = new Float32Array(area)
  const hair = new Float32Array(area)
  for (const mesh of meshes) {
    const own = distanceOf(mesh[10]!, mesh[MESH.chin]!)
    paintFeatures(features, picture, mesh)
    paintSkin(skin, picture, subject, mesh, own)
  }
  for (const mesh of meshes) paintHair(hair, picture, subject, skin, mesh)
  const soft = faceHeight * 0.02
  return {
    subject,
    hasSubject: alpha !== undefined,
    skin: blur(skin, width, height, soft),
    features: blur(features, width, height, soft * 1.2),
    hair: blur(hair, width, height, soft),
    faceHeight,
  }
}

function paintFeatures(plane: Float32Array, { width, height }: Picture, mesh: readonly Point[]): void {
  const outline = (points: readonly number[]): Point[] => points.map((index) => mesh[index]!)
  fillPolygon(plane, width, height, grown(outline(NOSE), 1.05), NOSE_WEIGHT)
  for (const points of FEATURES) fillPolygon(plane, width, height, grown(outline(points), FEATURE_GROWTH))
}

/** The oval of the face, and around it what has the colour that the face has. */
function paintSkin(
  plane: Float32Array,
  { width, height, colour }: Picture,
  subject: Float32Array,
  mesh: readonly Point[],
  faceHeight: number,
): void {
  const oval = MESH.oval.map((index) => mesh[index]!)
  const core = new Float32Array(width * height)
  fillPolygon(core, width, height, grown(oval, 0.75))
  const typical = typicalColour(colour, core)
  if (!typical) return
  const inside = new Float32Array(width * height)
  fillPolygon(inside, width, height, grown(oval, 1.0, 0.1))
  const middle = mesh[MESH.noseTip]!
  const reach = faceHeight * 3
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (subject[i]! < 0.3 || Math.hypot(x - middle.x, y - middle.y) > reach) continue
      const at = i * 3
      const likely = typical(colour[at]!, colour[at + 1]!, colour[at + 2]!)
      plane[i] = Math.max(plane[i]!, (inside[i]! > 0 ? Math.max(0.35, likely) : likely * 0.9) * subject[i]!)
    }
  }
}

/** How likely a colour is skin of this face, 0..1: near in hue, and not far darker or lighter. */
function typicalColour(
  colour: Uint8Array,
  core: Float32Array,
): ((r: number, g: number, b: number) => number) | undefined {
  let [n, y, cb, cr, yy, bb, rr] = [0, 0, 0, 0, 0, 0, 0]
  for (let i = 0; i < core.length; i++) {
    if (core[i] === 0) continue
    const [r, g, b] = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
    const luma = lumaOf(r, g, b)
    const [u, v] = [b - luma, r - luma]
    n++
    y += luma
    cb += u
    cr += v
    yy += luma * luma
    bb += u * u
    rr += v * v
  }
  if (n < 16) return undefined
  const deviation = (sum: number, squares: number, least: number): number =>
    Math.max(least, Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2)))
  const [sy, su, sv] = [deviation(y, yy, 22) * 1.6, deviation(cb, bb, 7) * 1.5, deviation(cr, rr, 7) * 1.5]
  const [my, mu, mv] = [y / n, cb / n, cr / n]
  return (r, g, b) => {
    const luma = lumaOf(r, g, b)
    const distance = ((luma - my) / sy) ** 2 * 0.5 + ((b - luma - mu) / su) ** 2 + ((r - luma - mv) / sv) ** 2
    return 1 - smoothstep(1.2, 4, distance)
  }
}

/** What belongs to the person around a face and is no skin. Below the chin it fades: there are clothes. */
function paintHair(
  plane: Float32Array,
  { width, height }: Picture,
  subject: Float32Array,
  skin: Float32Array,
  mesh: readonly Point[],
): void {
  const [top, chin] = [mesh[10]!, mesh[MESH.chin]!]
  const size = distanceOf(top, chin)
  const middle = { x: (top.x + chin.x) / 2, y: (top.y + chin.y) / 2 }
  const face = new Float32Array(width * height)
  fillPolygon(
    face,
    width,
    height,
    grown(
      MESH.oval.map((index) => mesh[index]!),
      0.96,
    ),
  )
  const [left, right] = [Math.max(0, middle.x - 1.3 * size), Math.min(width, middle.x + 1.3 * size)]
  const [from, to] = [Math.max(0, middle.y - 1.4 * size), Math.min(height, middle.y + 1.3 * size)]
  for (let y = Math.floor(from); y < to; y++) {
    const below = smoothstep(1.2, 0.6, (y - middle.y) / size)
    for (let x = Math.floor(left); x < right; x++) {
      const i = y * width + x
      if (face[i]! > 0) continue
      const near = smoothstep(1.3, 0.9, Math.hypot(x - middle.x, y - middle.y) / size)
      plane[i] = Math.max(plane[i]!, clamp01(subject[i]! * near * below - skin[i]!))
    }
  }
}
