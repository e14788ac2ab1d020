/**
 * A subject is made of whole pieces: specks far too small to be part of it go, and so do holes that should not be there.
 * A hole is filled only where the network hesitated: inside a handle, or between arm and body, it is sure of background.
 */
import { createFlood } from './flood.js'

/** Pieces smaller than this share of the whole subject are specks. */
const SPECK = 0.005
/** Larger holes, as a share of the subject, are part of its shape. */
const HOLE = 0.02
/** The mean logit above which the network hesitated about a hole. */
const HESITATION = -2.5

/** `belongs`: 1 where a cell is subject, size x size; changed in place. */
export function dropSpecksFillHoles(belongs: Uint8Array, logits: Float32Array, size: number): void {
  const regions = regionsOf(belongs, size)
  let subject = 0
  for (const cells of regions) if (belongs[cells[0]!]) subject += cells.length
  for (const cells of regions) {
    const inside = belongs[cells[0]!] === 1
    if (inside ? cells.length < subject * SPECK : isDoubtfulHole(cells, logits, size, subject * HOLE)) {
      for (const at of cells) belongs[at] = inside ? 0 : 1
    }
  }
}

function isDoubtfulHole(cells: Int32Array, logits: Float32Array, size: number, below: number): boolean {
  if (cells.length >= below || touchesBorder(cells, size)) return false
  let sum = 0
  for (const at of cells) sum += logits[at]!
  return sum > HESITATION * cells.length
}

/** The connected regions of equal value. */
function regionsOf(marks: Uint8Array, size: number): Int32Array[] {
  const seen = new Uint8Array(marks.length)
  const flood = createFlood(marks.length, size)
  const regions: Int32Array[] = []
  const enter = (at: number, from: number): boolean => {
    if (seen[at] || marks[at] !== marks[from]) return false
    seen[at] = 1
    return true
  }
  for (let at = 0; at < marks.length; at++) {
    if (!enter(at, at)) continue
    const first = flood.count
    flood.add(at)
    flood.spread(first, enter)
    regions.push(flood.reached.subarray(first, flood.count))
  }
  return regions
}

function touchesBorder(cells: Int32Array, size: number): boolean {
  const last = size - 1
  return cells.some((at) => at < size || at >= size * last || at % size === 0 || at % size === last)
}
