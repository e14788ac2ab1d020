/** Flood fill: from pixel to neighbouring pixel (left, right, above, below), nearest first. */

import { spreadFlood } from '../kernels/flood.js'
import { bytesAt, intsAt, reserve } from '../kernels/memory.js'

/** Its planes lie in kernel memory: whatever is to be kept must be copied before the next kernel is called. */
export interface Flood {
  /** 1 where the flood may go. What it has reached is closed. */
  readonly open: Uint8Array
  /** Each pixel has the label of the starting point from which it was reached, or 0. */
  readonly labels: Int32Array
  /** Pixels by their index, in the order in which they were reached. */
  readonly reached: Int32Array
  readonly count: number
  /** Adds a starting point, open or not. */
  add(at: number, label?: number): void
  /** Continues from the pixels in `reached` from index `start` on. */
  spread(start: number): void
}

/** `pixels`: their number in the whole picture; `width`: pixels per row. All are closed at first. */
export function createFlood(pixels: number, width: number): Flood {
  const at = reserve({ open: pixels, labels: pixels * 4, queue: pixels * 4 })
  const open = bytesAt(at.open, pixels).fill(0)
  const labels = intsAt(at.labels, pixels).fill(0)
  const reached = intsAt(at.queue, pixels)
  let count = 0
  return {
    open,
    labels,
    reached,
    get count() {
      return count
    },
    add: (pixel, label = 0) => {
      open[pixel] = 0
      labels[pixel] = label
      reached[count++] = pixel
    },
    spread: (start) => {
      count = spreadFlood(at.open, at.labels, width, pixels, at.queue, start, count)
    },
  }
}
