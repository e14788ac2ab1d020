/** Pieces along an edge: all of it is covered, nothing twice; and alpha at the size of a larger photo. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { squaresOver } from '../../src/imaging/matte/edges/cover.js'
import { enlargeByColour } from '../../src/imaging/matte/edges/enlarge-by-colour.js'

describe('squaresOver', () => {
  it('covers every marked cell, and no pixel twice', () => {
    const side = fc.integer({ min: 1, max: 90 })
    fc.assert(
      fc.property(
        side,
        side,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 3, max: 40 }),
        fc.integer(),
        (width, height, size, step, seed) => {
          const marks = Uint8Array.from({ length: size * size }, (_, i) => ((i * 7919 + seed) % 11 === 0 ? 1 : 0))
          const covered = new Uint8Array(width * height)
          for (const { x, y } of squaresOver({ size, marks }, { width, height }, step))
            for (let row = y; row < Math.min(height, y + step); row++)
              for (let column = x; column < Math.min(width, x + step); column++) covered[row * width + column]! += 1
          const wrong: number[][] = []
          for (let y = 0; y < height; y++) {
            for (let x = 0; x < width; x++) {
              const cell = Math.floor((y * size) / height) * size + Math.floor((x * size) / width)
              if (marks[cell] === 1 ? covered[y * width + x] !== 1 : covered[y * width + x]! > 1) wrong.push([x, y])
            }
          }
          expect(wrong).toEqual([])
        },
      ),
    )
  })

  it('has none where nothing is marked', () => {
    expect([...squaresOver({ size: 4, marks: new Uint8Array(16) }, { width: 90, height: 50 }, 20)]).toEqual([])
  })
})

describe('enlargeByColour', () => {
  it('puts the edge where the photo has it', () => {
    const [dark, light] = [new Array(3).fill(20), new Array(3).fill(220)]
    const small = { width: 2, height: 1, colour: Uint8Array.from([...dark, ...light]), alpha: Uint8Array.of(0, 255) }
    const colour = Uint8Array.from([dark, dark, dark, dark, dark, light, light, light].flat())
    const alpha = enlargeByColour(small, { width: 8, height: 1, colour, alpha: undefined })
    for (const [i, value] of alpha.entries()) expect(Math.abs(value - (i < 5 ? 0 : 255))).toBeLessThan(3)
  })
})
