/** Copies of any window of any picture against the plain mean of the pixels that its grid hits. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type SampleGrid, sampleBilinearGrid, sampleNearestGrid } from '../../src/imaging/raster/sample-grid.js'

const side = fc.integer({ min: 1, max: 24 })
const place = fc.integer({ min: -1200, max: 3000 }).map((value) => value / 97)
const step = fc.integer({ min: -300, max: 300 }).map((value) => value / 97)

const grids = fc.oneof(
  fc.record({ ox: place, oy: place, rx: step, ry: fc.constant(0), dx: fc.constant(0), dy: step }),
  fc.record({ ox: place, oy: place, rx: step, ry: step, dx: step, dy: step }),
)

/** Places are known to a 65536th of a pixel. */
const pixelAt = (across: number, down: number): number => {
  const [a, b] = [across, down].map((value) => Math.round(value * 65_536)) as [number, number]
  return Math.floor((a + b) / 65_536)
}

it('averages the nearest pixels, along straight grids and turned ones', () => {
  fc.assert(
    fc.property(
      side,
      side,
      grids,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      (width, height, { ox, oy, rx, ry, dx, dy }, size, samples, blackOutside) => {
        const colour = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7919) % 256)
        const grid: SampleGrid = { origin: { x: ox, y: oy }, right: { x: rx, y: ry }, down: { x: dx, y: dy } }
        const copy = sampleNearestGrid({ width, height, colour }, grid, size, samples, blackOutside)
        const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at))
        for (let row = 0; row < size; row++) {
          for (let column = 0; column < size; column++) {
            for (let c = 0; c < 3; c++) {
              let sum = 0
              for (let j = 0; j < samples; j++) {
                for (let i = 0; i < samples; i++) {
                  const [u, v] = [(column * samples + i + 0.5) / samples, (row * samples + j + 0.5) / samples]
                  const x = pixelAt(ox + u * rx, v * dx)
                  const y = pixelAt(oy + u * ry, v * dy)
                  const isOutside = x < 0 || y < 0 || x >= width || y >= height
                  if (!isOutside || !blackOutside)
                    sum += colour[(within(y, height) * width + within(x, width)) * 3 + c]!
                }
              }
              const found = copy[(row * size + column) * 3 + c]!
              expect(Math.abs(found - sum / samples ** 2)).toBeLessThanOrEqual(0.51)
            }
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})

it('interpolates between the four pixels around, with the edges repeated or black', () => {
  fc.assert(
    fc.property(side, side, grids, fc.boolean(), (width, height, { ox, oy, rx, ry, dx, dy }, blackOutside) => {
      const size = 5
      const colour = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7919) % 256)
      const grid: SampleGrid = { origin: { x: ox, y: oy }, right: { x: rx, y: ry }, down: { x: dx, y: dy } }
      const copy = sampleBilinearGrid({ width, height, colour }, grid, size, blackOutside)
      const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at))
      for (let i = 0; i < copy.length; i++) {
        const [u, v] = [(Math.floor(i / 3) % size) + 0.5, Math.floor(i / 3 / size) + 0.5]
        const [x, y] = [ox + u * rx + v * dx, oy + u * ry + v * dy]
        const isBlack = blackOutside && !(x >= 0 && y >= 0 && x < width && y < height)
        const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
        let mean = 0
        for (const [column, row] of [
          [left, top],
          [left + 1, top],
          [left, top + 1],
          [left + 1, top + 1],
        ] as const) {
          const weight = (1 - Math.abs(x - 0.5 - column)) * (1 - Math.abs(y - 0.5 - row))
          mean += weight * colour[(within(row, height) * width + within(column, width)) * 3 + (i % 3)]!
        }
        expect(Math.abs(copy[i]! - (isBlack ? 0 : mean))).toBeLessThanOrEqual(0.501)
      }
    }),
    { numRuns: 60 },
  )
})
