/**
 * Mean over a square window around each pixel, in place. Running sums make the cost independent of the window's size.
 * At the border the window is clipped, and the mean is taken over what is left of it.
 */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number): void {
  meanOfRows(plane, width, height, radius)
  meanOfColumns(plane, width, height, radius)
}

function meanOfRows(plane: Float32Array, width: number, height: number, radius: number): void {
  const line = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) line[x] = plane[row + x]!
    let sum = 0 // in double precision and restarted for each row, so that rounding errors do not build up
    for (let x = 0; x < radius && x < width; x++) sum += line[x]!
    for (let x = 0; x < width; x++) {
      const first = x - radius
      const last = x + radius
      if (last < width) sum += line[last]!
      if (first > 0) sum -= line[first - 1]!
      plane[row + x] = sum / ((last < width ? last : width - 1) - (first > 0 ? first : 0) + 1)
    }
  }
}

/** All columns at once, row by row. Rows are overwritten before they leave the window, so their old values are kept. */
function meanOfColumns(plane: Float32Array, width: number, height: number, radius: number): void {
  const sums = new Float64Array(width)
  const kept = radius + 1
  const leaving = new Float32Array(kept * width)
  for (let y = 0; y < radius && y < height; y++) {
    for (let x = 0; x < width; x++) sums[x]! += plane[y * width + x]!
  }
  for (let y = 0; y < height; y++) {
    const slot = (y % kept) * width
    const entering = (y + radius) * width
    const share = 1 / (Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1)
    for (let x = 0; x < width; x++) {
      let sum = sums[x]!
      if (y + radius < height) sum += plane[entering + x]!
      if (y > radius) sum -= leaving[slot + x]! // the row radius + 1 above, whose slot is reused now
      leaving[slot + x] = plane[y * width + x]!
      sums[x] = sum
      plane[y * width + x] = sum * share
    }
  }
}
