/** Every kernel against plain loops that do the same: test/oracles. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fittedLinear } from '../../src/imaging/kernels/fit-linear.js'
import { fitLinearMatte } from '../oracles/fit-linear.js'

describe('fitted linear mattes', () => {
  test('equal those of plain means, up to rounding', () => {
    const size = fc.integer({ min: 1, max: 40 })
    const radius = fc.integer({ min: 1, max: 6 })
    const epsilon = fc.constantFrom(3e-4, 1e-3, 1e-2)
    fc.assert(
      fc.property(size, radius, epsilon, fc.integer(), (side, reach, softness, seed) => {
        const rgb = noise(side * side * 3, seed)
        const matte = noise(side * side, seed + 1)
        const fit = fittedLinear(rgb, matte, side, reach, softness)
        const plain = fitLinearMatte(matte, rgb, side, reach, softness)
        for (let i = 0; i < side * side; i++)
          expect(Math.abs(alphaBy(fit, rgb, i) - alphaBy(plain, rgb, i))).toBeLessThan(0.25)
      }),
    )
  })
})

const alphaBy = (fit: Float32Array, rgb: Uint8Array, i: number): number =>
  fit[i * 4]! * rgb[i * 3]! + fit[i * 4 + 1]! * rgb[i * 3 + 1]! + fit[i * 4 + 2]! * rgb[i * 3 + 2]! + fit[i * 4 + 3]!

/** Bytes that look random and are the same for the same seed. */
function noise(count: number, seed: number): Uint8Array {
  let state = seed | 1
  return Uint8Array.from({ length: count }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ (state << 7)
    return state >>> 24
  })
}
