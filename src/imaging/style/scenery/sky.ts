/** A summer sky, as it is painted behind drawn figures. */
import { clamp01 } from '../../raster/clamp.js'
import { lengthOf } from '../../raster/point.js'
import { sequence } from '../pixels/noise.js'
import type { Scene } from '../scene.js'

/** Heaps of round clouds, each on a flat base, in front of a sky that pales towards the horizon: 0 blue, 1 white. */
export function skyOf({ width, height, seed }: Scene): (x: number, y: number) => number {
  const random = sequence(seed + 3)
  const heaps = Array.from({ length: 6 }, (_, k) => {
    const size = (0.1 + 0.1 * random()) * width
    const x = ((k % 2 === 0 ? 0.02 : 0.72) + 0.28 * random()) * width
    const base = (0.2 + 0.14 * k + 0.06 * random()) * height
    const discs = Array.from({ length: 7 }, (_, i) => {
      const off = (i - 3) / 3
      return {
        x: x + off * size,
        y: base - 0.16 * size * random(),
        radius: size * (0.5 - 0.3 * off * off) * (0.75 + 0.4 * random()),
      }
    })
    return { base, left: x - 1.5 * size, right: x + 1.5 * size, top: base - size, discs }
  })
  return (x, y) => {
    let cloud = 0
    for (const { base, left, right, top, discs } of heaps) {
      if (y > base + 2 || y < top || x < left || x > right) continue
      for (const disc of discs) {
        const inside = Math.min(disc.radius - lengthOf(x - disc.x, y - disc.y), base - y)
        // Shaded towards its base.
        if (inside > -1) cloud = Math.max(cloud, clamp01(inside + 1) * (y > base - 0.2 * (base - top) ? 0.84 : 1))
      }
    }
    return Math.max(0.72 * (y / height), cloud)
  }
}
