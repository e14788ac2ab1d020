/** The edge network at work on drawn pictures whose alpha is known. */
import { describe, expect, it } from 'vitest'
import type { GridMatte } from '../../src/imaging/matte/edges/grid.js'
import type { Photo } from '../../src/imaging/raster/picture.js'
import { refineEdges as refineWithin } from '../support/edges.js'

const refineEdges = (matte: GridMatte, photo: Photo): Promise<Uint8Array> =>
  refineWithin(matte, photo, { largest: 1200, rounds: 0 })

type Colour = readonly [number, number, number]
const RED: Colour = [190, 40, 30]
const BLUE: Colour = [40, 70, 200]
const GRID = 80

interface Scene {
  readonly truth: Uint8Array
  readonly photo: Photo
}

/** `cover`: how much of the place (0..1 across and down) is subject. */
function scene(side: number, cover: (x: number, y: number) => number, front = RED, back = BLUE): Scene {
  const truth = Uint8Array.from({ length: side * side }, (_, i) =>
    Math.round(255 * Math.min(1, Math.max(0, cover(((i % side) + 0.5) / side, (Math.floor(i / side) + 0.5) / side)))),
  )
  const colour = new Uint8Array(truth.length * 3)
  for (let i = 0; i < colour.length; i++) {
    const share = truth[Math.floor(i / 3)]! / 255
    colour[i] = Math.round(front[i % 3]! * share + back[i % 3]! * (1 - share))
  }
  return { truth, photo: { width: side, height: side, colour, alpha: undefined } }
}

const disk =
  (radius: number, softness: number) =>
  (x: number, y: number): number =>
    (radius - Math.hypot(x - 0.5, y - 0.5)) / softness + 0.5

/** What a network with cells might say of it: right on the whole, soft along the edge. */
const rough = (cover: (x: number, y: number) => number): GridMatte => ({
  size: GRID,
  alpha: scene(GRID, cover).truth,
})

const errorOf = (alpha: Uint8Array, truth: Uint8Array): number =>
  alpha.reduce((sum, value, i) => sum + Math.abs(value - truth[i]!), 0) / (255 * truth.length)

describe('refineEdges', () => {
  it('finds a sharp edge that the grid shows four cells wide', async () => {
    const { truth, photo } = scene(400, disk(0.3, 0.004))
    const guess = rough(disk(0.3, 0.05))
    const before = errorOf(scene(400, disk(0.3, 0.05)).truth, truth)
    expect(errorOf(await refineEdges(guess, photo), truth)).toBeLessThan(before / 3)
  })

  it('moves an edge that was found a cell too far out', async () => {
    const { truth, photo } = scene(400, disk(0.3, 0.01))
    const before = errorOf(scene(400, disk(0.3125, 0.03)).truth, truth)
    expect(errorOf(await refineEdges(rough(disk(0.3125, 0.03)), photo), truth)).toBeLessThan(before / 2)
  })

  it('leaves what is sure', async () => {
    const { photo } = scene(400, disk(0.3, 0.004))
    const sure = { size: GRID, alpha: new Uint8Array(GRID * GRID).fill(255) }
    expect((await refineEdges(sure, photo)).every((value) => value === 255)).toBe(true)
  })

  it('takes no texture inside a body for gaps', async () => {
    const { photo } = scene(400, disk(0.4, 0.004))
    // Stripes of the background's own colour across the middle.
    for (let y = 190; y < 210; y += 4) photo.colour.set(photo.colour.subarray(0, 300), (y * 400 + 150) * 3)
    const alpha = await refineEdges(rough(disk(0.4, 0.03)), photo)
    for (let y = 150; y < 250; y++)
      expect(alpha.subarray(y * 400 + 120, y * 400 + 280).every((value) => value === 255)).toBe(true)
  })

  it('opens the gaps between strands, and keeps the strands', async () => {
    const strands = (x: number, y: number): number =>
      y > 0.6 || (y > 0.3 && Math.abs(((x * 20) % 1) - 0.5) < 0.12) ? 1 : 0
    const { photo } = scene(400, strands)
    const fringe = rough((_, y) => (y > 0.6 ? 1 : y > 0.3 ? 0.3 : 0))
    const alpha = await refineEdges(fringe, photo)
    const row = 180 * 400
    const means = (isStrand: boolean): number => {
      const values = Array.from({ length: 300 }, (_, i) => 50 + i).filter(
        (x) => strands((x + 0.5) / 400, 0.45) > 0.5 === isStrand,
      )
      return values.reduce((sum, x) => sum + alpha[row + x]!, 0) / values.length
    }
    expect(means(true)).toBeGreaterThan(140)
    expect(means(false)).toBeLessThan(60)
  })

  it('follows the pixels of a photo that is larger than it works on', async () => {
    const { truth, photo } = scene(3200, disk(0.3, 0.0004))
    const alpha = await refineEdges(rough(disk(0.3, 0.04)), photo)
    // The grid alone is off by more than ten times as much.
    expect(errorOf(alpha, truth)).toBeLessThan(0.0015)
    expect(alpha).toHaveLength(3200 * 3200)
  })

  it.each([
    [40, 40],
    [1, 300],
    [700, 3],
  ])('has an answer for %i x %i pixels', async (width, height) => {
    const colour = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7919) % 256)
    const alpha = await refineEdges(rough(disk(0.3, 0.1)), { width, height, colour, alpha: undefined })
    expect(alpha).toHaveLength(width * height)
  })
})
