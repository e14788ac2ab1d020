/** Pictures that repeat themselves, and those that do not. */
import { describe, expect, it } from 'vitest'
import { repetitionOf } from '../../src/imaging/raster/repetition.js'

const SIDE = 160
const draw = (grey: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, at) => grey(at % SIDE, Math.floor(at / SIDE)))
const step = (at: number, period: number): number => (Math.floor(at / period) % 2) * 200
/** The same numbers every time, without any order. */
const chance = (seed: number): number => {
  const x = Math.sin(seed * 12.9898) * 43_758.5453
  return x - Math.floor(x)
}

describe('repetitionOf', () => {
  it.each<[string, (x: number, y: number) => number]>([
    ['upright stripes', (x) => step(x, 12)],
    ['level stripes', (_x, y) => step(y, 30)],
    ['slanting stripes', (x, y) => step(x + y, 9)],
    ['a chessboard', (x, y) => Math.abs(step(x, 20) - step(y, 20))],
    ['dots', (x, y) => (Math.hypot((x % 24) - 12, (y % 24) - 12) < 6 ? 255 : 20)],
    ['lines of words', (x, y) => (y % 10 < 5 && chance(Math.floor(x / 3) + 99 * Math.floor(y / 10)) > 0.4 ? 20 : 240)],
  ])('%s do', (_name, grey) => {
    expect(repetitionOf(draw(grey), SIDE)).toBeGreaterThan(0.8)
  })

  it.each<[string, (x: number, y: number) => number]>([
    ['one colour', () => 90],
    ['a gradient', (x, y) => x + y / 2],
    ['a ball', (x, y) => (Math.hypot(x - 70, y - 90) < 40 ? 200 : 30)],
    ['noise', (x, y) => chance(x + y * 977) * 255],
    [
      'two different things',
      (x, y) => (Math.hypot(x - 40, y - 50) < 25 ? 200 : Math.hypot(x - 120, y - 110) < 12 ? 90 : 30),
    ],
  ])('%s does not', (_name, grey) => {
    expect(repetitionOf(draw(grey), SIDE)).toBeLessThan(0.5)
  })
})
