/** The measures of edges and pieces on drawn mattes whose faults are known. */
import { describe, expect, it } from 'vitest'
import { edgeFaultsOf } from '../../eval/edge-faults.js'
import type { Plane } from '../../eval/plane.js'

const SIDE = 200
const plane = (value: (x: number, y: number) => number): Plane => ({
  data: Float64Array.from({ length: SIDE * SIDE }, (_, i) => value(i % SIDE, Math.floor(i / SIDE))),
  width: SIDE,
  height: SIDE,
})
const grey = { data: new Uint8Array(SIDE * SIDE * 3).fill(128), width: SIDE, height: SIDE, channels: 3 as const }
const isBody = (x: number, y: number): boolean => x >= 60 && x < 140 && y >= 60 && y < 140
const body = plane((x, y) => (isBody(x, y) ? 1 : 0))

describe('edgeFaultsOf', () => {
  it('finds nothing wrong with the truth itself', () => {
    expect(edgeFaultsOf(grey, body, body, true)).toMatchObject({ veil: 0, core: 0, extra: 0, missing: 0 })
  })

  it('sees a veil around the subject and a bite out of it', () => {
    const faults = edgeFaultsOf(
      grey,
      plane((x, y) => (isBody(x, y) ? 0.9 : 0.1)),
      body,
      true,
    )
    expect(faults.veil).toBeCloseTo(100)
    expect(faults.core).toBeCloseTo(100)
    expect(edgeFaultsOf(grey, body, body, false).veil).toBeUndefined()
  })

  it('counts jumps of alpha that the photo does not have, and no others', () => {
    const stairs = plane((x) => Math.floor(x / 40) / 4)
    expect(edgeFaultsOf(grey, stairs, body, true).steps).toBeGreaterThan(10)
    const data = Uint8Array.from(
      { length: SIDE * SIDE * 3 },
      (_, i) => 50 * Math.floor((Math.floor(i / 3) % SIDE) / 40),
    )
    expect(edgeFaultsOf({ ...grey, data }, stairs, body, true).steps).toBe(0)
  })

  it('counts pieces too many and parts missing', () => {
    const other = plane((x, y) => ((isBody(x, y) && y < 100) || (x < 30 && y < 30) ? 1 : 0))
    expect(edgeFaultsOf(grey, other, body, true)).toMatchObject({ extra: 1, missing: 1 })
  })
})
