/**
 * The direction of edges at each pixel, from the smoothed structure tensor; brush strokes and lines follow it. It
 * changes slowly, so it is computed at half the size.
 */
import { filled, hold, kernels } from '../../kernels/room.js'
import { blurHeld } from '../../raster/blur.js'

export interface Flow {
  readonly x: Float32Array
  readonly y: Float32Array
  /** 0: no direction, 1: one clear direction. */
  readonly clarity: Float32Array
}

/** At half the size, rounded up. */
export function findHalfFlow(luma: Float32Array, width: number, height: number, sigma: number): Flow {
  return flowOfHalf(halve(luma, width, height), (width + 1) >> 1, (height + 1) >> 1, sigma / 2)
}

/** Of a plane that has half the size already, as everything given. */
export function flowOfHalf(half: Float32Array, width: number, height: number, sigma: number): Flow {
  const plane = () => new Float32Array(half.length)
  const flow = { x: plane(), y: plane(), clarity: plane() }
  hold({ x: filled(flow.x), y: filled(flow.y), clarity: filled(flow.clarity) }, ({ x, y, clarity }) => {
    kernels.gradientProducts(half, width, height, x, y, clarity)
    for (const products of [x, y, clarity]) blurHeld(products, width, height, Math.max(1, sigma))
    kernels.edgeDirections(x, y, clarity, half.length)
  })
  return flow
}

/** Rounded up. */
export function halve(plane: Float32Array, width: number, height: number): Float32Array {
  const half = new Float32Array(((width + 1) >> 1) * ((height + 1) >> 1))
  kernels.halvePlane(plane, width, height, filled(half))
  return half
}
