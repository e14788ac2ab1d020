import type { Point } from './point.js'

/** The x positions, in ascending order, where a closed outline crosses the height y. */
export function crossingsAt(outline: readonly Point[], y: number): number[] {
  const crossings: number[] = []
  let a = outline.at(-1)!
  for (let i = 0; i < outline.length; i++) {
    const b = outline[i]!
    if (a.y <= y !== b.y <= y) crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
    a = b
  }
  if (crossings.length === 2) return crossings[0]! <= crossings[1]! ? crossings : [crossings[1]!, crossings[0]!]
  return crossings.sort((one, other) => one - other)
}
