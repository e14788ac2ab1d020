/**
 * A last look at a finished photo, by measurement: the face is found again where it was put. What fails here is refused,
 * and not delivered with a warning.
 */
import type { Face, FindFaces, KnownPlace } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { Cutout } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import type { Fit } from './fit.js'
import { type FaceFrame, frameOf, toFace } from './frame.js'
import { refusal } from './refusals.js'

/** Of the result's height, and in degrees: how far from the plan the face may be found. */
const MAX_SHIFT = 0.03
const MAX_LENGTH_ERROR = 0.08
const MAX_ROLL_ERROR = 3

export interface Finished {
  readonly face: Face
  readonly result: Cutout
  readonly frame: FaceFrame
  readonly fit: Fit
  /** How much of the head's own roll was kept, in degrees. */
  readonly keptRoll: number
}

export async function lastLook(finished: Finished, findFaces: FindFaces): Promise<void> {
  const [face] = await findFaces(finished.result, { known: placeOf(finished) })
  if (!face) throw refusal('no_face', ' in the finished photo: use a sharper photo with more light')
  if (!isInPlace(face, finished)) {
    throw refusal('geometry', ': the face was not found where it belongs; use a photo from the front with even light')
  }
}

/** Where the face of the photo was put. */
function placeOf({ face: { box, mesh }, frame, fit }: Finished): KnownPlace {
  const inResult = (at: Point): Point => {
    const { u, v } = toFace(frame, at)
    return { x: fit.eyes.x + u * fit.scale, y: fit.eyes.y + v * fit.scale }
  }
  const { x, y } = inResult({ x: box.left + box.width / 2, y: box.top + box.height / 2 })
  const [width, height] = [box.width * fit.scale, box.height * fit.scale]
  return {
    box: { left: x - width / 2, top: y - height / 2, width, height },
    mesh: mesh.map(inResult),
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
