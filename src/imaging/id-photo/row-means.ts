/** How solid parts of a portrait's rows are. The same rows are asked for again and again, so all are summed up first. */
import { filled, kernels } from '../kernels/room.js'
import { clamp } from '../raster/clamp.js'
import { columnOf, type PortraitMatte, rowOf } from './portrait-matte.js'

/** Mean of the row at v from u = `from` to u = `to`, 0..1; beyond the cells it is 0. */
export type MeanOfRow = (v: number, from: number, to: number) => number

export function createRowMeans(portrait: PortraitMatte): MeanOfRow {
  const { width, height, alpha } = portrait
  /** Row by row: at each column, the sum of all before it, and that of the row. */
  const sums = new Int32Array((width + 1) * height)
  kernels.sumRows(alpha, width, height, filled(sums))
  return (v, from, to) => {
    const row = Math.round(rowOf(portrait, v))
    if (row < 0 || row >= height) return 0
    const [first, last] = [Math.round(columnOf(portrait, from)), Math.round(columnOf(portrait, to))]
    const before = (column: number): number => sums[row * (width + 1) + clamp(column, 0, width)]!
    return (before(last + 1) - before(first)) / (255 * (last - first + 1))
  }
}
