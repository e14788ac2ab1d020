/** The tone of a sitter's lit skin. */
import type { Point } from '../../raster/point.js'
import { lumaOf, type Rgb } from '../pixels/canvas.js'
import { meanOf } from '../pixels/colours.js'
import type { Scene, SceneFace } from '../scene.js'
import { BARE_SKIN, pointsOf } from './face-parts.js'

/** Of the samples by brightness, these count: neither shadows nor shine. */
const COUNTED = [0.4, 0.85] as const

export function skinToneOf(face: SceneFace, { width, height, photo, faceHeight }: Scene): Rgb {
  const samples: Rgb[] = []
  const reach = Math.max(1, Math.round(faceHeight * 0.012))
  for (const { x, y } of pointsOf(face, BARE_SKIN)) {
    for (let dy = -reach; dy <= reach; dy += reach) {
      for (let dx = -reach; dx <= reach; dx += reach) {
        const px = Math.floor(x) + dx
        const py = Math.floor(y) + dy
        if (px < 0 || py < 0 || px >= width || py >= height) continue
        const at = (py * width + px) * 3
        samples.push([photo[at]!, photo[at + 1]!, photo[at + 2]!])
      }
    }
  }
  samples.sort((a, b) => lumaOf(...a) - lumaOf(...b))
  const kept = samples.slice(Math.floor(samples.length * COUNTED[0]), Math.ceil(samples.length * COUNTED[1]))
  return meanOf(kept, [200, 160, 140])
}

/** The photo's mean colour in a small square. */
export function photoColour({ width, height, photo }: Scene, { x, y }: Point, radius: number): Rgb {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  const reach = Math.max(1, Math.round(radius))
  for (let py = Math.floor(y) - reach; py <= y + reach; py++) {
    for (let px = Math.floor(x) - reach; px <= x + reach; px++) {
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      for (let c = 0; c < 3; c++) sum[c]! += photo[(py * width + px) * 3 + c]!
      count++
    }
  }
  return count === 0 ? [128, 110, 100] : [sum[0] / count, sum[1] / count, sum[2] / count]
}
