/** The kernels that calculate with whole planes, against plain loops. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changed, filled, kernels } from '../../src/imaging/kernels/room.js'
import { smoothstep } from '../../src/imaging/style/pixels/canvas.js'
import { sequence } from '../../src/imaging/style/pixels/noise.js'
import { apart, bytes, floats } from '../support/random-planes.js'

const everyArea = (check: (area: number, seed: number) => void): void =>
  fc.assert(fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 1e6 }), check), { numRuns: 40 })

test('planes are combined value by value', () => {
  everyArea((area, seed) => {
    const next = sequence(seed)
    const [plane, other] = [floats(area, next), floats(area, next)]
    const worked = (work: (plane: ReturnType<typeof changed<Float32Array>>) => void): Float32Array => {
      const copy = plane.slice()
      work(changed(copy))
      return copy
    }
    const product = worked((copy) => kernels.multiplyBy(copy, other, area))
    expect(
      apart(
        product,
        plane.map((value, i) => value * other[i]!),
      ),
    ).toBeLessThan(1e-6)
    const rest = worked((copy) => kernels.multiplyByRest(copy, other, area))
    expect(
      apart(
        rest,
        plane.map((value, i) => value * (1 - other[i]!)),
      ),
    ).toBeLessThan(1e-6)
    const quotient = worked((copy) => kernels.divideBy(copy, other, area, 0.3))
    expect(
      apart(
        quotient,
        plane.map((value, i) => value / Math.max(0.3, other[i]!)),
      ),
    ).toBeLessThan(1e-5)
    const raised = worked((copy) => kernels.raiseTo(copy, other, area))
    expect(
      apart(
        raised,
        plane.map((value, i) => Math.max(value, other[i]!)),
      ),
    ).toBe(0)
    const scaled = worked((copy) => kernels.scaleShares(copy, area, 3))
    expect(
      apart(
        scaled,
        plane.map((value) => Math.min(1, 3 * value)),
      ),
    ).toBeLessThan(1e-6)
    const risen = worked((copy) => kernels.riseBetween(copy, area, 0.2, 0.7))
    expect(
      apart(
        risen,
        plane.map((value) => smoothstep(0.2, 0.7, value)),
      ),
    ).toBeLessThan(1e-5)
  })
})

test('the mean colour is that of what is surely skin', () => {
  everyArea((area, seed) => {
    const next = sequence(seed)
    const [photo, skin, mean] = [bytes(3 * area, next), floats(area, next), new Float32Array(3)]
    kernels.meanOfSkin(photo, skin, area, filled(mean))
    const sure = Array.from(skin.keys()).filter((i) => skin[i]! >= 0.5)
    const wanted = [0, 1, 2].map((c) => sure.reduce((sum, i) => sum + photo[3 * i + c]!, 0) / Math.max(1, sure.length))
    expect(apart(mean, Float32Array.from(wanted))).toBeLessThan(1e-3)
  })
})
