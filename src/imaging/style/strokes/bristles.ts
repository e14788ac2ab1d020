/** The marks of a brush's hairs: long streaks, one table for all strokes, which read it at different places. */
import { hashNoise } from '../noise.js'

/** Entries per side; a power of two, so that reading wraps around with a mask. */
const SIDE = 256
const MASK = SIDE - 1
/** How far a hair leaves the same mark, in entries. */
const REACH = 9

export interface Bristles {
  /** 0..1; `across` counts hairs, `along` lengths of a few pixels. Both may be any integer. */
  at(across: number, along: number): number
}

export function createBristles(seed: number): Bristles {
  const table = new Float32Array(SIDE * SIDE)
  for (let across = 0; across < SIDE; across++) {
    let sum = 0
    for (let k = -REACH; k <= REACH; k++) sum += hashNoise(across, k & MASK, seed)
    for (let along = 0; along < SIDE; along++) {
      // The mean of many random numbers hardly varies: spread it again.
      table[across * SIDE + along] = Math.min(1, Math.max(0, 0.5 + (sum / (2 * REACH + 1) - 0.5) * 3.2))
      sum += hashNoise(across, (along + REACH + 1) & MASK, seed) - hashNoise(across, (along - REACH) & MASK, seed)
    }
  }
  return { at: (across, along) => table[((across & MASK) << 8) | (along & MASK)]! }
}
