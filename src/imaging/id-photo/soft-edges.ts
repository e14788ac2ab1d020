/**
 * How much of a matte is neither person nor background: hair has soft edges, but where a matte is in doubt a haze
 * remains, far from anything solid.
 */
import { kernels } from '../kernels/room.js'
import { distanceToLevels } from '../raster/distance.js'
import type { Cutout } from '../raster/picture.js'

const SOLID = 225
const CLEAR = 20

/**
 * The area of haze farther than `reach` pixels from everything solid, in pixels, weighted by how much of it shows; of the
 * first `rows`.
 */
export function hazeArea({ width, alpha }: Pick<Cutout, 'width' | 'alpha'>, reach: number, rows: number): number {
  const distance = distanceToLevels(SOLID, 255, alpha, width)
  return kernels.hazeBeyond(alpha, distance, rows * width, CLEAR, reach)
}
