/**
 * A last look at a finished photo, by measurement: the face is found again where it was put, and no haze is left around the
 * person. What fails here is refused, and not delivered with a warning.
 */
import type { Face, FindFaces } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { Cutout } from '../raster/picture.js'
import { type FaceFrame, frameOf } from './frame.js'
import { refusal } from './refusals.js'
import { hazeArea } from './soft-edges.js'
import type { Fit } from './solve.js'

// Haze farther than this from the person, in face lengths, and how much of it there may be: curls have up to 0.003, a crown
// of hair that the network could not tell from a dim background has 0.017.
const HAZE_FROM = 0.05
const MAX_HAZE = 0.01
/** Of the result's height, and in degrees: how far from the plan the face may be found. */
const MAX_SHIFT = 0.03
const MAX_LENGTH_ERROR = 0.08
const MAX_ROLL_ERROR = 3

export interface Finished {
  readonly result: Cutout
  readonly frame: FaceFrame
  readonly fit: Fit
  /** How much of the head's own roll was kept, in degrees. */
  readonly keptRoll: number
}

export async function lastLook(finished: Finished, findFaces: FindFaces): Promise<void> {
  const { result, frame, fit } = finished
  const length = frame.chin * fit.scale
  if (hazeArea(result, HAZE_FROM * length) > MAX_HAZE * length ** 2) {
    throw refusal('residue', ': hair and background could not be told apart; use a plain background in another colour')
  }
  const [face] = await findFaces(result)
  if (!face) throw refusal('no_face', ' in the finished photo: use a sharper photo with more light')
  if (!isInPlace(face, finished)) {
    throw refusal('geometry', ': the face was not found where it belongs; use a photo from the front with even light')
  }
}

function isInPlace({ pupils, mesh }: Face, { result, frame, fit, keptRoll }: Finished): boolean {
  const { height } = result
  const found = frameOf({ leftEye: pupils.left, rightEye: pupils.right, chin: mesh[MESH.chin]! })
  const shift = Math.hypot(found.middle.x - fit.eyes.x, found.middle.y - fit.eyes.y) / height
  const length = Math.abs(found.chin - frame.chin * fit.scale) / height
  const roll = Math.abs((found.roll * 180) / Math.PI - keptRoll)
  return shift <= MAX_SHIFT && length <= MAX_LENGTH_ERROR && roll <= MAX_ROLL_ERROR
}
