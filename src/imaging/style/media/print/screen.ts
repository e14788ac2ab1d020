/** Parallel lines across a picture, whose width gives the tone, as engravers and pens set them. */

/** Rows are 1 apart and at whole numbers. */
export type Across = (x: number, y: number) => number

export function across(degrees: number, spacing: number): Across {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) / spacing, Math.sin(turn) / spacing]
  return (x, y) => y * cos - x * sin
}

/**
 * Ink of lines that cover this share of the sheet, over what one pixel sees: exactly so much on average, wherever its grid
 * lies, or fine lines would beat with it. `seen`: in distances of rows.
 */
export function inkOf(at: number, share: number, seen: number): number {
  return (inkUpTo(at + seen / 2, share) - inkUpTo(at - seen / 2, share)) / seen
}

function inkUpTo(at: number, share: number): number {
  const row = Math.floor(at + 0.5)
  const own = at + 0.5 - row - (1 - share) / 2
  return row * share + (own < 0 ? 0 : own > share ? share : own)
}
