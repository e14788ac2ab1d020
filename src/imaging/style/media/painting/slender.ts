/** Thin dark structures, such as cables, masts and twigs: finer than a brush, and yet what a place is known by. */
import type { Size } from '../../../raster/picture.js'
import { smoothstep } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'

/** They are at most twice as wide as this, in pixels of a picture of one megapixel. */
const REACH = 4
/** How much darker than what is around them they are: below the first they are none, from the second on they are sure. */
const [FAINT, SURE] = [0.05, 0.14]
/** Black still reflects this much. */
const BLACK = 0.02

/** How much of the light around them they let pass: 1 where there is none, and on people. */
export function findSlender({ luma, skin, hair, features, unit, width, height }: Scene): Float32Array {
  const [size, reach] = [{ width, height }, Math.max(1, Math.round(REACH * unit))]
  const negated = (plane: Float32Array): Float32Array => plane.map((value) => -value)
  const closed = leastAround(negated(leastAround(negated(luma), size, reach)), size, reach)
  return closed.map((around, i) => {
    const here = luma[i]!
    const share = smoothstep(FAINT, SURE, around - here) * (1 - Math.max(skin[i]!, hair[i]!, features[i]!))
    return 1 - share * (1 - (here + BLACK) / (around + BLACK))
  })
}

/** The least value within `reach`, across and down. */
function leastAround(plane: Float32Array, { width, height }: Size, reach: number): Float32Array {
  const across = plane.slice()
  for (let row = 0; row < plane.length; row += width)
    for (let by = 1; by <= Math.min(reach, width - 1); by++)
      for (let i = row + by, end = row + width; i < end; i++) {
        if (plane[i - by]! < across[i]!) across[i] = plane[i - by]!
        if (plane[i]! < across[i - by]!) across[i - by] = plane[i]!
      }
  const least = across.slice()
  for (let by = width; by <= Math.min(reach, height - 1) * width; by += width)
    for (let i = by; i < plane.length; i++) {
      if (across[i - by]! < least[i]!) least[i] = across[i - by]!
      if (across[i]! < least[i - by]!) least[i - by] = across[i]!
    }
  return least
}
