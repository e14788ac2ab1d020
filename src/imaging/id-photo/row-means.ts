/** How solid parts of a portrait's rows are. The same rows are asked for again and again, so each is summed up once. */
import { columnOf, type PortraitMatte, rowOf } from './portrait-matte.js'

/** Mean of the row at v from u = `from` to u = `to`, 0..1. */
export type MeanOfRow = (v: number, from: number, to: number) => number

export function createRowMeans(portrait: PortraitMatte): MeanOfRow {
  const { width, height, alpha } = portrait
  /** By row: at each column, the sum of all before it. */
  const sums = new Map<number, Uint32Array>()
  const sumsOf = (row: number): Uint32Array => {
    const line = new Uint32Array(width + 1)
    for (let column = 0; column < width; column++) line[column + 1] = line[column]! + alpha[row * width + column]!
    sums.set(row, line)
    return line
  }
  return (v, from, to) => {
    const row = Math.round(rowOf(portrait, v))
    if (row < 0 || row >= height) return 0
    const first = Math.max(0, Math.round(columnOf(portrait, from)))
    const last = Math.min(width - 1, Math.round(columnOf(portrait, to)))
    const line = sums.get(row) ?? sumsOf(row)
    return (line[last + 1]! - line[first]!) / (255 * (last - first + 1))
  }
}
