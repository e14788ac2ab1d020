/** A few colours for a portrait of cells: a ramp of skin tones, and the colours that clothes and hair need most. */
import { lumaOf, type Rgb } from '../../pixels/canvas.js'
import { meanOf, mixed, saturated, scaled } from '../../pixels/colours.js'
import type { Scene } from '../../scene.js'
import { eyeColoursOf } from '../../sitter/eye-colours.js'
import { outlineOf } from '../../sitter/face-outline.js'
import { type Cells, PART, type Part } from './cells.js'

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

const meanOfPart = (cells: Cells, part: Part, otherwise: Rgb): Rgb =>
  meanOf(
    coloursWhere(cells, (other) => other === part),
    otherwise,
  )

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

/** By brightness alone: one ramp, one hue. Below the nose it is a tone darker. */
export function skinTone(ramp: readonly Rgb[], own: Rgb, shaded: boolean): Rgb {
  const luma = lumaOf(...own)
  let best = 0
  for (let k = 1; k < ramp.length; k++) {
    if (Math.abs(lumaOf(...ramp[k]!) - luma) < Math.abs(lumaOf(...ramp[best]!) - luma)) best = k
  }
  return ramp[shaded ? Math.min(1, Math.max(0, best - 1)) : best]!
}

/** A few dark gaps between them do not hide teeth. */
function brighterHalf(colours: readonly Rgb[]): Rgb | undefined {
  if (colours.length === 0) return undefined
  const sorted = colours.toSorted((a, b) => lumaOf(...b) - lumaOf(...a))
  return meanOf(sorted.slice(0, Math.ceil(sorted.length / 2)), sorted[0]!)
}

/** Brighter than the lips, or about as bright and far less red. */
function areTeeth(mouth: Rgb, lip: Rgb): boolean {
  const redness = ([r, g]: Rgb): number => (r - g) / Math.max(12, lumaOf(...lip))
  const brightness = lumaOf(...mouth) / Math.max(1, lumaOf(...lip))
  return brightness > 1.12 || (brightness > 0.8 && redness(mouth) < 0.6 * redness(lip))
}

/** What eyes, brows and mouth are drawn with; nothing without a face. */
export function featureColours(cells: Cells, scene: Scene, ramp: readonly Rgb[]): Map<Part, Rgb> {
  const face = scene.faces[0]
  if (!face || ramp.length === 0) return new Map()
  const dark: Rgb = [28, 20, 26]
  const { eyes } = outlineOf(face)
  const eye = eyes.find(({ isOpen }) => isOpen)
  const { white, iris } = eye
    ? eyeColoursOf(eye, eyes, scene)
    : { white: [225, 220, 215] as Rgb, iris: [80, 56, 44] as Rgb }
  const lip = meanOfPart(cells, PART.lowerLip, scaled(ramp[1]!, 0.9))
  const mouth = brighterHalf(coloursWhere(cells, (part) => part === PART.mouth))
  const showsTeeth = mouth !== undefined && areTeeth(mouth, lip)
  return new Map<Part, Rgb>([
    [PART.brow, mixed(scaled(meanOfPart(cells, PART.brow, dark), 0.72), dark, 0.25)],
    [PART.lowerLip, saturated(lip, 1.25)],
    [PART.upperLip, saturated(scaled(meanOfPart(cells, PART.upperLip, lip), 0.86), 1.25)],
    [PART.mouth, mouth && showsTeeth ? mixed(mouth, [240, 236, 230], 0.55) : scaled(lip, 0.45)],
    [PART.white, white],
    [PART.iris, iris],
    [PART.pupil, dark],
    [PART.lash, dark],
    [PART.spark, [250, 250, 250]],
  ])
}
