/**
 * Keeps only the person with the chosen face in the matte, without holes in face and torso. The masks found here, at
 * the portrait's scale, are later applied to the photo's own pixels (patch.ts).
 */
import { bytes, changed, filled, ints, kernels } from '../kernels/room.js'
import { componentsOf } from '../raster/components.js'
import { distanceTo, distanceToLevels } from '../raster/distance.js'
import type { FaceFrame } from './frame.js'
import { columnOf, OPAQUE, type PortraitMatte, rowOf } from './portrait-matte.js'
import { refusal } from './refusals.js'

export interface PersonMatte extends PortraitMatte {
  /** 255 where there is something other than the person, else 0. */
  readonly dropped: Uint8Array
  /** A lower bound for the person's alpha, whatever the networks say, 0..255. */
  readonly solid: Uint8Array
}

export function keepPerson(portrait: PortraitMatte, frame: FaceFrame): PersonMatte {
  const cells = portrait.alpha.length
  const { labels } = componentsOf(portrait.alpha, portrait.width)
  const person = mostFrequent(labelsInFace(portrait, labels, frame))
  if (person === 0) throw refusal('no_face', ' that stands out from its background: use a plain background')
  const alpha = new Uint8Array(cells)
  const dropped = new Uint8Array(cells)
  kernels.dropOthers(changed(portrait.alpha, alpha), labels, cells, person, filled(dropped))
  return { ...withSolid({ ...portrait, alpha }, frame), dropped }
}

function labelsInFace(portrait: PortraitMatte, labels: Int32Array, { eyeDistance, chin }: FaceFrame): number[] {
  const found: number[] = []
  const [left, right] = [-0.6 * eyeDistance, 0.6 * eyeDistance].map((u) => Math.round(columnOf(portrait, u)))
  const [top, bottom] = [-0.2 * chin, 0.9 * chin].map((v) => Math.round(rowOf(portrait, v)))
  for (let row = top!; row <= bottom!; row++) {
    for (let column = left!; column <= right!; column++) found.push(labels[row * portrait.width + column] ?? 0)
  }
  return found
}

function mostFrequent(labels: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const label of labels) if (label !== 0) counts.set(label, (counts.get(label) ?? 0) + 1)
  let [best, highest] = [0, 0]
  for (const [label, count] of counts) if (count > highest) [best, highest] = [label, count]
  return best
}

/** How far inside the outline face and torso become solid, in eye distances: from not at all to fully. */
const BODY = { from: 0.1, to: 0.2 }
/** Half the width of the torso that may be open at the photo's lower border, in eye distances. */
const OPEN_TORSO = 0.8

/** Below this alpha one sees through the person; hair around such places stays as it is. */
const SEE_THROUGH = 64
/** How far inside the outline hair becomes solid, in eye distances: from not at all to fully. */
const HAIR = { from: 0.25, to: 0.6 }

/** Face and torso, from a little inside the outline; hair only from deep inside, where networks are often unsure. */
function withSolid(portrait: PortraitMatte, frame: FaceFrame): PortraitMatte & Pick<PersonMatte, 'solid'> {
  const { width, height, unit, origin, inside } = portrait
  const { eyeDistance, chin } = frame
  const distance = distanceTo(1, backgroundOf(portrait, frame), width)
  const depth = distanceToLevels(0, SEE_THROUGH - 1, portrait.alpha, width)
  const alpha = new Uint8Array(portrait.alpha.length)
  const solid = new Uint8Array(portrait.alpha.length)
  kernels.fillPerson(
    changed(portrait.alpha, alpha),
    inside,
    distance,
    depth,
    width,
    height,
    origin.u,
    origin.v,
    unit,
    0.9 * eyeDistance,
    0.25 * chin,
    chin,
    BODY.from * eyeDistance,
    BODY.to * eyeDistance,
    HAIR.from * eyeDistance,
    HAIR.to * eyeDistance,
    filled(solid),
  )
  return { ...portrait, alpha, solid }
}

/** 1 where a flood from the photo's borders arrives without entering the person. */
function backgroundOf(portrait: PortraitMatte, { eyeDistance, chin }: FaceFrame): Uint8Array {
  const { width, height, alpha, inside } = portrait
  const reached = new Uint8Array(alpha.length)
  // A gap in the middle of the chest that is open at the photo's lower border is a hole, not background.
  const [left, right] = [-OPEN_TORSO, OPEN_TORSO].map((u) => columnOf(portrait, u * eyeDistance)) as [number, number]
  kernels.floodFromBorders(
    alpha,
    inside,
    width,
    height,
    OPAQUE,
    Math.ceil(left),
    Math.floor(right),
    Math.ceil(rowOf(portrait, chin)),
    bytes(alpha.length),
    ints(alpha.length),
    ints(alpha.length),
    filled(reached),
  )
  return reached
}
