/**
 * Measures a finished ID photo from its pixels alone: eyes and chin with the detector, the crown as the first row that
 * is not background.
 */

import type { Colour } from '../src/catalog/colour.js'
import type { IdPhotoSpec } from '../src/catalog/id-photo-formats.js'
import { decodePhoto } from '../src/imaging/codec/decode.js'
import type { FindFaces } from '../src/imaging/detect/faces/find-faces.js'
import { MESH } from '../src/imaging/detect/faces/mesh.js'
import { findCrown } from '../src/imaging/id-photo/crown.js'
import { frameOf } from '../src/imaging/id-photo/frame.js'
import { samplePortrait } from '../src/imaging/id-photo/portrait-matte.js'
import { headOf } from '../src/imaging/id-photo/problem.js'
import { skullOf } from '../src/imaging/id-photo/skull.js'

export interface MeasuredPhoto {
  /** A share of the picture's height. */
  readonly head: number
  /** From the bottom, as a share of the picture's height. */
  readonly eyeLine: number
  readonly rollDegrees: number
}

/** Foreground differs from the background by at least this much in some channel; JPEG alone causes a few. */
const MIN_DIFFERENCE = 24
const NO_CONTACT = { top: [], bottom: [], left: [], right: [] }

export async function measureResult(
  file: string,
  spec: IdPhotoSpec,
  { r, g, b }: Colour,
  findFaces: FindFaces,
): Promise<MeasuredPhoto | undefined> {
  const photo = await decodePhoto(file, { pixels: 1e8, minSide: 1, maxSide: 10_000 })
  const [face] = await findFaces(photo)
  if (!face) return undefined
  // Not the product's own pose estimate: that refuses heads turned too far, and this only measures.
  const frame = frameOf({ leftEye: face.pupils.left, rightEye: face.pupils.right, chin: face.mesh[MESH.chin]! })
  const rollDegrees = (frame.roll * 180) / Math.PI
  const { width, height, colour } = photo
  const alpha = new Uint8Array(width * height)
  for (let i = 0; i < alpha.length; i++) {
    const [dr, dg, db] = [colour[i * 3]! - r, colour[i * 3 + 1]! - g, colour[i * 3 + 2]! - b]
    if (Math.max(Math.abs(dr), Math.abs(dg), Math.abs(db)) >= MIN_DIFFERENCE) alpha[i] = 255
  }
  const crown = findCrown(samplePortrait({ width, height, alpha }, frame), frame, NO_CONTACT)
  const subject = { centre: 0, width: 0, chin: frame.chin, ...crown, skull: skullOf(photo, face, frame, crown) }
  const head = headOf(subject, spec.crown)
  return { head: head.height / height, eyeLine: 1 - frame.middle.y / height, rollDegrees }
}
