/** The numbers along an axis: round, evenly spaced, from 0 to the first that is not below the largest value. */
export function ticksFor(largest: number, most = 5): readonly number[] {
  const rough = Math.max(1, largest) / (most - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power)
  const count = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Which places along an axis get a label: the first, then at equal distances. */
export function labelled(places: number, most = 7): readonly number[] {
  const distance = Math.max(1, Math.ceil(places / most))
  return Array.from({ length: Math.ceil(places / distance) }, (_, index) => index * distance)
}
