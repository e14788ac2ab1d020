/**
 * Binary morphology for the boundary measures: dilation by a disk, erosion by a square, contours. Every function is
 * linear in the number of pixels and independent of the radius, because radii scale with the picture.
 */
import { emptyMask, type Mask } from './plane.js'

/** Every pixel within `radius` (Euclidean, inclusive) of a set pixel. */
export function dilateDisk(mask: Mask, radius: number): Mask {
  const { width, height } = mask
  const out = emptyMask(width, height)
  const vertical = distanceInColumn(mask, radius + 1)
  // A set pixel `dy` rows away covers `halfWidth[dy]` pixels to either side; -1: too far away to cover any.
  const halfWidth = Int32Array.from({ length: radius + 2 }, (_, dy) =>
    dy <= radius ? Math.floor(Math.sqrt(radius * radius - dy * dy)) : -1,
  )
  for (let row = 0; row < width * height; row += width) {
    // A row of the result is a union of intervals: one sweep in each direction tracks how far they reach.
    for (let x = 0, reach = -1; x < width; x++) {
      reach = Math.max(reach, x + halfWidth[vertical[row + x]!]!)
      if (x <= reach) out.data[row + x] = 1
    }
    for (let x = width - 1, reach = width; x >= 0; x--) {
      reach = Math.min(reach, x - halfWidth[vertical[row + x]!]!)
      if (x >= reach) out.data[row + x] = 1
    }
  }
  return out
}

/** For every pixel the distance to the nearest set pixel of its own column, capped at `far`. */
function distanceInColumn(mask: Mask, far: number): Int32Array {
  const { width } = mask
  const size = mask.data.length
  const distance = new Int32Array(size)
  for (let i = 0; i < size; i++) {
    const above = i < width ? far : distance[i - width]!
    distance[i] = mask.data[i] ? 0 : Math.min(far, above + 1)
  }
  for (let i = size - width - 1; i >= 0; i--) {
    distance[i] = Math.min(distance[i]!, distance[i + width]! + 1)
  }
  return distance
}

/** The pixels whose whole (2r+1)-square neighbourhood is set; nothing outside the picture is. */
export function erodeSquare(mask: Mask, radius: number): Mask {
  const { width, height } = mask
  const side = 2 * radius + 1
  const horizontal = emptyMask(width, height)
  for (let row = 0; row < width * height; row += width) {
    for (let x = 0, run = 0; x < width; x++) {
      run = mask.data[row + x] ? run + 1 : 0
      // A run of `side` pixels ending here is the neighbourhood of the pixel `radius` back.
      if (run >= side) horizontal.data[row + x - radius] = 1
    }
  }
  const out = emptyMask(width, height)
  const runs = new Int32Array(width)
  for (let row = 0; row < width * height; row += width) {
    for (let x = 0; x < width; x++) {
      const run = horizontal.data[row + x] ? runs[x]! + 1 : 0
      runs[x] = run
      if (run >= side) out.data[row + x - radius * width] = 1
    }
  }
  return out
}

/** The pixels that differ from their right or their lower neighbour: one side of every edge. */
export function contour(mask: Mask): Mask {
  const { data, width, height } = mask
  const out = emptyMask(width, height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const differsRight = x + 1 < width && data[i] !== data[i + 1]
      const differsBelow = y + 1 < height && data[i] !== data[i + width]
      if (differsRight || differsBelow) out.data[i] = 1
    }
  }
  return out
}
