/** Points by the square that they lie in, so that neighbours are found without looking at all of them. */
import type { Size } from '../../raster/picture.js'
import { lengthOf, type Point } from '../../raster/point.js'

export interface Buckets {
  add(point: Point): void
  /** Whether no point is nearer than this. */
  isFree(x: number, y: number, clearance: number): boolean
}

export function createBuckets({ width, height }: Size, side: number): Buckets {
  const columns = Math.ceil(width / side) + 1
  const rows = Math.ceil(height / side) + 1
  const buckets: Point[][] = Array.from({ length: columns * rows }, () => [])
  const column = (x: number): number => Math.min(columns - 1, Math.max(0, Math.floor(x / side)))
  const row = (y: number): number => Math.min(rows - 1, Math.max(0, Math.floor(y / side)))
  // Neighbouring places mostly have the same nearest point.
  let inTheWay: Point | undefined
  return {
    add: (point) => {
      buckets[row(point.y) * columns + column(point.x)]!.push(point)
    },
    isFree: (x, y, clearance) => {
      if (inTheWay && lengthOf(inTheWay.x - x, inTheWay.y - y) < clearance) return false
      for (let r = row(y - clearance); r <= row(y + clearance); r++) {
        for (let c = column(x - clearance); c <= column(x + clearance); c++) {
          for (const point of buckets[r * columns + c]!) {
            if (lengthOf(point.x - x, point.y - y) >= clearance) continue
            inTheWay = point
            return false
          }
        }
      }
      return true
    },
  }
}
