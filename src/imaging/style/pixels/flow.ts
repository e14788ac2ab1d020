/**
 * The direction of edges at each pixel, from the smoothed structure tensor; brush strokes and lines follow it. It
 * changes slowly, so it is computed at half the size.
 */
import { edgeDirections, gradientProducts, halvePlane } from '../../kernels/flow.js'
import { floatsAt, reserve, SIMD_PADDING } from '../../kernels/memory.js'
import { blurInPlace } from '../../raster/blur.js'

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
  const { bytes, run } = blurInPlace(width, height, Math.max(1, sigma))
  const plane = half.length * 4 + SIMD_PADDING
  const at = reserve({ half: plane, xx: plane, xy: plane, yy: plane, ...bytes })
  floatsAt(at.half, half.length).set(half)
  gradientProducts(at.half, width, height, at.xx, at.xy, at.yy)
  for (const products of [at.xx, at.xy, at.yy]) run(products, at)
  edgeDirections(at.xx, at.xy, at.yy, half.length)
  const [x, y, clarity] = [at.xx, at.xy, at.yy].map((address) => floatsAt(address, half.length).slice())
  return { x: x!, y: y!, clarity: clarity! }
}

/** Rounded up. */
export function halve(plane: Float32Array, width: number, height: number): Float32Array {
  const area = ((width + 1) >> 1) * ((height + 1) >> 1)
  const at = reserve({ plane: plane.length * 4, half: area * 4 })
  floatsAt(at.plane, plane.length).set(plane)
  halvePlane(at.plane, width, height, at.half)
  return floatsAt(at.half, area).slice()
}
