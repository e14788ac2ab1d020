/** The frame of the chosen face; refuses heads that are turned too far and points that make no sense. */
import type { Face } from '../detect/faces/find-faces.js'
import { eyeMiddles, MESH } from '../detect/faces/mesh.js'
import { type FaceFrame, frameOf, type KeyPoints, toFace } from './frame.js'
import { refusal } from './refusals.js'

export interface Pose {
  /** Upright; then, for photos that end too soon to be turned that far, with some of the roll that is permitted. */
  readonly frames: readonly [FaceFrame, ...FaceFrame[]]
  /** With all of its roll, for formats that forbid turning the picture. */
  readonly asTaken: FaceFrame
  /** The head's own roll, even where the picture is not rotated. */
  readonly rollDegrees: number
  /** How far the nose is from the middle of the eyes, relative to their distance: 0 straight ahead. */
  readonly turn: number
  /** How much more of one side of the face is seen than of the other, relative to its width: 0 straight ahead. */
  readonly asymmetry: number
}

const MAX_ROLL_DEGREES = 25
/** What may stay of a roll, in degrees: ISO 19794-5 permits 8. */
const PERMITTED_ROLL = [1.5, 3, 4.5, 6, 7.5]
const MAX_TURN = 0.3
const MAX_ASYMMETRY = 0.28
/** Eyes to chin, relative to the eye distance. */
const PLAUSIBLE = { min: 1.5, max: 2.3 }

export function poseOf(face: Face): Pose {
  const found = [pupilPoints(face), eyeCornerPoints(face)].map((points) => ({ points, frame: frameOf(points) }))
  // Where the iris network was misled, for example by a reflection, the corners of the eyes still show where they are.
  const best = found.find(({ frame }) => isPlausible(frame)) ?? found[0]!
  const rollDegrees = (best.frame.roll * 180) / Math.PI
  const turn = Math.abs(toFace(best.frame, face.mesh[MESH.noseTip]!).u) / best.frame.eyeDistance
  const [right, left] = [MESH.rightCheek, MESH.leftCheek].map((point) => toFace(best.frame, face.mesh[point]!).u)
  const asymmetry = Math.abs(left! + right!) / (left! - right!)
  if (Math.abs(rollDegrees) > MAX_ROLL_DEGREES || turn > MAX_TURN || asymmetry > MAX_ASYMMETRY) {
    throw refusal('pose', ': look straight into the camera and hold the head upright')
  }
  if (!isPlausible(best.frame)) throw refusal('no_face', ' with recognisable eyes and chin: use a photo from the front')
  const keeping = (degrees: number): FaceFrame => frameOf(best.points, (degrees * Math.PI) / 180)
  const kept = PERMITTED_ROLL.filter((degrees) => degrees < Math.abs(rollDegrees))
  const frames = [best.frame, ...kept.map((degrees) => keeping(Math.sign(rollDegrees) * degrees))] as const
  return { frames, asTaken: keeping(rollDegrees), rollDegrees, turn, asymmetry }
}

const isPlausible = ({ chin, eyeDistance }: FaceFrame): boolean =>
  chin / eyeDistance >= PLAUSIBLE.min && chin / eyeDistance <= PLAUSIBLE.max

const pupilPoints = ({ pupils, mesh }: Face): KeyPoints => ({
  leftEye: pupils.left,
  rightEye: pupils.right,
  chin: mesh[MESH.chin]!,
})

const eyeCornerPoints = ({ mesh }: Face): KeyPoints => {
  const { left, right } = eyeMiddles(mesh)
  return { leftEye: left, rightEye: right, chin: mesh[MESH.chin]! }
}
