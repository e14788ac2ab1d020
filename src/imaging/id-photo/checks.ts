/** Everything that may be wrong with a finished photo, one line per warning. Nothing here is an error. */
import type { Colour } from '../../catalog/colour.js'
import { type IdPhotoSpec, isAllowedBackground } from '../../catalog/id-photo-formats.js'
import type { Warning } from '../../catalog/id-photo-warnings.js'
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { Cutout, Photo } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import { hasCloseCap } from './close-cap.js'
import { areEyesClosed } from './closed-eyes.js'
import type { Crown } from './crown.js'
import { faceLight, lightBalance } from './face-light.js'
import type { Fit } from './fit.js'
import { type FaceFrame, type FacePoint, toFace } from './frame.js'
import { hasHand, hasHatOrHand } from './hands.js'
import { areEyesHidden } from './hidden-eyes.js'
import { isMouthOpen } from './mouth.js'
import { breaksRule } from './plan.js'
import type { PortraitMatte } from './portrait-matte.js'
import type { Pose } from './pose.js'
import { MAX_SCALE } from './size.js'

export interface Evidence {
  readonly spec: IdPhotoSpec
  readonly background: Colour
  readonly photo: Photo
  readonly face: Face
  readonly pose: Pose
  readonly frame: FaceFrame
  readonly crown: Crown
  readonly person: PortraitMatte
  /** Something beside the head may not be the person's. */
  readonly residue: boolean
  readonly skinColour: boolean
  readonly fit: Fit
  /** At the nominal size. */
  readonly result: Cutout
  /** Undefined where the face is too small to measure it. */
  readonly sharpness: number | undefined
}

const MAX_TILT_DEGREES = 8
/** Stricter where some of it stays visible, and most of all where the authority forbids to rotate the picture. */
const MAX_KEPT_DEGREES = 5
const MAX_UNCORRECTED_TILT_DEGREES = 2
const MAX_TURN = 0.18
const MAX_ASYMMETRY = 0.2
/** Of eyes and cheeks, relative to the width of the picture: ISO 19794-5 permits 5 % to each side. */
const MAX_OFF_CENTRE = 0.05
// The softest of 20 sharp portraits has 161; blurred by 1.5 of the 200 pixels across a face, all have less than 30.
const MIN_SHARPNESS = 30
const MAX_LOST_SHARE = 0.05
// Of 22 faces all have more, the darkest ones among them; at 45 % of their brightness none has.
const MIN_LIT_SHARE = 0.005
// Of 105 portraits none is outside: they have 0.68 to 1.49.
const LIGHT_BALANCE = [0.65, 1.55] as const
/** From this alpha on hair is seen; at a side, along so much of the height. */
const HAIR = 96
const MAX_SIDE_CUT = 0.01

/** In alphabetical order, so that the same photo always gives the same list. */
export function findWarnings(evidence: Evidence): Warning[] {
  const failing = { ...geometryChecks(evidence), ...faceChecks(evidence), ...policyChecks(evidence) }
  return (Object.keys(failing) as Warning[]).filter((code) => failing[code]).sort()
}

type Checks<W extends Warning> = Record<W, boolean>

function geometryChecks({ spec, photo, face, person, pose, frame, crown, residue, fit, result }: Evidence) {
  const u = (point: number): number => toFace(frame, face.mesh[point]!).u
  const faceWidthMm = ((u(MESH.leftCheek) - u(MESH.rightCheek)) * fit.scale * spec.width_mm) / spec.width_px
  const cheeks = (u(MESH.leftCheek) + u(MESH.rightCheek)) / 2
  const offCentre = [0, cheeks].map((at) => Math.abs(fit.eyes.x + at * fit.scale - spec.width_px / 2))
  const tilt = Math.abs(pose.rollDegrees)
  const kept = Math.abs(pose.rollDegrees - (frame.roll * 180) / Math.PI)
  return {
    head_tilted:
      tilt > MAX_TILT_DEGREES || kept > (spec.rotate === false ? MAX_UNCORRECTED_TILT_DEGREES : MAX_KEPT_DEGREES),
    head_turned: pose.turn > MAX_TURN || pose.asymmetry > MAX_ASYMMETRY,
    off_centre: Math.max(...offCentre) > MAX_OFF_CENTRE * spec.width_px,
    head_width: spec.head_width_mm !== null && isOutside(faceWidthMm, spec.head_width_mm),
    low_resolution: fit.scale > MAX_SCALE + 0.01,
    hat_or_hand: hasHatOrHand(photo, frame, crown) || hasCloseCap(photo, frame) || hasHand(photo, face, frame, person),
    background_residue: residue,
    geometry_relaxed: breaksRule(fit, spec) || fit.hairCut || isHairAtEdge(result, fit, frame),
  } satisfies Partial<Checks<Warning>>
}

/** Whether an edge cuts hair, or nearly does. Below the mouth, long hair may leave the picture as shoulders do. */
function isHairAtEdge({ width, height, alpha }: Cutout, { eyes, scale }: Fit, { chin }: FaceFrame): boolean {
  const mouth = Math.min(height, Math.round(eyes.y + 0.6 * chin * scale))
  let [above, left, right] = [0, 0, 0]
  for (let x = 0; x < width; x++) if (alpha[x]! >= HAIR || alpha[width + x]! >= HAIR) above += 1
  for (let y = 0; y < mouth; y++) {
    if (alpha[y * width]! >= HAIR || alpha[y * width + 1]! >= HAIR) left += 1
    if (alpha[(y + 1) * width - 1]! >= HAIR || alpha[(y + 1) * width - 2]! >= HAIR) right += 1
  }
  return above > 0 || Math.max(left, right) > MAX_SIDE_CUT * height
}

function faceChecks({ photo, face, frame, fit, result, sharpness, skinColour }: Evidence) {
  const at = (point: number): FacePoint => toFace(frame, face.mesh[point]!)
  const toResult = ({ u, v }: FacePoint): Point => ({ x: fit.eyes.x + u * fit.scale, y: fit.eyes.y + v * fit.scale })
  const { tooDark, tooBright, lit } = faceLight(result, MESH.oval.map(at).map(toResult))
  return {
    eyes_hidden: areEyesHidden(photo, face),
    eyes_closed: areEyesClosed(photo, face, frame.chin),
    mouth_open: isMouthOpen(photo, face, frame.chin),
    skin_colour: !skinColour,
    blurred: sharpness !== undefined && sharpness < MIN_SHARPNESS,
    exposure: tooDark >= MAX_LOST_SHARE || tooBright >= MAX_LOST_SHARE || lit < MIN_LIT_SHARE,
    uneven_light: isOutside(lightBalance(photo, face), LIGHT_BALANCE),
  } satisfies Partial<Checks<Warning>>
}

function policyChecks({ spec, background }: Evidence) {
  return {
    background_not_allowed: !isAllowedBackground(spec, background),
    authority_refuses_edits: spec.edited_background_policy === 'rejected',
    certified_only: spec.edited_background_policy === 'in_person_or_certified',
  } satisfies Partial<Checks<Warning>>
}

const isOutside = (value: number, [min, max]: readonly [number, number]): boolean => value < min || value > max
