/** Two looks: a mean along edges, a choice where they differ about a whole piece. */
import { describe, expect, it } from 'vitest'
import { fuseLooks } from '../../src/imaging/matte/fuse-looks.js'

const SIDE = 40
/** A body in the middle, and a piece beside it of which the look thinks `piece`. */
const look = (body: number, piece: number, ground = -5): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    if (y < 10 || y >= 30) return ground
    return x >= 5 && x < 15 ? body : x >= 15 && x < 25 ? piece : ground
  })
const pieceOf = (logits: Float32Array): number => logits[20 * SIDE + 20]!

describe('fuseLooks', () => {
  it('is the mean where both are on one side', () => {
    expect(pieceOf(fuseLooks(look(6, 2), look(4, 5)))).toBe(3.5)
  })

  it('loses no piece that the first look found, unless the second is much surer', () => {
    expect(pieceOf(fuseLooks(look(6, 3), look(6, -5.5)))).toBe(3)
    expect(pieceOf(fuseLooks(look(6, 1), look(6, -5.5)))).toBe(-5.5)
  })

  it('gains a piece from a second look that is clearly surer', () => {
    expect(pieceOf(fuseLooks(look(6, -3), look(6, 4)))).toBe(-3)
    expect(pieceOf(fuseLooks(look(6, -1), look(6, 4)))).toBe(4)
  })

  it('leaves what the looks differ about in single cells to their mean', () => {
    const [first, second] = [look(6, 6), look(6, 6)]
    second[20 * SIDE + 20] = -4
    expect(pieceOf(fuseLooks(first, second))).toBe(1)
  })

  it('counts the second look only as much as it may', () => {
    const half = (at: number): number => (at % SIDE < 20 ? 0 : 1)
    const fused = fuseLooks(look(6, 1), look(6, -5.5), half)
    expect([fused[20 * SIDE + 17], fused[20 * SIDE + 22]]).toEqual([1, -5.5])
  })
})
