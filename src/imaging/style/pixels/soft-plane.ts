/** A plane of something without sharp edges, such as a glow: found at every few pixels, and between them. */
import { enlargeBilinear } from '../../raster/bilinear.js'
import type { Size } from '../../raster/picture.js'
import { cellsOf } from './cell-grid.js'

/** `valueAt`: at a point of the whole plane; `step`: how many pixels it is from one to the next. */
export function softPlane(size: Size, step: number, valueAt: (x: number, y: number) => number): Float32Array {
  const small = cellsOf(size, step)
  const plane = new Float32Array(small.width * small.height)
  const middle = (step - 1) / 2
  for (let row = 0, i = 0; row < small.height; row++) {
    for (let column = 0; column < small.width; column++, i++)
      plane[i] = valueAt(column * step + middle, row * step + middle)
  }
  return enlargeBilinear(plane, small, size)
}
