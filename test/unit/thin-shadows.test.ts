import { expect, it } from 'vitest'
import { thinShadows } from '../../src/imaging/style/media/watercolour/thin-shadows.js'
import type { Scene } from '../../src/imaging/style/scene.js'

/** Four pixels: black cloth, a fold on it, white cloth, and dark skin. */
function thinned(amount: number): number[] {
  const colour = Uint8ClampedArray.from([12, 30, 250, 30].flatMap((level) => [level, level, level]))
  const scene = { skin: Float32Array.of(0, 0, 0, 1), features: new Float32Array(4) } as Partial<Scene> as Scene
  thinShadows({ width: 4, height: 1, colour }, scene, amount)
  return [0, 3, 6, 9].map((at) => colour[at]!)
}

it('dark cloth gets lighter, with its folds; light cloth and skin stay', () => {
  const [black, fold, white, skin] = thinned(1) as [number, number, number, number]
  expect(black).toBeGreaterThan(24)
  expect(fold - black).toBeGreaterThan(30 - 12)
  expect(white).toBeGreaterThan(245)
  expect(skin).toBe(30)
})

it('as much as is asked for', () => {
  expect(thinned(0)).toEqual([12, 30, 250, 30])
  expect(thinned(0.5)[0]).toBeLessThan(thinned(1)[0]!)
})
