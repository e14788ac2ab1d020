/** Small copies for what is smooth: each cell of the picture is one pixel, the mean of it. */
import { filled, kernels, type Region } from '../../kernels/room.js'
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
  const small = new Uint8Array(3 * size.width * size.height)
  kernels.shrinkPicture(colour, width, height, side, filled(small))
  return { ...size, colour: small, shrunk: (plane) => shrunk(plane, { width, height }, side) }
}

/** A plane of that size. */
export function shrunk(plane: Region, { width, height }: Size, side: number): Float32Array {
  const size = cellsOf({ width, height }, side)
  const cells = new Float32Array(size.width * size.height)
  kernels.meansOfCells(plane, width, height, side, filled(cells))
  return cells
}
