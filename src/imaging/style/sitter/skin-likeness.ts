/** Tells skin from hair by colour: by the tone of the sitter's own skin, and what is found around the forehead. */
import { MESH } from '../../detect/faces/mesh.js'
import { lengthOf, type Point } from '../../raster/point.js'
import { lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'
import type { Scene, SceneFace } from '../scene.js'
import { FOREHEAD, NOSE, pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import { photoColour, skinToneOf } from './skin-tone.js'

export interface Likeness {
  /** 1: the colour is nearer to the skin than to the hair; `bias` asks for more than that. */
  readonly toSkin: (r: number, g: number, b: number, bias?: number) => number
  /** 1: the hue of the skin, in shade. */
  readonly shaded: (r: number, g: number, b: number) => number
  readonly bald: boolean
  /** Bald, and the crown is visible. */
  readonly scalp: boolean
  /** Clearly darker than the skin. */
  readonly dark: boolean
}

/** Rays from the forehead up and from the temples outwards. Hair is what lies between these shares of their length. */
const UP = [103, 67, 109, 10, 338, 297, 332] as const
const OUT = [162, 127, 389, 356] as const
const ON_RAY = [0.45, 0.6, 0.75] as const
/** Shorter rays, in heights of the face, tell nothing. */
const MIN_RAY = 0.06
/** Hues nearer than this are the same. */
const SAME = 0.1

export function likenessOf(scene: Scene, face: SceneFace): Likeness {
  const { mesh } = face
  const size = faceHeightOf(face)
  const [top, chin, middle] = [mesh[FOREHEAD]!, mesh[MESH.chin]!, mesh[NOSE.root]!]
  const up = { x: (top.x - chin.x) / size, y: (top.y - chin.y) / size }
  const skinTone = skinToneOf(face, scene)
  const skin = hueOf(skinTone)
  const onCrown = UP.flatMap((index) => pointsOnRay(scene, mesh[index]!, up, size))
  const atTemples = OUT.flatMap((index) => {
    const side = (mesh[index]!.x - middle.x) * -up.y + (mesh[index]!.y - middle.y) * up.x > 0 ? 1 : -1
    return pointsOnRay(scene, mesh[index]!, { x: -up.y * side, y: up.x * side }, size)
  })
  const [crown, temples] = [onCrown, atTemples].map((points) =>
    points.map((point) => photoColour(scene, point, 0.008 * size)),
  ) as [Rgb[], Rgb[]]
  const kindOf = (colour: Rgb): 'hair' | 'skin' | 'unclear' => {
    const brightness = lumaOf(...colour) / Math.max(1, lumaOf(...skinTone))
    const [, warm, red] = hueOf(colour)
    // Brighter than skin is its shine, unless it is colourless: then it is white hair.
    if (brightness > 1.03) return red < 0.3 * skin[2] ? 'hair' : 'unclear'
    return brightness < 0.45 || lengthOf(warm - skin[1], red - skin[2]) > SAME ? 'hair' : 'skin'
  }
  const isHair = (colour: Rgb): boolean => kindOf(colour) === 'hair'
  const hair = [...crown, ...temples].filter(isHair).toSorted((a, b) => lumaOf(...a) - lumaOf(...b))
  const dark = hair.length > 0 && lumaOf(...hair[hair.length >> 1]!) < 0.72 * lumaOf(...skinTone)
  const clear = crown.filter((colour) => kindOf(colour) !== 'unclear')
  // A ruddy scalp has a hue of its own, but no strands.
  const scalp =
    !dark &&
    roughnessOf(scene, onCrown, size) <
      SCALP * Math.max(MIN_ROUGHNESS, roughnessOf(scene, pointsOf(face, MESH.cheeks), size))
  const bald = scalp || hair.length === 0 || clear.filter(isHair).length < 0.4 * clear.length
  const strands = scalp ? [] : hair
  const tones =
    strands.length > 0 ? [0.15, 0.5, 0.85].map((share) => hueOf(strands[Math.floor(share * strands.length)]!)) : []
  const lit = Math.max(1, lumaOf(...skinTone))
  const toSkin: Likeness['toSkin'] = (r, g, b, bias = 0) => {
    // Asked for every pixel of a head: without making arrays.
    const luma = Math.max(12, lumaOf(r, g, b))
    const light = LOGARITHMS[Math.round(luma)]!
    const [warm, red] = [warmth(r, b, luma), redness(r, g, luma)]
    let other = 0.5
    for (let k = 0; k < tones.length; k++) other = Math.min(other, distance(light, warm, red, tones[k]!))
    return smoothstep(-0.06, 0.06, other - distance(light, warm, red, skin) - bias)
  }
  const shaded: Likeness['shaded'] = (r, g, b) => {
    const plain = lumaOf(r, g, b)
    const [warm, red] = [warmth(r, b, Math.max(12, plain)), redness(r, g, Math.max(12, plain))]
    const luma = plain / lit
    const hue = smoothstep(0.55, 0.75, Math.min(warm / Math.max(0.05, skin[1]), red / Math.max(0.05, skin[2])))
    return hue * smoothstep(0.12, 0.22, luma) * smoothstep(1.1, 1, luma)
  }
  return { toSkin, shaded, bald, scalp, dark }
}

/** On the way from a point of the face to where the subject ends. */
function pointsOnRay(scene: Scene, from: Point, { x, y }: Point, size: number): Point[] {
  const { width, height, subject } = scene
  let length = 0
  for (; length < size; length += 2) {
    const [px, py] = [Math.floor(from.x + x * length), Math.floor(from.y + y * length)]
    if (px < 0 || py < 0 || px >= width || py >= height || subject[py * width + px]! < 0.8) break
  }
  if (length < MIN_RAY * size) return []
  return ON_RAY.map((share) => ({ x: from.x + x * length * share, y: from.y + y * length * share }))
}

/** A crown that is less rough than the cheeks, by this factor, is bare. */
const SCALP = 0.8
/** Blurred photos have no roughness to compare with. */
const MIN_ROUGHNESS = 0.012

/** How much brightness varies within strands' widths around these points, by the middle one of them. */
function roughnessOf({ luma, width, height }: Scene, points: readonly Point[], size: number): number {
  const step = Math.max(1, Math.round(0.01 * size))
  const found = points.map(({ x, y }) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    let [sum, count] = [0, 1e-6]
    for (let py = row - 3 * step; py <= row + 3 * step; py++) {
      for (let px = column - 3 * step; px <= column + 3 * step; px++) {
        if (px < step || py < step || px >= width - step || py >= height - step) continue
        const i = py * width + px
        sum += Math.abs(2 * luma[i]! - luma[i - step]! - luma[i + step]!)
        sum += Math.abs(2 * luma[i]! - luma[i - step * width]! - luma[i + step * width]!)
        count += 1
      }
    }
    return sum / count
  })
  return found.toSorted((a, b) => a - b)[found.length >> 1] ?? 0
}

type Hue = readonly [luma: number, warm: number, red: number]

const LOGARITHMS = Float32Array.from({ length: 256 }, (_, luma) => 0.28 * Math.log(Math.max(1, luma)))

/** Brightness counts little, because of shadows; redness much, because hair has less of it than skin. */
function hueOf([r, g, b]: Rgb): Hue {
  const luma = Math.max(12, lumaOf(r, g, b))
  return [LOGARITHMS[Math.round(luma)]!, warmth(r, b, luma), redness(r, g, luma)]
}

const warmth = (r: number, b: number, luma: number): number => 0.55 * ((r - b) / luma)
const redness = (r: number, g: number, luma: number): number => 1.1 * ((r - g) / luma)

function distance(luma: number, warm: number, red: number, from: Hue): number {
  const x = luma - from[0]
  const y = warm - from[1]
  const z = red - from[2]
  return Math.sqrt(x * x + y * y + z * z)
}
