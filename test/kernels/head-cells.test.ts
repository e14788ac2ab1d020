/** The cells around a head against plain loops over the photo's own pixels. */
import { expect, test } from 'vitest'
import { headCellsOf } from '../../src/imaging/matte/rests/head-cells.js'
import { toLab } from '../../src/imaging/raster/lab.js'

const noise = (i: number, seed: number): number => (Math.imul(i + seed, 2_654_435_761) >>> 11) % 256

const [WIDTH, HEIGHT] = [190, 170]
const photo = {
  width: WIDTH,
  height: HEIGHT,
  colour: Uint8Array.from({ length: 3 * WIDTH * HEIGHT }, (_, i) => noise(i, 1)),
  // Nothing on the left, all on the right, and both mixed between.
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const x = i % WIDTH
    return x < 60 ? noise(i, 2) % 9 : x > 130 ? 255 : noise(i, 3)
  }),
}

// Cells of one pixel, of as many as are looked at, and of more, where the last look lies near the cell's end.
test.each([1, 4, 11])('cells of %i pixels say what is in them', (side) => {
  const box = { left: 80, top: 70, width: 30, height: 40 }
  const cells = headCellsOf(photo, box, box.height / side)
  expect(cells.side).toBe(side)
  expect(cells.width * cells.height).toBeGreaterThan(100)
  const step = Math.max(1, Math.floor(side / 4))
  for (let cell = 0; cell < cells.width * cells.height; cell++) {
    const [x, y] = [cells.left + (cell % cells.width) * side, cells.top + Math.floor(cell / cells.width) * side]
    const looks: number[] = []
    for (let dy = 0; dy < side; dy += step)
      for (let dx = 0; dx < side; dx += step) looks.push((y + dy) * WIDTH + x + dx)
    const meanOf = (valueAt: (at: number) => number): number =>
      looks.reduce((sum, at) => sum + valueAt(at), 0) / looks.length
    const rgb = [0, 1, 2].map((c) => meanOf((at) => photo.colour[3 * at + c]!)) as [number, number, number]
    const lab = toLab(Math.round(rgb[0]), Math.round(rgb[1]), Math.round(rgb[2]))
    for (const c of [0, 1, 2] as const) {
      expect(cells.rgb[3 * cell + c]).toBeCloseTo(rgb[c], 3)
      expect(cells.lab[3 * cell + c]).toBeCloseTo(lab[c], 3)
    }
    expect(cells.rough[cell]).toBeCloseTo(Math.sqrt(meanOf((at) => (photo.colour[3 * at + 1]! - rgb[1]) ** 2)), 2)
    expect(cells.alpha[cell]).toBe(Math.floor(meanOf((at) => photo.alpha[at]!)))
    expect(cells.background[cell]).toBe(Math.max(...looks.map((at) => photo.alpha[at]!)) < 8 ? 1 : 0)
  }
})
