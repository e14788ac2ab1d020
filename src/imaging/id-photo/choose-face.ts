/** Chooses the person: one face that is large and certain enough, without a rival. */
import type { Face } from '../detect/faces/find-faces.js'
import { refusal } from './refusals.js'

const MIN_SCORE = 0.6
/** Relative to the photo's height. */
const MIN_HEIGHT = 0.06
/** A second face this large and this certain is a second person, not a picture on the wall. */
const RIVAL_AREA = 0.35
const RIVAL_SCORE = 0.8
/** So many faces are a group, however small the others are. */
const GROUP = 4

export function chooseFace(faces: readonly Face[], photoHeight: number): Face {
  const certain = faces.filter(({ score }) => score >= MIN_SCORE)
  const [largest, ...others] = certain
    .filter(({ box }) => box.height >= MIN_HEIGHT * photoHeight)
    .toSorted((a, b) => areaOf(b) - areaOf(a))
  if (!largest && certain.length > 0) {
    const share = Math.round(MIN_HEIGHT * 100)
    throw refusal('face_too_small', `: it must fill at least ${share} % of the photo's height`)
  }
  if (!largest) throw refusal('no_face', ': use a photo that shows one face from the front')
  const rival = others.find((face) => areaOf(face) >= RIVAL_AREA * areaOf(largest) && face.score >= RIVAL_SCORE)
  if (rival || certain.length >= GROUP) throw refusal('several_faces', ': use a photo of one person alone')
  return largest
}

const areaOf = ({ box }: Face): number => box.width * box.height
