/** Planes and pictures of random numbers, and how far two of them are apart. */
import { expect } from 'vitest'

export const floats = (length: number, random: () => number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length }, () => random())

export const bytes = (length: number, random: () => number): Uint8ClampedArray =>
  Uint8ClampedArray.from({ length }, () => 256 * random())

/** The largest difference anywhere. */
export function apart(one: ArrayLike<number>, other: ArrayLike<number>): number {
  expect(one.length).toBe(other.length)
  let most = 0
  for (let i = 0; i < one.length; i++) most = Math.max(most, Math.abs(one[i]! - other[i]!))
  return most
}
