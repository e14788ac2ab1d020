/** Cells that settle between their own opinion and their neighbours', plainly: cell by cell, row by row. */
import type { SettlingCell } from '../../src/imaging/kernels/settle.js'

export function settlePlainly(
  size: number,
  sweeps: number,
  relaxation: number,
  cells: readonly SettlingCell[],
): Float32Array {
  const settled = Float32Array.from(cells, ({ opinion }) => opinion)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const [i, { opinion, firmness, left, right, above, below }] of cells.entries()) {
      const sum =
        firmness * opinion +
        left * (settled[i - 1] ?? 0) +
        right * (settled[i + 1] ?? 0) +
        above * (settled[i - size] ?? 0) +
        below * (settled[i + size] ?? 0)
      const mean = sum / (firmness + left + right + above + below)
      settled[i] = settled[i]! + relaxation * (mean - settled[i]!)
    }
  }
  return settled
}
