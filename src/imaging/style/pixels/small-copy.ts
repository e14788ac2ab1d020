/** Small copies for what is smooth: each cell of the picture is one pixel, the mean of it. */
import { filled, kernels } from '../../kernels/room.js'
import type { Size } from '../../raster/picture.js'
import type { Canvas } from './canvas.js'
import { cellsOf } from './cell-grid.js'

export interface SmallCopy extends Size {
  readonly colour: Uint8Array
  /** Of a plane of the picture. */
  shrunk(plane: Float32Array): Float32Array
}

export function smallCopy({ width, height, colour }: Canvas, side: number): SmallCopy {
  const size = cellsOf({ width, height }, side)
  const area = size.width * size.height
  const small = new Uint8Array(3 * area)
  kernels.shrinkPicture(colour, width, height, side, filled(small))
  const shrunk = (plane: Float32Array): Float32Array => {
    const cells = new Float32Array(area)
    kernels.meansOfCells(plane, width, height, side, filled(cells))
    return cells
  }
  return { ...size, colour: small, shrunk }
}
