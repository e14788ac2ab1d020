import { expect, it } from 'vitest'
import type { Scene } from '../../src/imaging/style/scene.js'
import { paintFoliage } from '../../src/imaging/style/scenery/foliage.js'

const garden = (width: number, height: number, seed: number, subject = new Float32Array(width * height)) =>
  paintFoliage({ width, height, seed, unit: Math.sqrt(width * height) / 1000, subject } as Partial<Scene> as Scene)

const petals = (r: number, g: number, b: number): boolean => r > 200 && b > 70 && g < 130

/** The share of pixels for which this holds. */
function share({ colour }: { colour: Uint8ClampedArray }, holds: (r: number, g: number, b: number) => boolean): number {
  let count = 0
  for (let at = 0; at < colour.length; at += 3) if (holds(colour[at]!, colour[at + 1]!, colour[at + 2]!)) count += 1
  return (count * 3) / colour.length
}

it('has leaves on a warm ground, and some flowers, in any format', () => {
  for (const [width, height] of [
    [200, 260],
    [320, 150],
  ] as const) {
    const painted = garden(width, height, 5)
    expect(share(painted, (r, g) => g > r)).toBeGreaterThan(0.35)
    expect(share(painted, (r, g, b) => r > 200 && g > 100 && g < 190 && b < 80)).toBeGreaterThan(0.03)
    expect(share(painted, petals)).toBeGreaterThan(0.001)
  }
})

it('grows differently in every picture, and always the same in one', () => {
  expect(garden(120, 120, 1).colour).toEqual(garden(120, 120, 1).colour)
  expect(garden(120, 120, 1).colour).not.toEqual(garden(120, 120, 2).colour)
})

it('has no flowers where the sitter is', () => {
  expect(share(garden(200, 260, 5, new Float32Array(200 * 260).fill(1)), petals)).toBe(0)
})
