/**
 * Keeps only the person with the chosen face in the matte, without holes in face and torso. The masks found here, at
 * the portrait's scale, are later applied to the photo's own pixels (patch.ts).
 */
import { clamp01 } from '../raster/clamp.js'
import { componentsOf } from '../raster/components.js'
import { distanceTo } from '../raster/distance.js'
import { flooding } from '../raster/flood.js'
import type { FaceFrame, FacePoint } from './frame.js'
import { columnOf, OPAQUE, type PortraitMatte, rowOf } from './portrait-matte.js'
import { refusal } from './refusals.js'

export interface PersonMatte extends PortraitMatte {
  /** 255 where there is something other than the person, else 0. */
  readonly dropped: Uint8Array
  /** A lower bound for the person's alpha, whatever the networks say, 0..255. */
  readonly solid: Uint8Array
}

export function keepPerson(portrait: PortraitMatte, frame: FaceFrame): PersonMatte {
  const dropped = findOthers(portrait, frame)
  const alpha = portrait.alpha.slice()
  for (let at = 0; at < alpha.length; at++) if (dropped[at]) alpha[at] = 0
  const solid = solidMask({ ...portrait, alpha }, frame)
  for (let at = 0; at < alpha.length; at++) if (solid[at]! > alpha[at]!) alpha[at] = solid[at]!
  return { ...portrait, alpha, dropped, solid }
}

/** All pieces of the matte except the one that the face belongs to. */
function findOthers(portrait: PortraitMatte, frame: FaceFrame): Uint8Array {
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
function solidMask(portrait: PortraitMatte, frame: FaceFrame): Uint8Array {
  const { width, height, unit, alpha } = portrait
  const distance = distanceTo(1, backgroundOf(portrait, frame), width)
  const seeThrough = new Uint8Array(alpha.length)
  for (let at = 0; at < alpha.length; at++) if (alpha[at]! < SEE_THROUGH) seeThrough[at] = 1
  const depth = distanceTo(1, seeThrough, width)
  const share = (steps: number, { from, to }: typeof HAIR): number => {
    const deep = (steps * unit) / frame.eyeDistance
    return clamp01((deep - from) / (to - from))
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

/** 1 where a flood from the photo's borders arrives without entering the person. */
function backgroundOf(portrait: PortraitMatte, frame: FaceFrame): Uint8Array {
  const { width, height, alpha, inside } = portrait
  const torso = OPEN_TORSO * frame.eyeDistance
  return flooding(width * height, width, (flood) => {
    for (let at = 0; at < alpha.length; at++) if (inside[at] && alpha[at]! < OPAQUE) flood.open[at] = 1
    for (let row = 0, at = 0; row < height; row++) {
      const belowChin = portrait.origin.v + row * portrait.unit > frame.chin
      for (let column = 0; column < width; column++, at++) {
        if (!flood.open[at] || !isAtBorder(portrait, row, column, at)) continue
        // A gap in the middle of the chest that is open at the photo's lower border is a hole, not background.
        const u = portrait.origin.u + column * portrait.unit
        if (!(belowChin && Math.abs(u) < torso)) flood.add(at)
      }
    }
    flood.spread(0)
    const reached = new Uint8Array(width * height)
    for (let i = 0; i < flood.count; i++) reached[flood.reached[i]!] = 1
    return reached
  })
}

function isAtBorder({ width, height, inside }: PortraitMatte, row: number, column: number, at: number): boolean {
  if (!inside[at]) return false
  if (row === 0 || column === 0 || row === height - 1 || column === width - 1) return true
  return !(inside[at - 1] && inside[at + 1] && inside[at - width] && inside[at + width])
}
