import { describe, expect, it } from 'vitest'
import type { PortraitMatte } from '../../src/imaging/id-photo/portrait-matte.js'
import { createRowMeans } from '../../src/imaging/id-photo/row-means.js'

const FRAME = { roll: 0, middle: { x: 0, y: 0 }, eyeDistance: 8, chin: 12, skull: -12 }
/** Cells of two pixels; the first has its middle at u = -4, v = 10. */
const PORTRAIT: PortraitMatte = {
  frame: FRAME,
  width: 5,
  height: 3,
  unit: 2,
  origin: { u: -4, v: 10 },
  alpha: Uint8Array.of(0, 0, 0, 0, 0, 0, 255, 255, 51, 255, 255, 255, 255, 255, 255),
  inside: new Uint8Array(15).fill(1),
}

describe('the mean of a part of a row', () => {
  const meanOfRow = createRowMeans(PORTRAIT)

  it('counts the cells at both ends, and each as solid as it is', () => {
    expect(meanOfRow(12, -2, 2)).toBeCloseTo((1 + 1 + 0.2) / 3)
    expect(meanOfRow(12, -4, 4)).toBeCloseTo((0 + 1 + 1 + 0.2 + 1) / 5)
    expect(meanOfRow(12, 2, 2)).toBeCloseTo(0.2)
  })

  it('is that of the nearest row, however often and in whichever order rows are asked for', () => {
    for (const v of [14.9, 12.9, 10.9, 12.9, 14.9]) expect(meanOfRow(v, -2, 0)).toBe(v < 11 ? 0 : 1)
  })

  it('counts what is beyond the cells as empty', () => {
    expect(meanOfRow(12, -8, 8)).toBeCloseTo((1 + 1 + 0.2 + 1) / 9)
  })

  it('is nothing above and below the cells', () => {
    expect(meanOfRow(8, -4, 4)).toBe(0)
    expect(meanOfRow(16, -4, 4)).toBe(0)
  })
})
