/**
 * How much of a matte is neither person nor background: hair has soft edges, but where a matte is in doubt a haze
 * remains, far from anything solid.
 */
import { floats, hold, kernels } from '../kernels/room.js'
import type { Cutout } from '../raster/picture.js'

const SOLID = 225
const CLEAR = 20

/**
 * The area of haze farther than `reach` pixels from everything solid, in pixels, weighted by how much of it shows; of the
 * first `rows`.
 */
export function hazeArea({ width, alpha }: Pick<Cutout, 'width' | 'alpha'>, reach: number, rows: number): number {
  return hold({ alpha, distance: floats(alpha.length) }, (held) => {
    kernels.measureDistances(held.alpha, width, alpha.length / width, SOLID, 255, held.distance)
    return kernels.hazeBeyond(held.alpha, held.distance, rows * width, CLEAR, reach)
  })
}
