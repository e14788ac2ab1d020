/**
 * Matte and face → where everything goes on an ID photo. Arithmetic only: nothing is drawn yet.
 *
 * Heads are set upright. A photo that ends too soon to be turned that far may keep a part of the roll that is permitted;
 * so may one that would have to break a rule of the authority otherwise.
 */

import { AppError } from '../../base/errors.js'
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import { MESH } from '../detect/faces/mesh.js'
import { findContact, refuseCutHead } from './border-contact.js'
import { type Crown, findCrown } from './crown.js'
import type { Fit } from './fit.js'
import { type FaceFrame, toFace } from './frame.js'
import { placePhoto } from './place.js'
import type { Portrait } from './portrait.js'
import { turnPortrait } from './portrait-matte.js'
import { skullOf } from './skull.js'

export interface IdPhotoPlan {
  readonly frame: FaceFrame
  readonly crown: Crown
  readonly fit: Fit
}

export function planIdPhoto(portrait: Portrait, spec: IdPhotoSpec): IdPhotoPlan {
  const frames = spec.rotate === false ? [portrait.pose.asTaken] : portrait.pose.frames
  const plans: IdPhotoPlan[] = []
  const refusals: AppError[] = []
  for (const frame of frames) {
    try {
      const plan = planInFrame(portrait, frame, spec)
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

function planInFrame({ photo, face, person }: Portrait, upright: FaceFrame, spec: IdPhotoSpec): IdPhotoPlan {
  const matte = turnPortrait(person, photo, upright)
  const contact = findContact(matte, upright, photo)
  const crown = findCrown(matte, upright, contact)
  const frame = { ...upright, skull: skullOf(photo, face, upright, crown) }
  refuseCutHead(contact, frame, crown.hair)
  const [right, left] = [MESH.rightCheek, MESH.leftCheek].map((point) => toFace(frame, face.mesh[point]!).u)
  const cheeks = [right!, left!] as const
  return { frame, crown, fit: placePhoto(matte, frame, crown, contact, cheeks, spec) }
}

/** One of the authority: others are our own tolerances. */
export const breaksRule = ({ relaxed }: Fit, { top_margin, eye_line_official }: IdPhotoSpec): boolean =>
  (relaxed.includes('top_margin') && top_margin?.official === true) ||
  (relaxed.includes('eye_line') && eye_line_official)
