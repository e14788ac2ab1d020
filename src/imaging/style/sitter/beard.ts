/** Beards and moustaches. Taken for skin they would be lifted, evened and thinned out like a shadow on it. */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import type { Box, Size } from '../../raster/picture.js'
import { lumaOf, lumaPlane, smoothstep } from '../pixels/canvas.js'
import { boxAround, copyPart } from '../pixels/patch.js'
import { drawParts, type Part, partsOf } from './cover-parts.js'
import { BEARD_OUTLINE, BROW_OUTLINES, EYE_OUTLINES, FOREHEAD, MOUSTACHE_OUTLINE, pointsOf } from './face-parts.js'
import { meanColour } from './fill-light.js'

/** In the plane of hair: too short for strokes to follow its strands. */
export const SHORT_HAIR = 0.5

/** By which share a beard is darker than the cheeks, less by how much it is warmer: skin in the shade is both. */
const DARKER = [0.15, 0.32] as const
/** By more than that no shade is. */
const SURELY = [0.4, 0.55] as const
/** In heights of the face: it is broader than a fold, and compared with the cheeks this far around. */
const [BROAD, NEARBY] = [0.016, 0.16]

/** What a face may have of it: 0..1 at every pixel of a part of the picture. */
export interface Beard {
  readonly box: Box
  readonly share: Float32Array
}

/** `size`: the height of the face. */
export function beardOf(
  picture: Size & { readonly colour: Uint8Array },
  { mesh }: Pick<Face, 'mesh'>,
  size: number,
): Beard {
  const box = boxAround(pointsOf({ mesh }, OUTLINES.flat()), Math.ceil(3 * BROAD * size), picture)
  const { width, height } = box
  const colour = copyPart(picture.colour, picture, box, 3)
  const soft = (plane: Float32Array, sigma: number) => blur(plane, width, height, sigma * size)
  const paint = (outlines: readonly Part['outline'][], scale: number) =>
    drawParts(box, [{ mesh }], partsOf(outlines, scale))
  const chin = paint([BEARD_OUTLINE], 1)
  const jaw = paint([BEARD_OUTLINE, MOUSTACHE_OUTLINE], 1)
  const cheeks = paint([MESH.oval], 0.9)
  kernels.multiplyByRest(changed(cheeks), jaw, jaw.length)
  kernels.multiplyByRest(changed(cheeks), paint([...EYE_OUTLINES, ...BROW_OUTLINES], 1.45), jaw.length)
  const luma = lumaPlane(colour)
  const [dark, warm] = [soft(luma, BROAD), soft(redLessBlue(colour), BROAD)]
  kernels.multiplyBy(changed(luma), cheeks, luma.length)
  const [level, weight] = [soft(luma, NEARBY), soft(cheeks, NEARBY)]
  const [red, green, blue] = meanColour(colour, cheeks, cheeks.length)
  const own = (red - blue) / Math.max(1, lumaOf(red, green, blue))
  const darker = darkerThanCheeks({ jaw: jaw.slice(), dark, warm, level, weight }, own)
  const shaded = darker.map((by) => smoothstep(DARKER[0], DARKER[1], by))
  const onBoth = smoothstep(ONE_SIDE[0], ONE_SIDE[1], evenness(shaded, jaw, box, mesh))
  const share = shaded.map((one) => one * onBoth)
  const grown = onChin(share, chin, paint([BEARD_OUTLINE], CORE))
  const surely = (by: number) => smoothstep(SURELY[0], SURELY[1], by)
  return { box, share: share.map((one, i) => one * (chin[i] === 0 ? 1 : Math.max(grown, surely(darker[i]!)))) }
}

const OUTLINES = [MESH.oval, BEARD_OUTLINE, MOUSTACHE_OUTLINE]

function redLessBlue(colour: Uint8Array): Float32Array {
  const plane = new Float32Array(colour.length / 3)
  for (let i = 0, at = 0; i < plane.length; i++, at += 3) plane[i] = (colour[at]! - colour[at + 2]!) / 255
  return plane
}

/** What is dark on one side of a face only is its shade: up to the first share of the other side there is no beard, from the second on all. */
const ONE_SIDE = [0.12, 0.3] as const

/** How much the side with less has, relative to the other; sides of the line from forehead to chin. */
function evenness(share: Float32Array, jaw: Float32Array, { left, top, width }: Box, mesh: Face['mesh']): number {
  const [forehead, chin] = [mesh[FOREHEAD]!, mesh[MESH.chin]!]
  const [sums, areas] = [
    [0, 0],
    [1e-6, 1e-6],
  ]
  for (let i = 0; i < jaw.length; i++) {
    if (jaw[i] === 0) continue
    const [x, y] = [left + (i % width) - chin.x, top + Math.floor(i / width) - chin.y]
    const side = x * (forehead.y - chin.y) > y * (forehead.x - chin.x) ? 1 : 0
    sums[side]! += share[i]!
    areas[side]! += 1
  }
  const [one, other] = [sums[0]! / areas[0]!, sums[1]! / areas[1]!]
  return Math.min(one, other) / Math.max(1e-6, one, other)
}

/** `level` and `weight`: of the cheeks, weighed. In place of the jaw. */
function darkerThanCheeks(
  { jaw, dark, warm, level, weight }: Record<'jaw' | 'dark' | 'warm' | 'level' | 'weight', Float32Array>,
  own: number,
): Float32Array {
  for (let i = 0; i < jaw.length; i++) {
    if (jaw[i] === 0) continue
    const darker = 1 - (dark[i]! * weight[i]!) / Math.max(1e-4, level[i]!)
    const warmer = warm[i]! / Math.max(0.02, dark[i]!) - own
    jaw[i] = weight[i]! < 1e-3 ? 0 : darker - warmer
  }
  return jaw
}

/** The middle of a chin, and how much of the beard there is on it at least: up to the first it is none, from the second on all of it. */
const CORE = 0.5
const GROWN = [0.15, 0.4] as const

/** What lies along the jaw only may be its shade: a beard covers the chin, too. */
function onChin(share: Float32Array, chin: Float32Array, core: Float32Array): number {
  const meanIn = (where: Float32Array): number => {
    let [sum, area] = [0, 1e-6]
    for (let i = 0; i < share.length; i++) {
      sum += share[i]! * where[i]!
      area += where[i]!
    }
    return sum / area
  }
  return smoothstep(GROWN[0], GROWN[1], meanIn(core) / Math.max(1e-6, meanIn(chin)))
}
