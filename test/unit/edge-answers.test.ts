/** What the edge network is shown, and what becomes of its answers. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createAnswers } from '../../src/imaging/matte/edges/answers.js'
import { dropSpecks } from '../../src/imaging/matte/edges/drop-specks.js'
import { type EdgeNetwork, PLANES } from '../../src/imaging/matte/edges/edge-network.js'
import { overPhoto } from '../../src/imaging/matte/edges/grid.js'

const SIDE = 32
const AREA = (SIDE / 2) ** 2

/** Gives back the green it was shown, pixel by pixel: an answer tells which pixel it is about. */
const greenBack = (most: number): EdgeNetwork => ({
  side: SIDE,
  most,
  refine: async ({ count, cells, rough }) => {
    for (let i = 0; i < count * SIDE * SIDE; i++) {
      const [piece, pixel] = [Math.floor(i / SIDE ** 2), i % SIDE ** 2]
      const [x, y] = [pixel % SIDE, Math.floor(pixel / SIDE)]
      const corner = (y % 2) * 2 + (x % 2)
      rough[i] = cells[(piece * PLANES + 4 + corner) * AREA + (y >> 1) * (SIDE / 2) + (x >> 1)]!
    }
    return rough
  },
})

describe('createAnswers', () => {
  it('keeps each answer where its pixel is, however many pieces go together', async () => {
    const length = fc.integer({ min: 1, max: 70 })
    await fc.assert(
      fc.asyncProperty(
        length,
        length,
        fc.integer({ min: 1, max: 5 }),
        fc.integer(),
        async (width, height, most, seed) => {
          const colour = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7919 + seed) % 256)
          const rough = Uint8Array.from({ length: width * height }, (_, i) => i % 256)
          const answers = createAnswers(greenBack(most), { width, height, colour }, rough)
          const marks = Uint8Array.from({ length: 16 }, (_, i) => (i * 7 + seed) & 1)
          await answers.ask({ size: 4, marks })
          const expected = rough.map((value, i) => (answers.known[i] === 1 ? colour[i * 3 + 1]! : value))
          expect(answers.fine).toEqual(expected)
        },
      ),
    )
  })
})

describe('overPhoto', () => {
  it('lies between the cells around a pixel, and is exact at their centres', () => {
    const cells = Uint8Array.of(0, 100, 200, 255)
    const spread = overPhoto(cells, 2, { width: 6, height: 2 })
    expect([...spread]).toEqual([0, 0, 33, 67, 100, 100, 200, 200, 218, 237, 255, 255])
  })
})

test('what hangs together with the subject stays, the rest is dropped', () => {
  // The subject at the left, a strand that leaves it by a faint pixel, and a speck.
  const rough = Uint8Array.of(255, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0)
  const alpha = Uint8Array.of(255, 90, 12, 80, 0, 0, 70, 255, 0, 0, 0, 0, 60, 9)
  dropSpecks(alpha, rough, 7)
  expect([...alpha]).toEqual([255, 90, 12, 80, 0, 0, 0, 255, 0, 0, 0, 0, 0, 9])
})
