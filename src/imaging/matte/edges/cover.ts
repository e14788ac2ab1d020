/** Which square pieces of a photo cover the stretches of edge that are to be worked on. */

import type { Size } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'

/** On a square grid over the photo. */
export interface GridMarks {
  readonly size: number
  /** Anything but 0: this cell is to be covered. */
  readonly marks: ArrayLike<number>
}

/**
 * The upper left corners of squares of `step` pixels that do not overlap and cover all marked cells: strip by strip, each
 * as high as a square and starting at the first mark below the last one; in a strip, each square starts at the first mark
 * that is not covered yet.
 */
export function* squaresOver({ size, marks }: GridMarks, { width, height }: Size, step: number): Generator<Point> {
  const column = (x: number): number => Math.min(size - 1, Math.floor((x * size) / width))
  const row = (y: number): number => Math.min(size - 1, Math.floor((y * size) / height))
  const isMarked = (x: number, top: number, bottom: number): boolean => {
    for (let cell = row(top) * size + column(x); cell <= row(bottom) * size + size - 1; cell += size)
      if (marks[cell] !== 0) return true
    return false
  }
  const firstRow = (from: number): number => {
    for (let cell = row(from) * size; cell < size * size; cell++)
      if (marks[cell] !== 0) return Math.max(from, Math.floor((Math.floor(cell / size) * height) / size))
    return height
  }
  for (let top = firstRow(0); top < height; top = firstRow(top + step)) {
    const bottom = Math.min(height, top + step) - 1
    for (let left = 0; left < width; ) {
      if (isMarked(left, top, bottom)) {
        yield { x: left, y: top }
        left += step
      } else left = Math.max(left + 1, Math.floor(((column(left) + 1) * width) / size))
    }
  }
}
