/** Flood fill: from pixel to neighbouring pixel (left, right, above, below), nearest first. */

/** Pixels by their index, in the order in which the flood reached them. */
export interface Flood {
  readonly reached: Int32Array
  readonly count: number
  /** Adds a starting point. */
  add(at: number): void
  /**
   * Continues from the pixels in `reached` from index `start` on. `enter` is called for each neighbour of a reached
   * pixel, possibly more than once; where it returns true it must mark the pixel, so that it returns false the next
   * time.
   */
  spread(start: number, enter: (at: number, from: number) => boolean): void
}

/** `pixels`: their number in the whole picture; `width`: pixels per row. */
export function createFlood(pixels: number, width: number): Flood {
  const reached = new Int32Array(pixels)
  let count = 0
  return {
    reached,
    get count() {
      return count
    },
    add: (at) => {
      reached[count++] = at
    },
    spread: (start, enter) => {
      for (let next = start; next < count; next++) {
        const at = reached[next]!
        const x = at % width
        if (x > 0 && enter(at - 1, at)) reached[count++] = at - 1
        if (x < width - 1 && enter(at + 1, at)) reached[count++] = at + 1
        if (at >= width && enter(at - width, at)) reached[count++] = at - width
        if (at < pixels - width && enter(at + width, at)) reached[count++] = at + width
      }
    },
  }
}
