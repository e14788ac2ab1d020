/** Transparent washes over each other: each has its shape, and the rim it dries with. */
import { changed, floats, hold, kernels } from '../../../kernels/room.js'
import { blurHeld } from '../../../raster/blur.js'
import type { Size } from '../../../raster/picture.js'

/** What is the same for all washes, at each pixel. */
export interface Sheet {
  /** How deep the paint is that has run there; 0 off the subject. */
  readonly deep: Float32Array
  /** How much of it belongs to the subject. */
  readonly own: Float32Array
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
  const margin = Math.ceil(4 * rim)
  const depth = new Float32Array(area)
  hold({ ...sheet, depth: changed(depth), shape: floats(area), around: floats(area) }, (held) => {
    const { shape, around } = held
    for (const { from, deep } of washes) {
      const rows = kernels.washShape(held.deep, held.soft, held.own, width, height, from, shape)
      // Only the rows it lies in, and those that its blur looks at.
      const [first, last] = [rows & 0xffff, rows >>> 16]
      const top = Math.max(0, first - margin)
      const tall = Math.min(height, last + margin) - top
      if (last === 0 || tall <= 0) continue
      const start = top * width
      const count = tall * width
      around.at(start).copyFrom(shape.at(start), count)
      blurHeld(around.at(start), width, tall, rim)
      const planes = [held.depth.at(start), shape.at(start), around.at(start), held.calm.at(start)] as const
      kernels.addWash(...planes, count, deep, edges)
    }
  })
  return depth
}
