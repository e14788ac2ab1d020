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

function enter(open: usize, labels: usize, queue: usize, at: i32, label: i32, count: i32): i32 {
  if (load<u8>(open + <usize>at) === 0) return count
  store<u8>(open + <usize>at, 0)
  store<i32>(labels + ((<usize>at) << 2), label)
  store<i32>(queue + ((<usize>count) << 2), at)
  return count + 1
}
