import { describe, expect, it } from 'vitest'
import { strandsOf } from '../../src/imaging/style/sitter/strands.js'

const [WIDTH, HEIGHT, FACE] = [240, 200, 160]

/** A head of one colour on the left; on the right of the same colour with stripes, as strands have them. */
function halfHaired(contrast: number) {
  const colour = new Uint8Array(WIDTH * HEIGHT * 3)
  const subject = new Float32Array(WIDTH * HEIGHT)
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const striped = x >= WIDTH / 2 && (x >> 1) % 2 === 0
      colour.set(
        [190, 140, 110].map((c) => (striped ? c * (1 - contrast) : c)),
        i * 3,
      )
      subject[i] = y >= 40 ? 1 : 0
      if (y < 40) colour.set([20, 40, 90], i * 3)
    }
  }
  return { width: WIDTH, height: HEIGHT, colour, subject }
}

describe('hair by its texture', () => {
  const at = (plane: Float32Array, x: number, y: number) => plane[y * WIDTH + x]!

  it('is where strands differ in brightness, in the colour of skin as well', () => {
    const strands = strandsOf(halfHaired(0.35), FACE)
    expect(at(strands, 190, 120)).toBeGreaterThan(0.9)
    expect(at(strands, 50, 120)).toBe(0)
  })

  it('is not at the edge of a smooth head', () => {
    const strands = strandsOf(halfHaired(0.35), FACE)
    for (let y = 36; y < 60; y++) expect(at(strands, 50, y)).toBeLessThan(0.05)
  })

  it('is not on skin whose pores differ a little', () => {
    expect(at(strandsOf(halfHaired(0.06), FACE), 190, 120)).toBe(0)
  })
})
