/**
 * How many typing errors turn one word into another: a letter too many, too few or wrong, or two neighbours swapped
 * (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  // at(i, j): between the first i letters of the one and the first j of the other.
  const width = b.length + 1
  const distances: number[] = []
  const at = (i: number, j: number): number => distances[i * width + j]!
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) distances.push(i === 0 || j === 0 ? i + j : fewest(i, j))
  }
  return at(a.length, b.length)

  function fewest(i: number, j: number): number {
    const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced
    return Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1)
  }
}
