/** Hands that show: one before or beside the face, and whatever is on top of the head that is not hair. */
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import { crossingsAt } from '../raster/crossings.js'
import type { Lab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import type { Crown } from './crown.js'
import { type FaceFrame, toFace, toPhoto } from './frame.js'
import { labAt, quantileOf } from './lightness-at.js'
import { alphaAt, OPAQUE, type PortraitMatte } from './portrait-matte.js'

/** In face lengths (eyes to chin): beside the lower half of the face, above the shoulders. */
const ROWS = { from: 0.45, to: 1 }
const STEP = 0.03
/** In eye distances: from so far beside the face to so far; the neck is no hand. */
const BESIDE = { from: 0.15, to: 1 }
const NECK = { below: 0.75, half: 1 }
/** How near to the colour of the cheeks a hand is: hair and clothes seldom are. */
const SKIN = { ab: 9, darker: 22, lighter: 14 }
/** In squared face lengths. Of 105 portraits without hands the most has 0.032, blond hair; a hand on the chin has 0.167. */
const MIN_HAND = 0.05

export const hasHand = (photo: Photo, face: Face, frame: FaceFrame, matte: PortraitMatte): boolean =>
  skinBeside(photo, face, frame, matte) > MIN_HAND

function skinBeside(photo: Photo, { mesh }: Face, frame: FaceFrame, matte: PortraitMatte): number {
  const { chin, eyeDistance } = frame
  const oval = MESH.oval.map((point) => toFace(frame, mesh[point]!)).map(({ u, v }) => ({ x: u, y: v }))
  const [l, a, b] = medianOf(MESH.cheeks.map((point) => labAt(photo, mesh[point]!)))
  const isSkin = ([lightness, ...ab]: Lab): boolean =>
    lightness > l - SKIN.darker && lightness < l + SKIN.lighter && Math.hypot(ab[0] - a, ab[1] - b) < SKIN.ab
  let cells = 0
  for (let v = ROWS.from * chin; v < ROWS.to * chin; v += STEP * chin) {
    const crossings = crossingsAt(oval, v)
    const neck = v > NECK.below * chin ? NECK.half * eyeDistance : 0
    const [left, right] = [Math.min(-neck, ...crossings), Math.max(neck, ...crossings)]
    for (let beside = BESIDE.from * eyeDistance; beside < BESIDE.to * eyeDistance; beside += STEP * chin) {
      for (const u of [left - beside, right + beside]) {
        if (alphaAt(matte, { u, v }) >= OPAQUE && isSkin(labAt(photo, toPhoto(frame, { u, v })))) cells += 1
      }
    }
  }
  return cells * STEP ** 2
}

/** In face lengths: more than tall hair, and of what is compared, how far from its edges. */
const TALL = 1.45
const INSET = 0.05
const DEPTH = 0.2
/** In eye distances. */
const COLUMNS = [-0.3, -0.15, 0, 0.15, 0.3]
const OTHER_COLOUR = 25

/** Hair is of one colour, however tall it is. */
export function hasHatOrHand(photo: Photo, frame: FaceFrame, { rho, cutAtNeck, hair, wisps }: Crown): boolean {
  if (!cutAtNeck && rho <= TALL) return false
  const colourFrom = (v: number): Lab =>
    medianOf(
      [INSET, INSET + DEPTH / 2, INSET + DEPTH].flatMap((down) =>
        COLUMNS.map((u) => labAt(photo, toPhoto(frame, { u: u * frame.eyeDistance, v: v + down * frame.chin }))),
      ),
    )
  const [above, below] = [colourFrom(wisps), colourFrom(cutAtNeck ? hair : -frame.chin)]
  return Math.hypot(above[0] - below[0], above[1] - below[1], above[2] - below[2]) > OTHER_COLOUR
}

const medianOf = (colours: readonly Lab[]): Lab =>
  [0, 1, 2].map((i) =>
    quantileOf(
      colours.map((lab) => lab[i]!),
      0.5,
    ),
  ) as [number, number, number]
