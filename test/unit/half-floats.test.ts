import { expect, test } from 'vitest'
import { floatToHalf, halfToFloat } from '../../src/base/half-floats.js'

test('every half survives the way to a float and back', () => {
  const halves = Uint16Array.from({ length: 65_536 }, (_, bits) => bits)
  const back = floatToHalf(halfToFloat(halves))
  const isNaNHalf = (bits: number): boolean => (bits & 0x7c00) === 0x7c00 && (bits & 0x3ff) !== 0
  const changed = Array.from(halves).filter((bits) => (isNaNHalf(bits) ? !isNaNHalf(back[bits]!) : back[bits] !== bits))
  expect(changed).toEqual([])
})

test.each([
  [1 + 2 ** -11, 0x3c00], // between 1 and the next: the even one
  [1 + 3 * 2 ** -11, 0x3c02],
  [1 + 2 ** -11 + 2 ** -20, 0x3c01],
  [65_519, 0x7bff],
  [65_520, 0x7c00],
  [1e9, 0x7c00],
  [-1e9, 0xfc00],
  [2 ** -25, 0],
  [3 * 2 ** -25, 2],
  [-(2 ** -24), 0x8001],
])('%f becomes the nearest half', (value, bits) => {
  expect(floatToHalf(Float32Array.of(value))[0]).toBe(bits)
})
