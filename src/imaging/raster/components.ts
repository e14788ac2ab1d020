/**
 * The connected components ("pieces") of a matte. Solid pixels that touch belong to one piece; soft pixels go to the
 * piece that reaches them first, so that each piece keeps its own hair and shadow.
 */
import { createFlood } from './flood.js'

const SOLID = 64

export interface Components {
  readonly count: number
  /** Per pixel: 0 outside all pieces, else the number of its piece, from 1. */
  readonly labels: Int32Array
}

export function componentsOf(matte: Uint8Array, width: number): Components {
  const labels = new Int32Array(matte.length)
  const flood = createFlood(matte.length, width)
  const joins = (level: number) => (at: number, from: number) => {
    if (labels[at] !== 0 || matte[at]! < level) return false
    labels[at] = labels[from]!
    return true
  }

  let count = 0
  for (let at = 0; at < matte.length; at++) {
    if (labels[at] !== 0 || matte[at]! < SOLID) continue
    const start = flood.count
    labels[at] = ++count
    flood.add(at)
    flood.spread(start, joins(SOLID))
  }
  flood.spread(0, joins(1))
  return { count, labels }
}
