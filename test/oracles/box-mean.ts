/** Mean over a square window around each pixel, in place; at the border over what is left of it. */
export function boxMean(plane: Float32Array, width: number, height: number, radius: number): void {
  const before = plane.slice()
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      let [sum, count] = [0, 0]
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
        for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++, count++)
          sum += before[v * width + u]!
      }
      plane[i] = sum / count
    }
  }
}
