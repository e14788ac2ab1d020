/**
 * Of all that the matte shows only the person with the chosen face stays, without holes in face and torso. What was
 * found here at the portrait's scale is also applied to the photo's own pixels.
 */
import { componentsOf } from '../raster/components.js'
import { createFlood } from '../raster/flood.js'
import type { FaceFrame, FacePoint } from './frame.js'
import { columnOf, type PortraitMatte, rowOf } from './portrait-matte.js'
import { refusal } from './refusals.js'

export interface PersonMatte extends PortraitMatte {
  /** Where something else than the person is, 0 or 255. */
  readonly dropped: Uint8Array
  /** How solid the person is at least, whatever the networks say, 0..255. */
  readonly solid: Uint8Array
}

const HALF = 128

export function keepPerson(portrait: PortraitMatte, frame: FaceFrame): PersonMatte {
  const dropped = othersIn(portrait, frame)
  const alpha = portrait.alpha.slice()
  for (let at = 0; at < alpha.length; at++) if (dropped[at]) alpha[at] = 0
  const solid = solidPlaces({ ...portrait, alpha }, frame)
  for (let at = 0; at < alpha.length; at++) if (solid[at]! > alpha[at]!) alpha[at] = solid[at]!
  return { ...portrait, alpha, dropped, solid }
}

/** The pieces of the matte that are not the one behind the face. */
function othersIn(portrait: PortraitMatte, frame: FaceFrame): Uint8Array {
  const { labels } = componentsOf(portrait.alpha, portrait.width)
  const person = mostFrequent(labelsInFace(portrait, labels, frame))
  if (person === 0) throw refusal('no_face', ' that stands out from its background: use a plain background')
  const others = new Uint8Array(labels.length)
  for (let at = 0; at < labels.length; at++) if (labels[at] !== 0 && labels[at] !== person) others[at] = 255
  return others
}

function labelsInFace(portrait: PortraitMatte, labels: Int32Array, { eyeDistance, chin }: FaceFrame): number[] {
  const found: number[] = []
  const [left, right] = [-0.6 * eyeDistance, 0.6 * eyeDistance].map((u) => Math.round(columnOf(portrait, u)))
  const [top, bottom] = [-0.2 * chin, 0.9 * chin].map((v) => Math.round(rowOf(portrait, v)))
  for (let row = top!; row <= bottom!; row++) {
    for (let column = left!; column <= right!; column++) found.push(labels[row * portrait.width + column]!)
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

/** How deep inside the outline face and torso become solid, in distances of the eyes: from nothing to all. */
const BODY = { from: 0.1, to: 0.2 }
/** Half of the width of the torso that may be open at the photo's lower border, in distances of the eyes. */
const OPEN_TORSO = 0.8

/** Below this one sees through the person; hair around such places stays as it is. */
const SEE_THROUGH = 64
/** How deep inside hair becomes solid, in distances of the eyes: from nothing to all. */
const HAIR = { from: 0.25, to: 0.6 }

/** Face and torso, a little inside of the person's outline; hair deep inside, where networks are often in doubt. */
function solidPlaces(portrait: PortraitMatte, frame: FaceFrame): Uint8Array {
  const { width, height, unit, alpha } = portrait
  const distance = distanceTo(backgroundOf(portrait, frame), portrait)
  const depth = distanceTo(
    alpha.map((value) => (value < SEE_THROUGH ? 1 : 0)),
    portrait,
  )
  const share = (steps: number, { from, to }: typeof HAIR): number => {
    const deep = (steps * unit) / frame.eyeDistance
    return Math.min(1, Math.max(0, (deep - from) / (to - from)))
  }
  const solid = new Uint8Array(width * height)
  for (let row = 0, at = 0; row < height; row++) {
    const v = portrait.origin.v + row * unit
    for (let column = 0; column < width; column++, at++) {
      if (!portrait.inside[at]) continue
      const isBody = isFaceOrTorso({ u: portrait.origin.u + column * unit, v }, frame)
      solid[at] = 255 * Math.max(share(depth[at]!, HAIR), isBody ? share(distance[at]!, BODY) : 0)
    }
  }
  return solid
}

function isFaceOrTorso({ u, v }: FacePoint, { eyeDistance, chin }: FaceFrame): boolean {
  if (v > chin) return true
  const middle = 0.25 * chin
  return (u / (0.9 * eyeDistance)) ** 2 + ((v - middle) / (chin - middle)) ** 2 <= 1
}

/** 1 where one can get from the photo's borders without entering the person. */
function backgroundOf(portrait: PortraitMatte, frame: FaceFrame): Uint8Array {
  const { width, height, alpha, inside } = portrait
  const reached = new Uint8Array(width * height)
  const flood = createFlood(width * height, width)
  const enter = (at: number): boolean => {
    if (reached[at] || !inside[at] || alpha[at]! >= HALF) return false
    reached[at] = 1
    return true
  }
  const torso = OPEN_TORSO * frame.eyeDistance
  for (let row = 0, at = 0; row < height; row++) {
    const belowChin = portrait.origin.v + row * portrait.unit > frame.chin
    for (let column = 0; column < width; column++, at++) {
      if (!isAtBorder(portrait, row, column, at)) continue
      // A gap in the middle of the chest that is open at the photo's lower border is a hole, not background.
      const u = portrait.origin.u + column * portrait.unit
      if (!(belowChin && Math.abs(u) < torso) && enter(at)) flood.add(at)
    }
  }
  flood.spread(0, enter)
  return reached
}

function isAtBorder({ width, height, inside }: PortraitMatte, row: number, column: number, at: number): boolean {
  if (!inside[at]) return false
  if (row === 0 || column === 0 || row === height - 1 || column === width - 1) return true
  return !(inside[at - 1] && inside[at + 1] && inside[at - width] && inside[at + width])
}

/** Steps to the nearest marked place, diagonal ones 1.4 long; one sweep down, one up. */
function distanceTo(marked: Uint8Array, { width, height }: PortraitMatte): Float32Array {
  const distance = new Float32Array(width * height)
  for (let at = 0; at < distance.length; at++) distance[at] = marked[at] ? 0 : width + height
  for (const direction of [1, -1]) {
    for (let step = 0; step < distance.length; step++) {
      const at = direction === 1 ? step : distance.length - 1 - step
      const known = distance[at]!
      if (known === 0) continue
      const above = at - direction * width
      // Beyond the first and last column lies the next row's other end: far from everything but the portrait's border.
      const nearest = Math.min(
        distance[at - direction] ?? known,
        distance[above] ?? known,
        (distance[above - 1] ?? known) + 0.4,
        (distance[above + 1] ?? known) + 0.4,
      )
      if (nearest + 1 < known) distance[at] = nearest + 1
    }
  }
  return distance
}
