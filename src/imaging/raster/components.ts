/**
 * The separate pieces of a matte. Solid pixels that touch belong to one piece; soft pixels go to the piece from which
 * they are reached first, so that each piece keeps its own hair and shadow.
 */
const SOLID = 64

export interface Components {
  readonly count: number
  /** Per pixel: 0 outside of all pieces, else the number of its piece, from 1. */
  readonly labels: Int32Array
}

/** `width` is that of a row. */
export function componentsOf(matte: Uint8Array, width: number): Components {
  const labels = new Int32Array(matte.length)
  const queue = new Int32Array(matte.length)
  let end = 0

  /** Gives the label of the pixels in the queue, from `start` on, to all they touch that is at least `level`. */
  const spread = (start: number, level: number): void => {
    const visit = (at: number, label: number): void => {
      if (labels[at] !== 0 || matte[at]! < level) return
      labels[at] = label
      queue[end++] = at
    }
    for (let next = start; next < end; next++) {
      const at = queue[next]!
      const x = at % width
      const label = labels[at]!
      if (x > 0) visit(at - 1, label)
      if (x < width - 1) visit(at + 1, label)
      if (at >= width) visit(at - width, label)
      if (at < matte.length - width) visit(at + width, label)
    }
  }

  let count = 0
  for (let at = 0; at < matte.length; at++) {
    if (labels[at] !== 0 || matte[at]! < SOLID) continue
    const start = end
    labels[at] = ++count
    queue[end++] = at
    spread(start, SOLID)
  }
  spread(0, 1)
  return { count, labels }
}
