/**
 * What is known of a photo before any format is chosen: whose face it is, how the head is held, and the person without
 * what is around it. The verdict on the background belongs here, too: a photo is clean or not, whatever is cut from it.
 */
import type { Face } from '../detect/faces/find-faces.js'
import { withoutGaps } from '../matte/rests/without-rests.js'
import type { Photo, Size } from '../raster/picture.js'
import { cellColours } from './cell-colours.js'
import { keepPerson, type PersonMatte } from './clean-matte.js'
import { hasDoubtfulRemnants } from './doubtful-remnants.js'
import { type Edges, findEdges } from './edges.js'
import { samplePortrait } from './portrait-matte.js'
import { type Pose, poseOf } from './pose.js'
import { withoutRemnants } from './remnants.js'
import { hasResidue } from './residue.js'
import { withoutRims } from './rims.js'

export interface Portrait {
  readonly photo: Photo
  readonly alpha: Uint8Array
  readonly face: Face
  readonly pose: Pose
  /** In the upright frame. */
  readonly person: PersonMatte
  readonly edges: Edges
  /** Something beside the head may not be the person's. */
  readonly residue: boolean
}

/** In pixels: a print of 300 dpi shows a face hardly larger, and no more of the edge beside it. */
const FACE_IN_PRINT = 250

/** Of the longer side: how closely the matte that is read has to look at the edge. */
export const enoughOfEdge = ({ width, height }: Size, { box }: Face): number =>
  (FACE_IN_PRINT / box.height) * Math.max(width, height)

export function readPortrait(photo: Photo, matte: Uint8Array, face: Face, pose: Pose = poseOf(face)): Portrait {
  const alpha = withoutGaps({ ...photo, alpha: matte }, face)
  const { width, height } = photo
  const [frame] = pose.frames
  const portraitIn = (matte: Uint8Array) => samplePortrait({ width, height, alpha: matte }, frame)
  const sampled = portraitIn(alpha)
  const found = keepPerson(sampled, frame)
  const labs = cellColours(photo, found)
  const rest = withoutRemnants(photo, labs, alpha, found)
  const rough =
    rest === alpha ? found : { ...found, alpha: lowered(found.alpha, sampled.alpha, portraitIn(rest).alpha) }
  const edges = findEdges(labs, rough, found)
  const cleared = withoutRims(photo, rest, rough, edges)
  const person = cleared === alpha ? found : keepPerson(portraitIn(cleared), frame)
  const residue = hasResidue(labs, person, frame) || (rest !== alpha && hasDoubtfulRemnants(found, rough, edges))
  return { photo, alpha: cleared, face, pose, person, edges, residue }
}

/** The person's cells, where something was taken out of the matte they come from. */
const lowered = (person: Uint8Array, before: Uint8Array, after: Uint8Array): Uint8Array =>
  person.map((level, cell) => (after[cell]! < before[cell]! ? Math.min(level, after[cell]!) : level))
