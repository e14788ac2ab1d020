/** The marks of a brush's hairs: long streaks, one table for all strokes, which read it at different places. */
import { hashNoise } from '../../pixels/noise.js'

/** Entries per side; a power of two, so that reading wraps around with a mask. */
const SIDE = 256
const MASK = SIDE - 1
/** How far a hair leaves the same mark, in entries. */
const REACH = 9

/** 0..1, read with `markAt`. */
export type Bristles = Float32Array

/** `hair` and `along` may be any integer. */
export const markAt = (bristles: Bristles, hair: number, along: number): number =>
  bristles[((hair & MASK) << 8) | (along & MASK)]!

export function createBristles(seed: number): Bristles {
  const rough = new Float32Array(SIDE * SIDE)
  for (let hair = 0; hair < SIDE; hair++) {
    let sum = 0
    for (let k = -REACH; k <= REACH; k++) sum += hashNoise(hair, k & MASK, seed)
    for (let along = 0; along < SIDE; along++) {
      rough[(hair << 8) | along] = sum / (2 * REACH + 1) - 0.5
      sum += hashNoise(hair, (along + REACH + 1) & MASK, seed) - hashNoise(hair, (along - REACH) & MASK, seed)
    }
  }
  // Neighbouring hairs stick together. The mean of many random numbers hardly varies: it is spread again.
  return rough.map((mark, i) => {
    const sides = markAt(rough, (i >> 8) - 1, i) + markAt(rough, (i >> 8) + 1, i)
    return Math.min(1, Math.max(0, 0.5 + (mark * 0.6 + sides * 0.3) * 4.2))
  })
}
