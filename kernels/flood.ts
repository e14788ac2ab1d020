/** Flood fill: see src/imaging/raster/flood.ts. */

/**
 * Continues from the pixels in `queue` from `next` on, up to `count` of them. Open neighbours (left, right, above, below)
 * are closed, get the label of the pixel they were reached from, and join the queue. Returns how many there are then.
 */
export function spreadFlood(
  open: usize,
  labels: usize,
  width: i32,
  pixels: i32,
  queue: usize,
  next: i32,
  count: i32,
): i32 {
  for (; next < count; next++) {
    const at = load<i32>(queue + ((<usize>next) << 2))
    const label = load<i32>(labels + ((<usize>at) << 2))
    const x = <u32>at % <u32>width
    if (x > 0) count = enter(open, labels, queue, at - 1, label, count)
    if (x < <u32>(width - 1)) count = enter(open, labels, queue, at + 1, label, count)
    if (at >= width) count = enter(open, labels, queue, at - width, label, count)
    if (at < pixels - width) count = enter(open, labels, queue, at + width, label, count)
  }
  return count
}

/**
 * Numbers the pieces of a matte: `labels` becomes the number of each pixel's piece, from 1, and 0 where there is none. Pixels from
 * `solid` on that touch are a piece; softer ones go to the piece that reaches them first. Returns how many there are.
 */
export function labelPieces(
  matte: usize,
  solid: i32,
  width: i32,
  pixels: i32,
  open: usize,
  labels: usize,
  queue: usize,
): i32 {
  for (let i: usize = 0; i < <usize>pixels; i++) store<u8>(open + i, <i32>load<u8>(matte + i) >= solid ? 1 : 0)
  memory.fill(labels, 0, (<usize>pixels) << 2)
  let pieces = 0
  let count = 0
  for (let at = 0; at < pixels; at++) {
    if (load<u8>(open + <usize>at) === 0) continue
    const start = count
    count = enter(open, labels, queue, at, ++pieces, count)
    count = spreadFlood(open, labels, width, pixels, queue, start, count)
  }
  for (let i: usize = 0; i < <usize>pixels; i++) {
    const isSoft = load<u8>(matte + i) !== 0 && load<i32>(labels + (i << 2)) === 0
    store<u8>(open + i, isSoft ? 1 : 0)
  }
  spreadFlood(open, labels, width, pixels, queue, 0, count)
  return pieces
}

function enter(open: usize, labels: usize, queue: usize, at: i32, label: i32, count: i32): i32 {
  if (load<u8>(open + <usize>at) === 0) return count
  store<u8>(open + <usize>at, 0)
  store<i32>(labels + ((<usize>at) << 2), label)
  store<i32>(queue + ((<usize>count) << 2), at)
  return count + 1
}
