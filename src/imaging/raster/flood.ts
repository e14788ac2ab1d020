/** Flood fill: from pixel to neighbouring pixel (left, right, above, below), nearest first. */
import { bytes, hold, ints, kernels } from '../kernels/room.js'

/** Its planes lie in the kernels' memory, and are gone when the flood is over. */
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
export function flooding<T>(pixels: number, width: number, work: (flood: Flood) => T): T {
  return hold({ open: bytes(pixels), labels: ints(pixels), reached: ints(pixels) }, (held) => {
    const open = held.open.see().fill(0)
    const labels = held.labels.see().fill(0)
    const reached = held.reached.see()
    let count = 0
    return work({
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
        count = kernels.spreadFlood(held.open, held.labels, width, pixels, held.reached, start, count)
      },
    })
  })
}
