/** Shapes as covers: how much of each pixel they take, and what painting with them does. */
import { describe, expect, it } from 'vitest'
import { clipCover, coverDisc, coverPolygon, coverStroke, paintCover } from '../../src/imaging/style/pixels/cover.js'

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
    expect(areaOf(coverDisc({ x: 20, y: 15 }, 8, SIZE))).toBeCloseTo(Math.PI * 64, -1)
    const line = coverStroke(
      [
        { x: 5, y: 10 },
        { x: 25, y: 10 },
      ],
      SIZE,
      () => 4,
    )
    expect(areaOf(line)).toBeCloseTo(80 + Math.PI * 4, -1)
  })

  it('ends where the picture ends', () => {
    expect(areaOf(coverPolygon(square(-5, -5, 10), SIZE))).toBeCloseTo(25, 3)
    expect(areaOf(coverDisc({ x: 200, y: 15 }, 8, SIZE))).toBe(0)
  })

  it('is clipped to another one', () => {
    const clipped = clipCover(coverPolygon(square(0, 0, 10), SIZE), coverPolygon(square(5, 5, 10), SIZE))
    expect(areaOf(clipped)).toBeCloseTo(25, 3)
  })

  it('paints only what it covers', () => {
    const canvas = { ...SIZE, colour: new Uint8ClampedArray(40 * 30 * 3) }
    paintCover(canvas, coverPolygon(square(10, 10, 2), SIZE), [200, 100, 50], 0.5)
    expect([...canvas.colour.subarray((10 * 40 + 10) * 3, (10 * 40 + 10) * 3 + 3)]).toEqual([100, 50, 25])
    expect(canvas.colour.reduce((sum, value) => sum + value, 0)).toBe(4 * 175)
  })
})
