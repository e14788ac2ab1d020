/**
 * Transparent washes over each other: each has its shape, the rim it dries with, and the strokes of the brush where it
 * ends.
 */
import { bytesAt, floatsAt, reserve, SIMD_PADDING } from '../../../kernels/memory.js'
import { addWash, washShape } from '../../../kernels/wash.js'
import { blurInPlace } from '../../../raster/blur.js'
import type { Size } from '../../../raster/picture.js'

/** What is the same for all washes, at each pixel. */
export interface Sheet {
  /** How deep the paint is that has run there; 0 off the subject. */
  readonly deep: Float32Array
  /** How much of it belongs to the subject. */
  readonly own: Float32Array
  /** How far the picture is worked out there, with the strokes of the brush where it ends. */
  readonly worked: Float32Array
  /** How softly washes end there, relative to their depth. */
  readonly soft: Float32Array
  /** How much of their rims is seen there. */
  readonly calm: Float32Array
}

export interface Wash {
  /** Depth from which it is laid. */
  readonly from: number
  /** How deep it is itself. */
  readonly deep: number
}

/** The depth of the paint when all of them are dry; `rim`: how far water carries pigment to their edges, in pixels. */
export function layWashes(
  { width, height }: Size,
  sheet: Sheet,
  washes: readonly Wash[],
  edges: number,
  rim: number,
): Float32Array {
  const area = width * height
  const plane = area * 4 + SIMD_PADDING
  const margin = Math.ceil(4 * rim)
  const at = reserve({
    deep: plane,
    own: plane,
    worked: plane,
    soft: plane,
    calm: plane,
    depth: plane,
    shape: plane,
    around: plane,
    ...blurInPlace(width, height, rim).bytes,
  })
  for (const name of ['deep', 'own', 'worked', 'soft', 'calm'] as const) floatsAt(at[name], area).set(sheet[name])
  floatsAt(at.depth, area).fill(0)
  for (const [order, { from, deep }] of washes.entries()) {
    const ends = 0.36 + 0.05 * order
    const rows = washShape(at.deep, at.worked, at.soft, at.own, width, height, from, ends, at.shape)
    // Only the rows it lies in, and those that its blur looks at.
    const [first, last] = [rows & 0xffff, rows >>> 16]
    const top = Math.max(0, first - margin)
    const tall = Math.min(height, last + margin) - top
    if (last === 0 || tall <= 0) continue
    const [start, bytes] = [top * width * 4, tall * width * 4]
    bytesAt(at.around + start, bytes).set(bytesAt(at.shape + start, bytes))
    blurInPlace(width, tall, rim).run(at.around + start, at)
    addWash(at.depth + start, at.shape + start, at.around + start, at.calm + start, tall * width, deep, edges)
  }
  return floatsAt(at.depth, area).slice()
}
