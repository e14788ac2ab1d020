/** What kernels/mosaic.ts does, stone by stone and pixel by pixel. */
import type { Size } from '../../src/imaging/raster/picture.js'
import type { Stone } from '../../src/imaging/style/media/mosaic/andamento.js'

export function fitStones(stones: readonly Stone[], { width, height }: Size) {
  const labels = new Int32Array(width * height).fill(-1)
  const inside = new Float32Array(width * height)
  for (let i = 0; i < labels.length; i++) {
    const [px, py] = [i % width, Math.floor(i / width)]
    let [best, second] = [1e9, 1e9]
    for (const [index, { x, y, side, dx, dy }] of stones.entries()) {
      const [ox, oy] = [px + 0.5 - x, py + 0.5 - y]
      const distance = Math.max(Math.abs(ox * dx + oy * dy), Math.abs(oy * dx - ox * dy)) - side / 2
      if (distance < best) {
        second = best
        best = distance
        labels[i] = index
      } else second = Math.min(second, distance)
    }
    inside[i] = Math.min((second - best) / 2, 1.5 - best)
  }
  return { labels, inside }
}
