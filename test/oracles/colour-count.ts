/** How often colours occur, told apart coarsely, in plain loops. */
const BINS = 32

/** Of lightness, a and b, which lie one after the other from `at` on. */
export const binOf = (labs: ArrayLike<number>, at = 0): number =>
  (binAt(labs[at]!, 12) * BINS + binAt(labs[at + 1]! + 120, 9)) * BINS + binAt(labs[at + 2]! + 120, 9)
const binAt = (value: number, step: number): number => Math.min(BINS - 2, Math.max(1, Math.round(value / step)))

export function createColourCount() {
  const counts = new Map<number, number>()
  let all = 0
  return {
    add: (bin: number): void => {
      counts.set(bin, (counts.get(bin) ?? 0) + 1)
      all += 1
    },
    /** With its neighbours. */
    share: (bin: number): number => {
      let near = 0
      for (let i = -1; i <= 1; i++)
        for (let j = -1; j <= 1; j++)
          for (let k = -1; k <= 1; k++) near += counts.get(bin + (i * BINS + j) * BINS + k) ?? 0
      return all === 0 ? 0 : near / all
    },
  }
}
