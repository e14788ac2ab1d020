/** How often colours occur, told apart coarsely. First all are added, then shares are asked for. */

/** How finely colours are told apart. */
const STEP = { lightness: 12, ab: 9 }
const BINS = 32
/** Of lightness, with a neighbour on either side: there are no more than these. */
const LEVELS = 10

/** Of lightness, a and b, which lie one after the other from `at` on. */
export const binOf = (labs: ArrayLike<number>, at = 0): number =>
  (binAt(labs[at]!, STEP.lightness) * BINS + binAt(labs[at + 1]! + 120, STEP.ab)) * BINS +
  binAt(labs[at + 2]! + 120, STEP.ab)
const binAt = (value: number, step: number): number => Math.min(BINS - 2, Math.max(1, Math.round(value / step)))

export function createColourCount() {
  const counts = new Uint32Array(LEVELS * BINS ** 2)
  /** Those that are known; negative where nobody has asked. */
  const shares = new Float64Array(counts.length).fill(-1)
  let all = 0
  return {
    add: (bin: number): void => {
      counts[bin]! += 1
      all += 1
    },
    /** With its neighbours, so that no border between bins makes a difference. */
    share: (bin: number): number => {
      if (shares[bin]! >= 0) return shares[bin]!
      let near = 0
      for (let i = -1; i <= 1; i++)
        for (let j = -1; j <= 1; j++) for (let k = -1; k <= 1; k++) near += counts[bin + (i * BINS + j) * BINS + k]!
      shares[bin] = all === 0 ? 0 : near / all
      return shares[bin]!
    },
  }
}
