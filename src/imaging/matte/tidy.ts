/**
 * Removes artefacts that networks leave: specks far too small to be a subject, and holes that should not be there. A
 * hole is filled only where the networks hesitated: inside a handle, or between arm and body, they are sure of
 * background.
 */
import type { SubjectClass } from '../job.js'
import { createFlood } from '../raster/flood.js'

export interface TidyRules {
  /** Pieces smaller than this share of the whole subject are removed. */
  readonly speck: number
  /** Doubtful holes smaller than this share of the subject are filled. */
  readonly hole: number
}

/** People have no holes worth keeping in face and clothes; a product's openings are part of its shape. */
const RULES: Readonly<Partial<Record<SubjectClass, TidyRules>>> = {
  person: { speck: 0.005, hole: 0.02 },
  product: { speck: 0.005, hole: 0.002 },
}
const DEFAULT_RULES: TidyRules = { speck: 0.005, hole: 0.005 }

export const tidyRulesFor = (subject: SubjectClass | undefined): TidyRules =>
  (subject && RULES[subject]) ?? DEFAULT_RULES

const SOLID = 128
/** Above this mean matte value of a hole, the networks hesitated. */
const DOUBTFUL = 20

/** `matte`: 0..255, a square; changed in place. */
export function tidyMatte(matte: Uint8Array, size: number, { speck, hole }: TidyRules): void {
  const pieces = regionsOf(matte, size, true)
  const subject = pieces.reduce((sum, piece) => sum + piece.length, 0)
  for (const pixels of pieces) {
    if (pixels.length < subject * speck) clearWithHalo(matte, size, pixels)
  }
  for (const pixels of regionsOf(matte, size, false)) {
    if (pixels.length >= subject * hole || touchesBorder(pixels, size)) continue
    let sum = 0
    for (const at of pixels) sum += matte[at]!
    if (sum > DOUBTFUL * pixels.length) for (const at of pixels) matte[at] = 255
  }
}

/** The connected regions of all solid pixels, or of all others. */
function regionsOf(matte: Uint8Array, size: number, solid: boolean): Int32Array[] {
  const unseen = new Uint8Array(matte.length)
  for (let at = 0; at < matte.length; at++) unseen[at] = matte[at]! >= SOLID === solid ? 1 : 0
  const flood = createFlood(matte.length, size)
  const regions: Int32Array[] = []
  const enter = (at: number): boolean => {
    if (!unseen[at]) return false
    unseen[at] = 0
    return true
  }
  for (let at = 0; at < matte.length; at++) {
    if (!enter(at)) continue
    const first = flood.count
    flood.add(at)
    flood.spread(first, enter)
    regions.push(flood.reached.subarray(first, flood.count))
  }
  return regions
}

function touchesBorder(pixels: Int32Array, size: number): boolean {
  const last = size - 1
  return pixels.some((at) => at < size || at >= size * last || at % size === 0 || at % size === last)
}

/** A speck fades out into its surroundings: following falling values outwards from it finds its halo. */
function clearWithHalo(matte: Uint8Array, size: number, speck: Int32Array): void {
  const levels = new Map(Array.from(speck, (at) => [at, matte[at]!]))
  const queue = [...speck]
  for (const at of queue) {
    const level = levels.get(at)!
    const x = at % size
    for (const neighbour of [x > 0 ? at - 1 : -1, x < size - 1 ? at + 1 : -1, at - size, at + size]) {
      const value = matte[neighbour] ?? 0
      if (value === 0 || value >= SOLID || value > level || levels.has(neighbour)) continue
      levels.set(neighbour, value)
      queue.push(neighbour)
    }
  }
  for (const at of queue) matte[at] = 0
}
