/** A few colours for a portrait of cells: a ramp of skin tones, and the colours that clothes and hair need most. */
import { lumaOf, type Rgb } from '../../pixels/canvas.js'
import { meanOf } from '../../pixels/colours.js'
import { type Cells, PART } from './cells.js'

/** Darkest first. Where skin ranks by brightness from, to: shadows and highlights are small, but give form. */
const SKIN_RANKS = [
  [0, 0.1],
  [0.1, 0.32],
  [0.32, 0.68],
  [0.68, 0.92],
  [0.92, 1],
] as const
const ROUNDS = 6

export const coloursWhere = ({ colour, part }: Cells, wanted: (part: number) => boolean): Rgb[] => {
  const found: Rgb[] = []
  for (let i = 0; i < part.length; i++)
    if (wanted(part[i]!)) found.push([colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!])
  return found
}

/** Five tones of this person's skin, from shadow to light; none without skin. */
export function skinRamp(cells: Cells): Rgb[] {
  const skin = coloursWhere(cells, (part) => part === PART.skin).sort((a, b) => lumaOf(...a) - lumaOf(...b))
  if (skin.length < 20) return []
  return SKIN_RANKS.map(([from, to]) =>
    meanOf(skin.slice(Math.floor(skin.length * from), Math.ceil(skin.length * to)), skin[0]!),
  )
}

/** The means of clusters of similar colours (k-means); it starts with colours spread over all brightnesses. */
export function mostNeeded(colours: readonly Rgb[], count: number): Rgb[] {
  if (colours.length === 0) return [[40, 40, 44]]
  const sorted = colours.toSorted((a, b) => lumaOf(...a) - lumaOf(...b))
  let centres = Array.from(
    { length: count },
    (_, k) => sorted[Math.min(sorted.length - 1, Math.floor(((k + 0.5) / count) * sorted.length))]!,
  )
  for (let round = 0; round < ROUNDS; round++) {
    const groups: Rgb[][] = centres.map(() => [])
    for (const colour of colours) groups[nearestOf(centres, colour)]!.push(colour)
    centres = centres.map((centre, k) => meanOf(groups[k]!, centre))
  }
  return centres
}

/** Index of the most similar colour, by what people see rather than by channels. */
export function nearestOf(palette: readonly Rgb[], [r, g, b]: Rgb): number {
  let [best, nearest] = [0, Number.POSITIVE_INFINITY]
  for (let k = 0; k < palette.length; k++) {
    const [pr, pg, pb] = palette[k]!
    const d = 2 * (pr - r) ** 2 + 4 * (pg - g) ** 2 + 3 * (pb - b) ** 2
    if (d < nearest) [best, nearest] = [k, d]
  }
  return best
}

/** The tone of a ramp by brightness alone: one ramp, one hue. */
export function byLuma(ramp: readonly Rgb[], own: Rgb): Rgb {
  const luma = lumaOf(...own)
  const away = (tone: Rgb): number => Math.abs(lumaOf(...tone) - luma)
  return ramp.reduce((best, tone) => (away(tone) < away(best) ? tone : best))
}
