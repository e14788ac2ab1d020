/** What kernels/wash.ts does, pixel by pixel. */
import { blur } from '../../src/imaging/raster/blur.js'
import type { Size } from '../../src/imaging/raster/picture.js'
import { smoothstep } from '../../src/imaging/style/canvas.js'
import type { Sheet, Wash } from '../../src/imaging/style/watercolour/lay-wash.js'

export function layWashes({ width, height }: Size, sheet: Sheet, washes: readonly Wash[], edges: number, rim: number) {
  const depth = new Float32Array(width * height)
  for (const [order, { from, deep }] of washes.entries()) {
    const ends = 0.36 + 0.05 * order
    const shape = depth.map((_, i) => {
      if (sheet.deep[i]! <= from * 0.45) return 0
      const soft = from * sheet.soft[i]!
      const inside = smoothstep(ends - 0.018, ends + 0.018, sheet.worked[i]!)
      return smoothstep(from - soft, from + soft, sheet.deep[i]!) * inside * sheet.own[i]!
    })
    const around = blur(shape, width, height, rim)
    for (let i = 0; i < depth.length; i++) {
      const dried = Math.max(0, shape[i]! - around[i]!) * edges * sheet.calm[i]!
      depth[i]! += shape[i]! * deep * (0.94 + 1.5 * dried)
    }
  }
  return depth
}
