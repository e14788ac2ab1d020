/**
 * Matte and face → where everything goes on an ID photo. Arithmetic only: nothing is drawn yet.
 *
 * Heads are set upright. A photo that ends too soon to be turned that far may keep a part of the roll that is permitted;
 * so may one that would have to break a rule of the authority otherwise.
 */

import { AppError } from '../../base/errors.js'
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { Size } from '../raster/picture.js'
import { findContact, refuseCutHead } from './border-contact.js'
import { keepPerson, type PersonMatte } from './clean-matte.js'
import { type Crown, findCrown } from './crown.js'
import { type FaceFrame, toFace } from './frame.js'
import { placePhoto } from './place.js'
import { samplePortrait } from './portrait-matte.js'
import type { Pose } from './pose.js'
import type { Fit } from './solve.js'

export interface IdPhotoPlan {
  readonly frame: FaceFrame
  readonly person: PersonMatte
  readonly crown: Crown
  readonly fit: Fit
}

type Mesh = Pick<Face, 'mesh'>

export function planIdPhoto(
  size: Size,
  alpha: Uint8Array,
  face: Mesh,
  { frames }: Pick<Pose, 'frames'>,
  spec: IdPhotoSpec,
): IdPhotoPlan {
  const plans: IdPhotoPlan[] = []
  const refusals: AppError[] = []
  for (const frame of frames) {
    try {
      const plan = planInFrame(size, alpha, face, frame, spec)
      if (!breaksRule(plan.fit, spec)) return plan
      plans.push(plan)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals.push(error)
    }
  }
  if (plans[0]) return plans[0]
  throw refusals[0]
}

function planInFrame(size: Size, alpha: Uint8Array, face: Mesh, frame: FaceFrame, spec: IdPhotoSpec): IdPhotoPlan {
  const { width, height } = size
  const person = keepPerson(samplePortrait({ width, height, alpha }, frame), frame)
  const contact = findContact(person, frame, size)
  const crown = findCrown(person, frame, contact)
  refuseCutHead(contact, frame, crown.hair)
  return { frame, person, crown, fit: placePhoto(person, frame, crown, contact, centreOf(face, frame), spec) }
}

/** Between the middle of the eyes and that of the cheeks: a head that is turned a little has them in different places. */
function centreOf({ mesh }: Mesh, frame: FaceFrame): number {
  const u = (point: number): number => toFace(frame, mesh[point]!).u
  return (u(MESH.rightCheek) + u(MESH.leftCheek)) / 4
}

/** One of the authority: others are our own tolerances. */
export const breaksRule = ({ relaxed }: Fit, { top_margin, eye_line_official }: IdPhotoSpec): boolean =>
  (relaxed.includes('top_margin') && top_margin?.official === true) ||
  (relaxed.includes('eye_line') && eye_line_official)
