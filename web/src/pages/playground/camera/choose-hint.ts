/** Numbers → the one thing to do next: what keeps a photo from being made comes first, then light, place and face. */
import type { FaceMeasures, FrameLook } from '../../../api/types.js'
import type { SittingGuide, Size } from './sitting-guide.js'

export type Hint =
  | 'noFace'
  | 'severalFaces'
  | 'moreLight'
  | 'lessLight'
  | 'lightFromFront'
  | 'nearer'
  | 'farther'
  | 'middle'
  | 'upright'
  | 'straight'
  | 'showEyes'
  | 'openEyes'
  | 'closeMouth'
  | 'good'

const REFUSALS: Readonly<Record<string, Hint>> = {
  several_faces: 'severalFaces',
  face_too_small: 'nearer',
  pose: 'straight',
}

// Somewhat stricter than the warnings about a finished photo, so that it has none.
const MAX_TILT_DEGREES = 5
const MAX_TURN = 0.15
const MAX_ASYMMETRY = 0.17
const LIGHT_BALANCE = { min: 0.7, max: 1.43 }
const MAX_LOST_SHARE = 0.04
/** By the lightest places, not by the face: skin may be dark in good light. */
const MIN_HIGHLIGHTS = 100
/** Relative to the size that the format wants: the finished photo is scaled. */
const HEAD = { min: 0.8, max: 1.18 }
/** Relative to the window. */
const MAX_OFF_CENTRE = 0.09

/** Without a guide, because no format is chosen, place and size do not matter. */
export function chooseHint(look: FrameLook, guide: SittingGuide | undefined, picture: Size): Hint {
  if ('refused' in look) return REFUSALS[look.refused] ?? 'noFace'
  const { face } = look
  const { tooDark, tooBright, balance, highlights } = face.light
  if (tooDark > MAX_LOST_SHARE || highlights < MIN_HIGHLIGHTS) return 'moreLight'
  const place = guide && placeHint(face, guide, picture)
  if (place) return place
  if (Math.abs(face.rollDegrees) > MAX_TILT_DEGREES) return 'upright'
  if (face.turn > MAX_TURN || face.asymmetry > MAX_ASYMMETRY) return 'straight'
  if (face.eyesHidden) return 'showEyes'
  if (face.eyesClosed) return 'openEyes'
  if (face.mouthOpen) return 'closeMouth'
  if (tooBright > MAX_LOST_SHARE) return 'lessLight'
  if (balance < LIGHT_BALANCE.min || balance > LIGHT_BALANCE.max) return 'lightFromFront'
  return 'good'
}

function placeHint({ eyes, head }: FaceMeasures, guide: SittingGuide, picture: Size): Hint | undefined {
  const size = (head * picture.height) / guide.skull
  if (size < HEAD.min) return 'nearer'
  if (size > HEAD.max) return 'farther'
  const across = Math.abs(eyes.x * picture.width - guide.oval.x) / guide.window.width
  const down = Math.abs(eyes.y * picture.height - guide.eyes) / guide.window.height
  return Math.max(across, down) > MAX_OFF_CENTRE ? 'middle' : undefined
}
