/** Views: parts of a photo, and the way back to the whole. */
import { describe, expect, it } from 'vitest'
import type { Photo } from '../../src/imaging/raster/picture.js'
import { alphaOfWhole, closerView, wholeView } from '../../src/imaging/raster/view.js'

/** Every pixel knows its place: red is its column, green its row, alpha their sum. */
const photo = (width: number, height: number): Photo => ({
  width,
  height,
  colour: Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const at = Math.floor(i / 3)
    return [at % width, Math.floor(at / width), 7][i % 3]!
  }),
  alpha: Uint8Array.from({ length: width * height }, (_, at) => (at % width) + Math.floor(at / width)),
})

describe('closerView', () => {
  it('holds the pixels of its window, and knows where they were', () => {
    const { photo: part, at } = closerView(wholeView(photo(9, 7)), { left: 2, top: 3, width: 4, height: 2 })
    expect(at).toEqual({ left: 2, top: 3, width: 4, height: 2 })
    expect([part.width, part.height]).toEqual([4, 2])
    expect([...part.colour.subarray(0, 6)]).toEqual([2, 3, 7, 3, 3, 7])
    expect([...part.alpha!]).toEqual([5, 6, 7, 8, 6, 7, 8, 9])
  })

  it('a part of a part is where it is in the whole', () => {
    const first = closerView(wholeView(photo(9, 7)), { left: 2, top: 3, width: 5, height: 4 })
    const { photo: part, at } = closerView(first, { left: 1, top: 1, width: 2, height: 2 })
    expect(at).toEqual({ left: 3, top: 4, width: 2, height: 2 })
    expect([...part.colour.subarray(0, 3)]).toEqual([3, 4, 7])
  })

  it('without alpha there is none', () => {
    const whole = wholeView({ ...photo(4, 4), alpha: undefined })
    expect(closerView(whole, { left: 0, top: 0, width: 2, height: 2 }).photo.alpha).toBeUndefined()
  })
})

describe('alphaOfWhole', () => {
  it('puts a part back where it was; all else is empty', () => {
    const alpha = alphaOfWhole(
      Uint8Array.of(1, 2, 3, 4),
      { left: 1, top: 1, width: 2, height: 2 },
      { width: 4, height: 3 },
    )
    expect([...alpha]).toEqual([0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0])
  })

  it('a view of everything is the whole', () => {
    const alpha = new Uint8Array(12)
    expect(alphaOfWhole(alpha, { left: 0, top: 0, width: 4, height: 3 }, { width: 4, height: 3 })).toBe(alpha)
  })
})
