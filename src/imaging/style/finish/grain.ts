/** Film grain, strongest in the midtones. */
import { PICTURE_PADDING } from '../../kernels/blend.js'
import { addGrain } from '../../kernels/grain.js'
import { bytesAt, floatsAt, reserve } from '../../kernels/memory.js'
import { valueNoisePlane } from '../pixels/noise.js'
import { amount, defineStep, flag, share } from '../step.js'

export const grain = defineStep(
  { amount: share(), size: amount(0.5, 6), coloured: flag() },
  ({ width, height, colour }, scene, { amount: strength = 0.3, size = 1.2, coloured = false }) => {
    const scale = 1 / Math.max(0.75, size * scene.unit)
    // Grains as small as pixels have no slopes: each pixel is a hill.
    const isFine = scale > 0.9
    const places = isFine ? { across: 1, down: 1 } : { across: scale, down: scale }
    const grains = (coloured ? [0, 1, 2] : [0]).map((channel) =>
      valueNoisePlane({ width, height }, places, scene.seed + channel * 31),
    )
    const area = width * height
    const at = reserve({ picture: colour.length + PICTURE_PADDING, grains: grains.length * area * 4 })
    bytesAt(at.picture, colour.length).set(colour)
    for (const [k, plane] of grains.entries()) floatsAt(at.grains + k * area * 4, area).set(plane)
    const of = (channel: number): number => at.grains + (coloured ? channel : 0) * area * 4
    // Slopes make grains weaker: that is made up for.
    addGrain(at.picture, of(0), of(1), of(2), area, 110 * strength * (isFine ? 1 : 1.4))
    colour.set(bytesAt(at.picture, colour.length))
  },
)
