/**
 * One stroke of a loaded brush: its colour in streaks, thicker at the sides where paint is pushed out, running dry
 * towards its end. Pixels are visited once per stroke, with their distance to its path: overlaps of its segments do not
 * show.
 */
import { drawStroke } from '../../../kernels/brush.js'
import { bytesAt, floatsAt, reserve } from '../../../kernels/memory.js'
import type { Size } from '../../../raster/picture.js'
import type { Bristles } from './bristles.js'

/** What is painted on: colours, and how thick the paint is. */
export interface Painting extends Size {
  readonly colour: Uint8ClampedArray
  readonly thickness: Float32Array
}

/** The way of the middle of the brush, and what is on it. One object serves all strokes. */
export interface Stroke {
  readonly x: Float32Array
  readonly y: Float32Array
  /** How many points; at least two. */
  count: number
  radius: number
  red: number
  green: number
  blue: number
  opacity: number
  /** 0: a hard edge; 1: the paint fades from the middle to the side, as if blended into wet paint. */
  soft: number
  /** 0..1: how visible the marks of the hairs are. */
  marked: number
  /** Any integer: which hairs of the brush. */
  hairs: number
}

export const MAX_POINTS = 40
/** The kernel takes pixels by fours, also the last ones: it needs so many bytes behind them. */
const BEYOND = 16

export const emptyStroke = (): Stroke => ({
  x: new Float32Array(MAX_POINTS),
  y: new Float32Array(MAX_POINTS),
  count: 0,
  radius: 0,
  red: 0,
  green: 0,
  blue: 0,
  opacity: 1,
  soft: 0,
  marked: 1,
  hairs: 0,
})

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
  /** How much pressure paint needs at each pixel, 0..1; undefined: it takes everywhere. */
  readonly tooth: Float32Array | undefined
}

/**
 * `work` is given a brush and the painting as it becomes with each stroke; the painting itself has all of them when it
 * returns. Between its strokes no other kernel may run: the wet painting lies in the kernels' memory.
 */
export function paintWith(
  painting: Painting,
  bristles: Bristles,
  { tip, taper, streaks, dry, rim, tooth }: BrushShape,
  work: (draw: (stroke: Stroke) => void, wet: Painting) => void,
): void {
  const { width, height } = painting
  const area = width * height
  const at = reserve({
    colour: area * 3 + BEYOND,
    thickness: area * 4 + BEYOND,
    tooth: tooth ? area * 4 + BEYOND : 0,
    bristles: bristles.length * 4,
    near: area * 4 + BEYOND,
    place: area * 4 + BEYOND,
    spans: height * 8,
    xs: MAX_POINTS * 4,
    ys: MAX_POINTS * 4,
  })
  const bytes = bytesAt(at.colour, area * 3)
  const wet: Painting = {
    width,
    height,
    colour: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length),
    thickness: floatsAt(at.thickness, area),
  }
  wet.colour.set(painting.colour)
  wet.thickness.set(painting.thickness)
  floatsAt(at.bristles, bristles.length).set(bristles)
  if (tooth) floatsAt(at.tooth, area).set(tooth)
  const [xs, ys] = [floatsAt(at.xs, MAX_POINTS), floatsAt(at.ys, MAX_POINTS)]
  const flat = tip === 'flat' ? 1 : 0
  const draw = (stroke: Stroke): void => {
    xs.set(stroke.x)
    ys.set(stroke.y)
    drawStroke(
      at.colour,
      at.thickness,
      tooth ? at.tooth : 0,
      width,
      height,
      at.bristles,
      at.near,
      at.place,
      at.spans,
      flat,
      taper,
      streaks,
      dry,
      rim,
      at.xs,
      at.ys,
      stroke.count,
      stroke.radius,
      stroke.red,
      stroke.green,
      stroke.blue,
      stroke.opacity,
      stroke.soft,
      stroke.marked,
      stroke.hairs,
    )
  }
  work(draw, wet)
  painting.colour.set(wet.colour)
  painting.thickness.set(wet.thickness)
}
