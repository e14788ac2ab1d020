/**
 * One stroke of a loaded brush: its colour in streaks, thicker at the sides where paint is pushed out, running dry
 * towards its end. Pixels are visited once per stroke, with their distance to its path: overlaps of its segments do not
 * show.
 */
import { changed, floats, hold, ints, kernels } from '../../../kernels/room.js'
import type { Size } from '../../../raster/picture.js'
import type { Bristles } from './bristles.js'

/** What is painted on: colours, and how thick the paint is. */
export interface Painting extends Size {
  readonly colour: Uint8ClampedArray
  readonly thickness: Float32Array
}

export const MAX_POINTS = 40
/** What the kernel is told of a stroke, besides its points. */
const VALUES = 9

/** The way of the middle of the brush, and what is on it. One object serves all strokes. */
export const emptyStroke = () => ({
  x: new Float32Array(MAX_POINTS),
  y: new Float32Array(MAX_POINTS),
  /** How many points; at least two. */
  count: 0,
  radius: 0,
  red: 0,
  green: 0,
  blue: 0,
  opacity: 1,
  /** 0: a hard edge; 1: the paint fades from the middle to the side, as if blended into wet paint. */
  soft: 0,
  /** 0..1: how visible the marks of the hairs are. */
  marked: 1,
  /** Up to 65,535: which hairs of the brush. */
  hairs: 0,
})

export type Stroke = ReturnType<typeof emptyStroke>

export interface BrushShape {
  /** Flat brushes and knives end squarely. */
  readonly tip: 'round' | 'flat'
  /** How much narrower it gets towards its end, 0..1. */
  readonly taper: number
  /** How much streaks differ in brightness, 0..1. */
  readonly streaks: number
  /** How soon the brush runs dry, 0..1. */
  readonly dry: number
  /** Height of the rim that is pushed to the sides, relative to the paint between. */
  readonly rim: number
}

/**
 * `work` is given a brush and the painting as it becomes with each stroke; the painting itself has all of them when it
 * returns.
 */
export function paintWith(
  painting: Painting,
  bristles: Bristles,
  { tip, taper, streaks, dry, rim }: BrushShape,
  work: (draw: (stroke: Stroke) => void, wet: Painting) => void,
): void {
  const { width, height } = painting
  const area = width * height
  const regions = {
    colour: changed(painting.colour),
    thickness: changed(painting.thickness),
    bristles,
    near: floats(area),
    place: floats(area),
    spans: ints(2 * height),
    xs: floats(MAX_POINTS),
    ys: floats(MAX_POINTS),
    stroke: floats(VALUES),
  }
  hold(regions, (held) => {
    const wet: Painting = { width, height, colour: held.colour.see(), thickness: held.thickness.see() }
    const [xs, ys, values] = [held.xs.see(), held.ys.see(), held.stroke.see()]
    const onto = [held.colour, held.thickness, width, height, held.bristles, held.near, held.place, held.spans] as const
    const shape = [tip === 'flat' ? 1 : 0, taper, streaks, dry, rim] as const
    const draw = (stroke: Stroke): void => {
      xs.set(stroke.x)
      ys.set(stroke.y)
      // Not as arguments: each would be an object, for every stroke.
      ;[values[0], values[1], values[2]] = [stroke.count, stroke.radius, stroke.red]
      ;[values[3], values[4], values[5]] = [stroke.green, stroke.blue, stroke.opacity]
      ;[values[6], values[7], values[8]] = [stroke.soft, stroke.marked, stroke.hairs]
      kernels.drawStroke(...onto, ...shape, held.xs, held.ys, held.stroke)
    }
    work(draw, wet)
  })
}
