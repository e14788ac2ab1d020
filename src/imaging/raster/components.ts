/**
 * The connected components ("pieces") of a matte. Solid pixels that touch belong to one piece; soft pixels go to the
 * piece that reaches them first, so that each piece keeps its own hair and shadow.
 */
import { flooding } from './flood.js'

const SOLID = 64

export interface Components {
  readonly count: number
  /** Per pixel: 0 outside all pieces, else the number of its piece, from 1. */
  readonly labels: Int32Array
}

export function componentsOf(matte: Uint8Array, width: number): Components {
  return flooding(matte.length, width, (flood) => {
    const { open, labels } = flood
    for (let at = 0; at < matte.length; at++) if (matte[at]! >= SOLID) open[at] = 1
    let count = 0
    for (let at = 0; at < matte.length; at++) {
      if (!open[at]) continue
      const start = flood.count
      flood.add(at, ++count)
      flood.spread(start)
    }
    for (let at = 0; at < matte.length; at++) if (matte[at]! > 0 && labels[at] === 0) open[at] = 1
    flood.spread(0)
    return { count, labels: labels.slice() }
  })
}
