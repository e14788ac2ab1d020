/**
 * The beard as a drawn shape: the mesh says where moustache, chin beard and whiskers lie, and the photo whether the
 * sitter wears them. A part is there when it is darker or greyer than the skin, on both sides of the face: what is dark
 * on one side only is a shadow.
 */

import { blur } from '../../raster/blur.js'
import type { Point } from '../../raster/point.js'
import { lumaOf, type Rgb, smoothstep } from '../canvas.js'
import { fillPolygon } from '../polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import { JAW, LIPS, pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import { photoColour } from './skin-tone.js'

export interface Beard {
  /** 0..1 */
  readonly cover: Float32Array
  readonly tone: Rgb
}

interface Part {
  /** Pairs of points, mirrored: hair on one side alone does not count. */
  readonly samples: readonly (readonly [right: number, left: number])[]
  readonly outline: readonly number[]
}

const MOUSTACHE: Part = {
  samples: [
    [92, 322],
    [165, 391],
    [167, 393],
    [40, 270],
    [39, 269],
  ],
  outline: [57, 186, 92, 165, 167, 164, 393, 391, 322, 410, 287, ...LIPS.upperOuter.toReversed()],
}
const CHIN: Part = {
  samples: [
    [83, 313],
    [201, 421],
    [208, 428],
    [171, 396],
  ],
  outline: [57, ...LIPS.lowerOuter, 287, 432, 434, 364, 379, 378, 400, 377, 152, 148, 176, 149, 150, 135, 214, 212],
}
const WHISKERS: Part = {
  samples: [
    [215, 435],
    [138, 367],
    [192, 416],
    [213, 433],
    [177, 401],
    [135, 364],
  ],
  outline: [...JAW, 366, 401, 433, 434, 432, 418, 421, 200, 201, 194, 212, 214, 213, 177, 137],
}
/** How much darker than the skin, or poorer in colour, hair on it begins to count and counts fully. */
const DARKER = [0.4, 0.55] as const
const GREYER = [0.25, 0.5] as const
/** Brighter than the skin by this factor, it is shine. */
const SHINE = [1.12, 1] as const
const WORN = 0.45

export function beardOf(face: SceneFace, scene: Scene, skin: Rgb): Beard | undefined {
  const size = faceHeightOf(face)
  const isWorn = ({ samples }: Part): boolean => {
    const hairy = samples.map((pair) => Math.min(...pair.map((i) => hairiness(scene, face.mesh[i]!, size, skin))))
    return hairy.reduce((sum, value) => sum + value, 0) / samples.length > WORN
  }
  const chin = isWorn(CHIN)
  // Jaws lie in shade: only next to a beard on the chin is that hair, and then there is a moustache, too.
  const full = chin && isWorn(WHISKERS)
  const lip = full || isWorn(MOUSTACHE) || isThin(face, scene, size)
  const worn = [...(full ? [WHISKERS] : []), ...(chin ? [CHIN] : []), ...(lip ? [MOUSTACHE] : [])]
  if (worn.length === 0) return undefined
  const { width, height } = scene
  const cover = new Float32Array(width * height)
  for (const { outline } of worn) fillPolygon(cover, width, height, pointsOf(face, outline))
  const soft = blur(cover, width, height, 0.012 * size)
  for (let i = 0; i < soft.length; i++) soft[i] = smoothstep(0.35, 0.6, soft[i]!)
  return { cover: soft, tone: toneOf(scene, worn, face, size) }
}

/** Over the upper lip, from the corners of the mouth inwards, and beside it on the cheeks. */
const LIP = [
  [92, 165, 205],
  [322, 391, 425],
] as const
/** A thin moustache leaves this share of the cheek's light, on either side. */
const THIN = 0.8

/** Thin moustaches and those on dark skin are a shade darker than the cheek beside them, no more. */
function isThin(face: SceneFace, scene: Scene, size: number): boolean {
  const light = (index: number, radius: number): number =>
    lumaOf(...photoColour(scene, face.mesh[index]!, radius * size))
  return LIP.every(([corner, inner, cheek]) =>
    [corner, inner].every((at) => light(at, 0.006) < THIN * Math.max(8, light(cheek, 0.02))),
  )
}

function hairiness(scene: Scene, point: Point, size: number, skin: Rgb): number {
  const [r, g, b] = photoColour(scene, point, 0.01 * size)
  const [luma, lit] = [lumaOf(r, g, b), lumaOf(...skin)]
  const darker = smoothstep(...DARKER, 1 - luma / Math.max(8, lit))
  const greyer = smoothstep(...GREYER, 1 - (r - b) / Math.max(8, luma) / Math.max(0.15, (skin[0] - skin[2]) / lit))
  return Math.max(darker, greyer * smoothstep(...SHINE, luma / Math.max(8, lit)))
}

/** The middle one by brightness of what was looked at. */
function toneOf(scene: Scene, worn: readonly Part[], face: SceneFace, size: number): Rgb {
  const colours = worn
    .flatMap(({ samples }) => samples.flat())
    .map((i) => photoColour(scene, face.mesh[i]!, 0.01 * size))
    .toSorted((a, b) => lumaOf(...a) - lumaOf(...b))
  return colours[colours.length >> 1]!
}
