/** Shapes as covers: how much of each pixel they take. */
import { describe, expect, it } from 'vitest'
import { coverPolygon } from '../../src/imaging/style/pixels/cover.js'

const SIZE = { width: 40, height: 30 }
const areaOf = ({ share }: { readonly share: Float32Array }): number => share.reduce((sum, value) => sum + value, 0)
const square = (left: number, top: number, side: number) => [
  { x: left, y: top },
  { x: left + side, y: top },
  { x: left + side, y: top + side },
  { x: left, y: top + side },
]

describe('a cover', () => {
  it('has the area of its shape, fractions of pixels included', () => {
    expect(areaOf(coverPolygon(square(3.25, 4.5, 10), SIZE))).toBeCloseTo(100, 3)
  })

  it('ends where the picture ends', () => {
    expect(areaOf(coverPolygon(square(-5, -5, 10), SIZE))).toBeCloseTo(25, 3)
    expect(areaOf(coverPolygon(square(200, 5, 10), SIZE))).toBe(0)
  })
})
