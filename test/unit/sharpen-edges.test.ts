/** Alpha follows the photo's colours where they tell subject and background apart, and stays where they do not. */
import { describe, expect, it } from 'vitest'
import { sharpenEdges } from '../../src/imaging/matte/foreground.js'
import type { Photo } from '../../src/imaging/raster/picture.js'

const SIDE = 120
type Colour = readonly [number, number, number]
const RED: Colour = [190, 40, 30]
const BLUE: Colour = [40, 70, 200]

/** A disk with an edge `softness` pixels wide. */
function disk(softness: number, radius = 40): Uint8Array {
  return Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
    const distance = Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2)
    return Math.round(255 * Math.min(1, Math.max(0, (radius - distance) / softness + 0.5)))
  })
}

function composed(alpha: Uint8Array, front: Colour, back: Colour): Photo {
  const colour = new Uint8Array(alpha.length * 3)
  for (let i = 0; i < colour.length; i++) {
    const share = alpha[Math.floor(i / 3)]! / 255
    colour[i] = Math.round(front[i % 3]! * share + back[i % 3]! * (1 - share))
  }
  return { width: SIDE, height: SIDE, colour, alpha: undefined }
}

const error = (alpha: Uint8Array, truth: Uint8Array): number =>
  alpha.reduce((sum, value, i) => sum + Math.abs(value - truth[i]!), 0)

describe('sharpenEdges', () => {
  it('brings a soft guess of a sharp edge at least a third closer to the truth', () => {
    const truth = disk(2)
    const alpha = disk(8)
    const before = error(alpha, truth)
    sharpenEdges({ ...composed(truth, RED, BLUE), alpha }, false)
    expect(error(alpha, truth)).toBeLessThan((before * 2) / 3)
  })

  it('moves an edge that was found two pixels too far out', () => {
    const truth = disk(6)
    const alpha = disk(6, 42)
    const before = error(alpha, truth)
    sharpenEdges({ ...composed(truth, RED, BLUE), alpha }, false)
    expect(error(alpha, truth)).toBeLessThan(before * 0.75)
  })

  it('hardly touches alpha where subject and background have the same colour', () => {
    const alpha = disk(8)
    const before = alpha.slice()
    sharpenEdges({ ...composed(disk(2), RED, [188, 42, 32]), alpha }, false)
    expect(alpha.every((value, i) => Math.abs(value - before[i]!) <= 12)).toBe(true)
  })

  it('leaves what is exactly 0 or 255', () => {
    const alpha = disk(4)
    const before = alpha.slice()
    sharpenEdges({ ...composed(disk(4, 30), RED, BLUE), alpha }, false)
    expect(alpha.every((value, i) => (before[i] !== 0 && before[i] !== 255) || value === before[i])).toBe(true)
  })

  it.each([0, 255])('has nothing to do where alpha is %i everywhere', (value) => {
    const alpha = new Uint8Array(SIDE * SIDE).fill(value)
    sharpenEdges({ ...composed(disk(2), RED, BLUE), alpha }, false)
    expect(alpha.every((now) => now === value)).toBe(true)
  })
})
