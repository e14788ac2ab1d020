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

/**
 * The means of clusters of similar colours (k-means). It starts with colours far from each other, so that a small red
 * scarf stays red.
 */
export function mostNeeded(colours: readonly Rgb[], count: number): Rgb[] {
  if (colours.length === 0) return [[40, 40, 44]]
  let centres = farApart(colours, count)
  for (let round = 0; round < ROUNDS; round++) {
    const groups: Rgb[][] = centres.map(() => [])
    for (const colour of colours) groups[nearestOf(centres, colour)]!.push(colour)
    centres = centres.map((centre, k) => meanOf(groups[k]!, centre))
  }
  return centres
}

/** Each one as far as possible from those before it; the first is their mean. */
function farApart(colours: readonly Rgb[], count: number): Rgb[] {
  const chosen = [meanOf(colours, colours[0]!)]
  const away = colours.map((colour) => distanceOf(colour, chosen[0]!))
  while (chosen.length < count) {
    const farthest = away.reduce((best, value, i) => (value > away[best]! ? i : best), 0)
    const next = colours[farthest]!
    for (const [i, colour] of colours.entries()) away[i] = Math.min(away[i]!, distanceOf(colour, next))
    chosen.push(next)
  }
  return chosen
}

/** What people see rather than channels, squared. */
const distanceOf = ([r, g, b]: Rgb, [pr, pg, pb]: Rgb): number =>
  2 * (pr - r) ** 2 + 4 * (pg - g) ** 2 + 3 * (pb - b) ** 2

/** Index of the most similar colour. */
export function nearestOf(palette: readonly Rgb[], colour: Rgb): number {
  let [best, nearest] = [0, Number.POSITIVE_INFINITY]
  for (let k = 0; k < palette.length; k++) {
    const away = distanceOf(palette[k]!, colour)
    if (away < nearest) [best, nearest] = [k, away]
  }
  return best
}

/** The tone of a ramp by brightness alone: one ramp, one hue. */
export function byLuma(ramp: readonly Rgb[], luma: number): Rgb {
  const away = (tone: Rgb): number => Math.abs(lumaOf(...tone) - luma)
  return ramp.reduce((best, tone) => (away(tone) < away(best) ? tone : best))
}
