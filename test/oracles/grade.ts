/** Colour grading, channel by channel: what kernels/grade.ts does. */

export interface Grading {
  readonly mixer: readonly number[]
  readonly gains: readonly number[]
  readonly lifts: readonly number[]
  readonly drops: readonly number[]
  readonly saturation: number
  readonly tint: number
}

export function gradeColours(colour: Uint8ClampedArray, curve: Float32Array, grading: Grading): void {
  const { mixer, gains, lifts, drops, saturation, tint } = grading
  for (let at = 0; at < colour.length; at += 3) {
    const bent = [0, 1, 2].map((c) => curve[colour[at + c]!]!)
    const grey = Math.max(
      0,
      bent.reduce((sum, value, c) => sum + value * mixer[c]!, 0),
    )
    const t = Math.min(1, Math.max(0, (grey / 255 - 0.15) / 0.7))
    const lit = t * t * (3 - 2 * t)
    for (const [c, value] of bent.entries()) {
      const graded = (grey + (value - grey) * saturation) * gains[c]!
      const lifted = graded + (255 - graded) * lifts[c]! * tint * (1 - lit)
      colour[at + c] = lifted * (1 - drops[c]! * tint * lit)
    }
  }
}
