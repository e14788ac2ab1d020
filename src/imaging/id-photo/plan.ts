/** Matte and face → where everything goes on an ID photo. Arithmetic only: nothing is drawn yet. */
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import type { Size } from '../raster/picture.js'
import { findContact } from './border-contact.js'
import { keepPerson, type PersonMatte } from './clean-matte.js'
import { type Crown, findCrown } from './crown.js'
import { placePhoto } from './place.js'
import { samplePortrait } from './portrait-matte.js'
import type { Pose } from './pose.js'
import type { Fit } from './solve.js'

export interface IdPhotoPlan {
  readonly person: PersonMatte
  readonly crown: Crown
  readonly fit: Fit
}

export function planIdPhoto(
  { width, height }: Size,
  alpha: Uint8Array,
  { frame }: Pick<Pose, 'frame'>,
  spec: IdPhotoSpec,
): IdPhotoPlan {
  const person = keepPerson(samplePortrait({ width, height, alpha }, frame), frame)
  const contact = findContact(person, frame, { width, height })
  const crown = findCrown(person, frame, contact)
  return { person, crown, fit: placePhoto(person, frame, crown, contact, spec) }
}
