/**
 * Removes what networks leave behind: specks far too small to be a subject, and holes in it that nobody cut. A hole is
 * filled only when the networks were not sure of it: the gap of a handle or between arm and body is sure background.
 */
import type { SubjectClass } from '../job.js'

export interface TidyRules {
  /** Pieces below this share of the whole subject vanish. */
  readonly speck: number
  /** Doubtful holes below this share of the subject are filled. */
  readonly hole: number
}

/** People have no holes worth keeping in face and clothes; the openings of things are part of their shape. */
const RULES: Readonly<Partial<Record<SubjectClass, TidyRules>>> = {
  person: { speck: 0.005, hole: 0.02 },
  product: { speck: 0.005, hole: 0.002 },
}
const GENERAL: TidyRules = { speck: 0.005, hole: 0.005 }

export const tidyRulesFor = (subject: SubjectClass | undefined): TidyRules => (subject && RULES[subject]) ?? GENERAL

const SOLID = 128
/** The mean matte of a hole above which the networks hesitated. */
const DOUBTFUL = 20

/** `matte`: 0..255, a square; changed in place. */
export function tidyMatte(matte: Uint8Array, size: number, { speck, hole }: TidyRules): void {
  const pieces = regionsOf(size, (at) => matte[at]! >= SOLID)
  const subject = pieces.reduce((sum, piece) => sum + piece.pixels.length, 0)
  for (const { pixels } of pieces) {
    if (pixels.length < subject * speck) clearWithHalo(matte, size, pixels)
  }
  for (const { pixels, touchesBorder } of regionsOf(size, (at) => matte[at]! < SOLID)) {
    if (touchesBorder || pixels.length >= subject * hole) continue
    const mean = pixels.reduce((sum, at) => sum + matte[at]!, 0) / pixels.length
    if (mean > DOUBTFUL) for (const at of pixels) matte[at] = 255
  }
}

interface Region {
  readonly pixels: readonly number[]
  readonly touchesBorder: boolean
}

/** The connected regions (4 neighbours) of all pixels that belong. */
function regionsOf(size: number, belongs: (at: number) => boolean): Region[] {
  const seen = new Uint8Array(size * size)
  const regions: Region[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !belongs(start)) continue
    const pixels = [start]
    let touchesBorder = false
    seen[start] = 1
    const visit = (at: number): void => {
      if (seen[at] || !belongs(at)) return
      seen[at] = 1
      pixels.push(at)
    }
    for (let next = 0; next < pixels.length; next++) {
      const at = pixels[next]!
      const x = at % size
      const y = (at - x) / size
      if (x === 0 || y === 0 || x === size - 1 || y === size - 1) touchesBorder = true
      if (x > 0) visit(at - 1)
      if (x < size - 1) visit(at + 1)
      if (y > 0) visit(at - size)
      if (y < size - 1) visit(at + size)
    }
    regions.push({ pixels, touchesBorder })
  }
  return regions
}

/** A speck fades out into its surroundings: all that is softer than the step before belongs to it. */
function clearWithHalo(matte: Uint8Array, size: number, speck: readonly number[]): void {
  const levels = new Map<number, number>(speck.map((at) => [at, matte[at]!]))
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
