import type { Point } from './point.js'

/** The x positions, in ascending order, where a closed outline crosses the height y. */
export function crossingsAt(outline: readonly Point[], y: number): number[] {
  const crossings: number[] = []
  for (const [i, a] of outline.entries()) {
    const b = outline[(i + 1) % outline.length]!
    if (a.y <= y === b.y <= y) continue
    crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
  }
  return crossings.sort((a, b) => a - b)
}
