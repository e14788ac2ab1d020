/**
 * Why a photo cannot become an ID photo. Every message starts with a fixed text, so that people and programs can tell
 * the reasons apart; the reason code is for logs and metrics.
 */
import { AppError } from '../../base/errors.js'

const openings = {
  no_face: 'No face was found',
  no_person: 'No face was found that has the colour of skin',
  several_faces: 'More than one face was found',
  face_too_small: 'The face is too small',
  head_cut_off: 'The top of the head is cut off',
  head_side_cut_off: 'The head is cut off at the side',
  shoulders_missing: 'The photo ends too close below the chin',
  side_cut_off: 'The body is cut off at the side',
  pose: 'The head is turned or tilted too far',
  geometry: 'The photo cannot be fitted to this format',
  residue: 'The background could not be removed cleanly',
  file_size: 'The file cannot meet the size limit of this format',
} as const

export type RefusalReason = keyof typeof openings

export const refusal = (reason: RefusalReason, advice: string): AppError =>
  new AppError('invalid_image', `${openings[reason]}${advice}`, { reason })
