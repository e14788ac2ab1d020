/**
 * Mean over a square window around each pixel, by running sums: the cost does not depend on the window. At the border
 * the window is cut off and the mean taken over what is left.
 */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  return columnMeans(rowMeans(plane, width, height, radius), width, height, radius)
}

function rowMeans(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = 0 // in double precision, and anew for each row: nothing drifts
    for (let x = 0; x < Math.min(radius, width); x++) sum += plane[row + x]!
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += plane[row + x + radius]!
      if (x - radius - 1 >= 0) sum -= plane[row + x - radius - 1]!
      out[row + x] = sum / (Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1)
    }
  }
  return out
}

function columnMeans(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(plane.length)
  const sums = new Float64Array(width)
  const add = (y: number, sign: number): void => {
    const row = y * width
    for (let x = 0; x < width; x++) sums[x]! += sign * plane[row + x]!
  }
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1)
    if (y - radius - 1 >= 0) add(y - radius - 1, -1)
    const share = 1 / (Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1)
    const row = y * width
    for (let x = 0; x < width; x++) out[row + x] = sums[x]! * share
  }
  return out
}
