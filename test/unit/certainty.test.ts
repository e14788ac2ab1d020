/** Confidence and pieces, on grids small enough to be counted by hand. */
import { describe, expect, it } from 'vitest'
import { certaintyOf, pieceOn } from '../../src/imaging/matte/certainty.js'
import type { Box } from '../../src/imaging/raster/picture.js'

const SIZE = 20
const WHOLE: Box = { left: 0, top: 0, width: 200, height: 100 }

/** Logits by cell; what is above 0 has been decided to be subject, unless `subject` says otherwise. */
function look(
  logitAt: (x: number, y: number) => number,
  { subject = (x: number, y: number) => logitAt(x, y) > 0, at = WHOLE, photo = { width: 200, height: 100 } } = {},
) {
  const cells = Array.from({ length: SIZE * SIZE }, (_, i) => [i % SIZE, Math.floor(i / SIZE)] as const)
  const alpha = Uint8Array.from(cells, ([x, y]) => (subject(x, y) ? 255 : 0))
  return certaintyOf(
    { alpha, size: SIZE },
    Float32Array.from(cells, ([x, y]) => logitAt(x, y)),
    at,
    photo,
  )
}

const within = (box: Box) => (x: number, y: number) =>
  x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height
const block = within({ left: 5, top: 5, width: 10, height: 10 })
/** The largest that a look can say. */
const SURE = 6

describe('confidence', () => {
  it('is 1 when the network is sure, and half when it knows nothing about the subject', () => {
    expect(look((x, y) => (block(x, y) ? SURE : -SURE)).confidence).toBe(1)
    expect(look((x, y) => (block(x, y) ? 0 : -SURE), { subject: block }).confidence).toBe(0.5)
  })

  it('counts doubt that was decided to be background like doubt that was decided to be subject', () => {
    const doubtful = within({ left: 5, top: 5, width: 10, height: 5 })
    const logits = (x: number, y: number) => (doubtful(x, y) ? 0 : block(x, y) ? SURE : -SURE)
    expect(look(logits, { subject: block }).confidence).toBe(0.75) // 50 sure and 50 half of 100
    const lower = (x: number, y: number) => block(x, y) && !doubtful(x, y)
    expect(look(logits, { subject: lower }).confidence).toBe(0.667) // 50 of 50 and 50 half
  })

  it('suffers more from the same doubt the smaller the subject is', () => {
    const doubtful = within({ left: 0, top: 0, width: 3, height: 3 })
    const beside = (subject: (x: number, y: number) => boolean) =>
      look((x, y) => (subject(x, y) ? SURE : doubtful(x, y) ? -1 : -SURE)).confidence
    expect(beside(within({ left: 8, top: 8, width: 2, height: 2 }))).toBeLessThan(beside(block) - 0.2)
  })

  it('is 0, and there are no pieces, where there is no subject', () => {
    expect(look(() => -SURE)).toEqual({ confidence: 0, pieces: [] })
  })
})

describe('pieces', () => {
  it('are the connected ones, the largest first, each with its share and its own confidence', () => {
    const small = within({ left: 1, top: 1, width: 2, height: 3 })
    const { pieces } = look((x, y) => (block(x, y) ? SURE : small(x, y) ? 1 : -SURE))
    expect(pieces.map((piece) => pieceOn(WHOLE, piece))).toEqual([
      { box: { left: 50, top: 25, width: 100, height: 50 }, share: 0.25, confidence: 1 },
      { box: { left: 10, top: 5, width: 20, height: 15 }, share: 0.015, confidence: 0.732 },
    ])
  })

  it('of a close-up lie where it was taken from, in pixels of the photo at any size', () => {
    const at = { left: 100, top: 50, width: 100, height: 50 }
    const { pieces } = look((x, y) => (block(x, y) ? SURE : -SURE), { at })
    expect(pieces).toMatchObject([{ share: 0.0625 }])
    const boxOn = (width: number, height: number) => pieceOn({ width, height }, pieces[0]!).box
    expect(boxOn(200, 100)).toEqual({ left: 125, top: 62, width: 50, height: 26 })
    expect(boxOn(2000, 1000)).toEqual({ left: 1250, top: 625, width: 500, height: 250 })
  })

  it('below 0.2 % of the photo are not listed', () => {
    const single = within({ left: 3, top: 3, width: 1, height: 1 }) // 0.25 % of the view
    const seen = (width: number) =>
      look((x, y) => (single(x, y) ? SURE : -SURE), { at: { left: 0, top: 0, width, height: 100 } }).pieces
    expect(seen(200)).toHaveLength(1)
    expect(seen(150)).toHaveLength(0)
  })
})
