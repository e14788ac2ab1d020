/** Flooding: from pixel to neighbouring pixel (left, right, above, below), nearest first. */

/** Pixels by their index, in the order in which the flood reached them. */
export interface Flood {
  readonly reached: Int32Array
  readonly count: number
  /** Reached by itself, whatever its neighbours. */
  add(at: number): void
  /**
   * Goes on from the pixels that were reached from number `start` on. `enter` is asked about each neighbour of a reached
   * pixel, perhaps more than once; where it says yes it must mark the pixel, so that it says no the next time.
   */
  spread(start: number, enter: (at: number, from: number) => boolean): void
}

/** `pixels`: how many there are; `width`: of a row. */
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
