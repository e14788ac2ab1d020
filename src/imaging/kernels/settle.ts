/** Sweeps over a grid until every cell has settled between its own opinion and its neighbours'; see kernels/settle.ts. */
import { type Address, floatsAt, kernel, reserve } from './memory.js'

const sweepDiagonals =
  kernel<
    (
      values: Address,
      own: Address,
      ofLeft: Address,
      ofAbove: Address,
      ofRight: Address,
      ofBelow: Address,
      size: number,
      stride: number,
      sweeps: number,
      keep: number,
    ) => void
  >('settleDiagonals')

/** A cell's opinion, how firmly it holds on to it, and its bonds with its neighbours; 0 where there is none. */
export interface SettlingCell {
  opinion: number
  firmness: number
  left: number
  right: number
  above: number
  below: number
}

/** `cellAt` is asked once for each cell, in the order of rows. `relaxation`: above 1, each sweep goes further. */
export function settleDiagonals(
  size: number,
  sweeps: number,
  relaxation: number,
  cellAt: (i: number) => SettlingCell,
): Float32Array {
  const stride = Math.ceil(size / 4) * 4 + 8
  const count = stride * (2 * size + 1)
  const bytes = count * 4
  const at = reserve({ values: bytes, own: bytes, ofLeft: bytes, ofAbove: bytes, ofRight: bytes, ofBelow: bytes })
  const planes = Object.values(at).map((address) => floatsAt(address, count).fill(0))
  const [values, own, ofLeft, ofAbove, ofRight, ofBelow] = planes as [Plane, Plane, Plane, Plane, Plane, Plane]
  for (let y = 0, i = 0; y < size; y++) {
    let place = (y + 1) * stride + y + 4
    for (let x = 0; x < size; x++, i++, place += stride) {
      const { opinion, firmness, left, right, above, below } = cellAt(i)
      const share = relaxation / (firmness + left + right + above + below)
      values[place] = opinion
      own[place] = share * firmness * opinion
      ofLeft[place] = share * left
      ofAbove[place] = share * above
      ofRight[place] = share * right
      ofBelow[place] = share * below
    }
  }
  const { ofLeft: left, ofAbove: above, ofRight: right, ofBelow: below } = at
  sweepDiagonals(at.values, at.own, left, above, right, below, size, stride, sweeps, 1 - relaxation)
  const settled = new Float32Array(size * size)
  for (let y = 0, i = 0; y < size; y++) {
    let place = (y + 1) * stride + y + 4
    for (let x = 0; x < size; x++, i++, place += stride) settled[i] = values[place]!
  }
  return settled
}

type Plane = Float32Array
