/** How often colours occur, told apart coarsely. First all are added, then shares are asked for. */
import type { Lab } from '../raster/lab.js'

/** How finely colours are told apart. */
const STEP = { lightness: 12, ab: 9 }
const BINS = 32

export function createColourCount() {
  const counts = new Uint32Array(BINS ** 3)
  const shares = new Map<number, number>()
  let all = 0
  return {
    binOf: ([lightness, a, b]: Lab): number => {
      const bin = (value: number, step: number): number => Math.min(BINS - 2, Math.max(1, Math.round(value / step)))
      return (bin(lightness, STEP.lightness) * BINS + bin(a + 120, STEP.ab)) * BINS + bin(b + 120, STEP.ab)
    },
    add: (bin: number): void => {
      counts[bin]! += 1
      all += 1
    },
    /** With its neighbours, so that no border between bins makes a difference. */
    share: (bin: number): number => {
      const known = shares.get(bin)
      if (known !== undefined) return known
      let near = 0
      for (let i = -1; i <= 1; i++)
        for (let j = -1; j <= 1; j++) for (let k = -1; k <= 1; k++) near += counts[bin + (i * BINS + j) * BINS + k]!
      shares.set(bin, all === 0 ? 0 : near / all)
      return shares.get(bin)!
    },
  }
}
