/** Where a painter takes a finer brush: edges, lines and small things, such as glasses, jewels and patterns of cloth. */
import { enlargeBilinear } from '../../../raster/bilinear.js'
import { blur } from '../../../raster/blur.js'
import { type Canvas, lumaPlane, smoothstep } from '../../pixels/canvas.js'
import { halve } from '../../pixels/flow.js'
import type { Scene } from '../../scene.js'
import { MIN_RADIUS } from './sizes.js'

/** Details are finer than this, and tell of a neighbourhood so wide. */
const [FINE, AROUND] = [3, 2.5]
/** How much they differ from what is around them: below the first there is none. Skin has pores and folds besides. */
const [LEAST, CLEAR] = [0.012, 0.05]
const ON_SKIN = 0.008

/** How much finer the brush is there at most. */
const FINER = 0.6

/** Makes the finest brushes, given for every pixel, finer where the subject has details. */
export function refineOnDetails(finest: Float32Array, canvas: Canvas, scene: Scene): void {
  const half = { width: (canvas.width + 1) >> 1, height: (canvas.height + 1) >> 1 }
  const soft = (plane: Float32Array, sigma: number): Float32Array =>
    blur(plane, half.width, half.height, Math.max(0.6, (sigma * scene.unit) / 2))
  const luma = halve(lumaPlane(canvas.colour), canvas.width, canvas.height)
  const differs = soft(luma, FINE)
  for (let i = 0; i < luma.length; i++) differs[i] = Math.abs(luma[i]! - differs[i]!)
  const details = enlargeBilinear(soft(differs, AROUND), half, canvas)
  const { subject, skin } = scene
  for (let i = 0; i < finest.length; i++) {
    const least = LEAST + ON_SKIN * skin[i]!
    if (details[i]! <= least || subject[i] === 0) continue
    const finer = FINER * subject[i]! * smoothstep(least, least + CLEAR - LEAST, details[i]!)
    finest[i] = Math.max(MIN_RADIUS, finest[i]! * (1 - finer))
  }
}
