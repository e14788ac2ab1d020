/** Where a painter takes a finer brush: edges, lines and small things, such as glasses, jewels and patterns of cloth. */
import { changed, kernels } from '../../../kernels/room.js'
import { enlargeBilinear } from '../../../raster/bilinear.js'
import { blur } from '../../../raster/blur.js'
import { type Canvas, lumaPlane } from '../../pixels/canvas.js'
import { halve } from '../../pixels/flow.js'
import type { Scene } from '../../scene.js'
import { MIN_RADIUS } from './sizes.js'

/** Details are finer than this, and tell of a neighbourhood so wide. */
const [FINE, AROUND] = [3, 2.5]

/** Makes the finest brushes, given for every pixel, finer where the subject has details. */
export function refineOnDetails(finest: Float32Array, canvas: Canvas, { unit, subject, skin }: Scene): void {
  const half = { width: (canvas.width + 1) >> 1, height: (canvas.height + 1) >> 1 }
  const soft = (plane: Float32Array, sigma: number): Float32Array =>
    blur(plane, half.width, half.height, Math.max(0.6, (sigma * unit) / 2))
  const luma = halve(lumaPlane(canvas.colour), canvas.width, canvas.height)
  const details = enlargeBilinear(soft(differences(luma, soft(luma, FINE)), AROUND), half, canvas)
  kernels.refineBrushes(changed(finest), details, subject, skin, finest.length, MIN_RADIUS)
}

const differences = (one: Float32Array, other: Float32Array): Float32Array =>
  one.map((value, i) => Math.abs(value - other[i]!))
