/**
 * Keeps only the person with the chosen face in the matte, without holes in face and torso. The masks found here, at
 * the portrait's scale, are later applied to the photo's own pixels (patch.ts).
 */
import { bytes, changed, filled, floats, hold, ints, kernels } from '../kernels/room.js'
import { clamp } from '../raster/clamp.js'
import { SOLID } from '../raster/components.js'
import type { FaceFrame } from './frame.js'
import { columnOf, OPAQUE, type PortraitMatte, rowOf } from './portrait-matte.js'
import { refusal } from './refusals.js'

export interface PersonMatte extends PortraitMatte {
  /** 255 where there is something other than the person, else 0. */
  readonly dropped: Uint8Array
  /** A lower bound for the person's alpha, whatever the networks say, 0..255. */
  readonly solid: Uint8Array
}

/** Its planes stay in the kernels' memory from step to step: they are many, and this is done up to three times for a photo. */
export function keepPerson(portrait: PortraitMatte, frame: FaceFrame): PersonMatte {
  const { width, height } = portrait
  const cells = width * height
  const made = { alpha: new Uint8Array(cells), dropped: new Uint8Array(cells), solid: new Uint8Array(cells) }
  const planes = {
    alpha: changed(portrait.alpha, made.alpha),
    inside: portrait.inside,
    dropped: filled(made.dropped),
    solid: filled(made.solid),
  }
  const scratch = {
    open: bytes(cells),
    labels: ints(cells),
    queue: ints(cells),
    background: bytes(cells),
    distance: floats(cells),
    depth: floats(cells),
  }
  hold({ ...planes, ...scratch }, (held) => {
    const { alpha, inside, dropped, solid, open, labels, queue, background, distance, depth } = held
    const flood = [open, labels, queue] as const
    const pieces = kernels.labelPieces(alpha, SOLID, width, cells, ...flood)
    const person = pieceOfFace(portrait, labels.see(), pieces, frame)
    if (person === 0) throw refusal('no_face', ' that stands out from its background: use a plain background')
    kernels.dropOthers(alpha, labels, cells, person, dropped)
    kernels.floodFromBorders(alpha, inside, width, height, OPAQUE, ...openTorso(portrait, frame), ...flood, background)
    kernels.measureDistances(background, width, height, 1, 1, distance)
    kernels.measureDistances(alpha, width, height, 0, SEE_THROUGH - 1, depth)
    kernels.fillPerson(alpha, inside, distance, depth, width, height, ...bodyIn(portrait, frame), solid)
  })
  return { ...portrait, ...made }
}

/** The piece that most of the face belongs to; 0 where there is none. */
function pieceOfFace(
  portrait: PortraitMatte,
  labels: Int32Array,
  pieces: number,
  { eyeDistance, chin }: FaceFrame,
): number {
  const counts = new Int32Array(pieces + 1)
  const last = portrait.width - 1
  const [left, right] = [-0.6, 0.6].map((u) => clamp(Math.round(columnOf(portrait, u * eyeDistance)), 0, last))
  const [top, bottom] = [-0.2 * chin, 0.9 * chin].map((v) => Math.round(rowOf(portrait, v)))
  for (let row = top!; row <= bottom!; row++) {
    for (let column = left!; column <= right!; column++) counts[labels[row * portrait.width + column] ?? 0]! += 1
  }
  let best = 0
  counts[0] = 0
  for (let label = 1; label <= pieces; label++) if (counts[label]! > counts[best]!) best = label
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

/** A gap in the middle of the chest that is open at the photo's lower border is a hole, not background. */
function openTorso(portrait: PortraitMatte, { eyeDistance, chin }: FaceFrame) {
  const [left, right] = [-OPEN_TORSO, OPEN_TORSO].map((u) => columnOf(portrait, u * eyeDistance)) as [number, number]
  return [Math.ceil(left), Math.floor(right), Math.ceil(rowOf(portrait, chin))] as const
}

/** Face and torso, from a little inside the outline; hair only from deep inside, where networks are often unsure. */
function bodyIn({ origin, unit }: PortraitMatte, { eyeDistance, chin }: FaceFrame) {
  const face = [0.9 * eyeDistance, 0.25 * chin, chin] as const
  const body = [BODY.from * eyeDistance, BODY.to * eyeDistance] as const
  const hair = [HAIR.from * eyeDistance, HAIR.to * eyeDistance] as const
  return [origin.u, origin.v, unit, ...face, ...body, ...hair] as const
}
