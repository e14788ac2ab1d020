/**
 * Before the shutter: a small frame of a camera in, numbers out, by the same measures as the finished photo. Without a
 * matte, which would take ten times as long, the top of the head is only estimated.
 */
import { AppError } from '../../base/errors.js'
import { decodePhoto } from '../codec/decode.js'
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { FaceHintsJob, FaceMeasures, FrameLook } from '../job.js'
import type { Photo } from '../raster/picture.js'
import type { Operation, Tools } from '../tools.js'
import { chooseFace } from './choose-face.js'
import { areEyesClosed } from './closed-eyes.js'
import { faceLight, lightBalance } from './face-light.js'
import { areEyesHidden } from './hidden-eyes.js'
import { quantileOf } from './lightness-at.js'
import { isMouthOpen } from './mouth.js'
import { poseOf } from './pose.js'

/** Faces are found in less; a larger frame would only take longer. */
const MAX_SIDE = 640
/** The lightest places of a frame are lighter than this share of it. */
const HIGHLIGHTS = 0.98
/** Every so many pixels one is enough to know how light a frame is. */
const STEP = 31

export const runFaceHints: Operation<FaceHintsJob, Pick<Tools, 'findFaces' | 'limits'>> = async (
  _job,
  { input },
  { findFaces, limits },
  timed,
) => {
  const frame = await timed('decode', () => decodePhoto(input, { ...limits, maxSide: MAX_SIDE }))
  const faces = await timed('infer', () => findFaces(frame))
  return { look: lookAt(frame, faces) }
}

function lookAt(frame: Photo, faces: readonly Face[]): FrameLook {
  try {
    return { face: measure(frame, chooseFace(faces, frame.height)) }
  } catch (error) {
    if (error instanceof AppError && error.reason !== undefined) return { refused: error.reason }
    throw error
  }
}

function measure(frame: Photo, face: Face): FaceMeasures {
  const { frames, rollDegrees, turn, asymmetry } = poseOf(face)
  const { middle, chin, skull } = frames[0]
  const { tooDark, tooBright } = faceLight(
    frame,
    MESH.oval.map((point) => face.mesh[point]!),
  )
  return {
    eyes: { x: middle.x / frame.width, y: middle.y / frame.height },
    head: (chin - skull) / frame.height,
    rollDegrees,
    turn,
    asymmetry,
    eyesClosed: areEyesClosed(frame, face, chin),
    eyesHidden: areEyesHidden(frame, face),
    mouthOpen: isMouthOpen(frame, face, chin),
    light: {
      tooDark,
      tooBright,
      balance: lightBalance(frame, face),
      highlights: quantileOf(
        Array.from({ length: Math.ceil(frame.colour.length / 3 / STEP) }, (_, i) => frame.colour[i * STEP * 3 + 1]!),
        HIGHLIGHTS,
      ),
    },
  }
}
