/**
 * Where everything goes on the result: pure geometry, in pixels of the upright photo until the very end, so that the
 * picture can be rendered once, at its final size.
 *
 * Multiply before dividing: integers then stay exact, and floating-point noise cannot push a floor or ceiling to the
 * next integer.
 */
import { AppError } from '../../base/errors.js'
import type { Canvas, CutoutJob, Length, Margins, Rendering } from '../job.js'
import type { Box, Size } from '../raster/picture.js'
import { planCanvas } from './canvas.js'
import type { Subject } from './subject.js'

export interface Layout extends Size {
  /** Where the whole photo goes on the canvas, in final pixels; may be fractional and extend beyond the edges. */
  photo: Box
  /** The subject on the canvas, in final pixels. */
  foreground: Box
}

export type LayoutRules = Pick<Rendering, 'scalePercent' | 'position' | 'crop' | 'cap' | 'pngPixels'>

/** A limit of WebP, and nearly that of our AVIF encoder. */
const WEBP_MAX_SIDE = 16_383

/** Right and bottom edges are exclusive. */
export function resolveRoi(roi: NonNullable<CutoutJob['roi']>, width: number, height: number): Box {
  const [x1, y1, x2, y2] = roi
  const [left, right] = orderedEdges(x1, x2, width)
  const [top, bottom] = orderedEdges(y1, y2, height)
  if (right > width || bottom > height) throw badRoi(`The region reaches beyond the image of ${width} x ${height} px`)
  if (left === right || top === bottom) throw badRoi(`The region is empty on the image of ${width} x ${height} px`)
  return { left, top, width: right - left, height: bottom - top }
}

/** The size of a result that shows the whole photo as it is; undefined if it depends on the subject or the format. */
export function wholePhotoSize(photo: Size, job: CutoutJob): Size | undefined {
  const { roi, set, canvas, crop, scalePercent, position } = job
  if (roi || set || canvas || crop || scalePercent !== undefined || position !== undefined) return undefined
  const sizes = [true, false].map((asPng) => shrink(photo, job, asPng, job.format === 'webp' || job.format === 'avif'))
  const [png, other] = sizes as [Size, Size]
  return png.width === other.width && png.height === other.height ? png : undefined
}

/** On the photo, or on a part of it. `known`: the size of the result, if it has been determined already. */
export function layOut(
  photo: Size,
  subject: Box,
  rules: LayoutRules,
  asPng: boolean,
  webp: boolean,
  known?: Size,
): Layout {
  const placed = place(photo, subject, rules)
  const canvas = rules.crop ? croppedCanvas(placed, rules.crop) : { left: 0, top: 0, ...photo }
  return inFinalPixels(photo, subject, placed, canvas, known ?? shrink(canvas, rules, asPng, webp))
}

/** On a canvas of its own size. */
export function layOutOnCanvas(
  photo: Size,
  subject: Subject,
  canvas: Canvas,
  rules: Pick<LayoutRules, 'cap' | 'pngPixels'>,
  asPng: boolean,
  webp: boolean,
): Layout {
  const { size, placed } = planCanvas(subject, canvas)
  const whole = { left: 0, top: 0, ...size }
  return inFinalPixels(photo, subject.box, placed, whole, shrink(size, rules, asPng, webp))
}

function inFinalPixels(photo: Size, subject: Box, placed: Box, canvas: Box, final: Size): Layout {
  const x = alongAxis(photo.width, [subject.left, subject.width], [placed.left, placed.width], {
    start: canvas.left,
    length: canvas.width,
    finalLength: final.width,
  })
  const y = alongAxis(photo.height, [subject.top, subject.height], [placed.top, placed.height], {
    start: canvas.top,
    length: canvas.height,
    finalLength: final.height,
  })
  return {
    ...final,
    photo: { left: x.photoStart, top: y.photoStart, width: x.photoLength, height: y.photoLength },
    foreground: { left: x.start, top: y.start, width: x.length, height: y.length },
  }
}

/** Whether the photo leaves no part of the canvas empty; tolerates floating-point noise. */
export function coversCanvas({ width, height, photo }: Layout): boolean {
  const noise = 1e-6
  return (
    photo.left <= noise &&
    photo.top <= noise &&
    photo.left + photo.width >= width - noise &&
    photo.top + photo.height >= height - noise
  )
}

/** The subject's box after scaling and moving, on the uncropped canvas. */
function place(photo: Size, subject: Box, { scalePercent, position }: LayoutRules): Box {
  const { width, height } = scalePercent === undefined ? subject : scaled(photo, subject, scalePercent)
  const target = position ?? (scalePercent === undefined ? 'original' : { xPercent: 50, yPercent: 50 })
  if (target !== 'original') {
    return {
      left: round((target.xPercent * (photo.width - width)) / 100),
      top: round((target.yPercent * (photo.height - height)) / 100),
      width,
      height,
    }
  }
  const left = round((2 * subject.left + subject.width - width) / 2)
  const top = round((2 * subject.top + subject.height - height) / 2)
  return { left: clamp(left, photo.width - width), top: clamp(top, photo.height - height), width, height }
}

/** At 100 percent the subject touches the nearer pair of edges. */
function scaled(photo: Size, { width, height }: Size, percent: number): Size {
  const byWidth = photo.width * height <= photo.height * width
  const [reach, side] = byWidth ? [photo.width, width] : [photo.height, height]
  const scale = (length: number): number => Math.max(1, round((percent * length * reach) / (100 * side)))
  return { width: scale(width), height: scale(height) }
}

function croppedCanvas(placed: Box, crop: Margins): Box {
  const top = marginOf(crop.top, placed.height)
  const left = marginOf(crop.left, placed.width)
  return {
    left: placed.left - left,
    top: placed.top - top,
    width: left + placed.width + marginOf(crop.right, placed.width),
    height: top + placed.height + marginOf(crop.bottom, placed.height),
  }
}

const marginOf = ({ value, unit }: Length, side: number): number => round(unit === '%' ? (value * side) / 100 : value)

function shrink(
  canvas: Size,
  { cap, pngPixels }: Pick<LayoutRules, 'cap' | 'pngPixels'>,
  asPng: boolean,
  webp: boolean,
): Size {
  // One combined pixel cap, not two in a row: rounding twice would distort the aspect ratio.
  const pixels = Math.min(
    'pixels' in cap ? cap.pixels : Number.POSITIVE_INFINITY,
    (asPng ? pngPixels : undefined) ?? Number.POSITIVE_INFINITY,
  )
  const size = fitPixels('longestSide' in cap ? fitSide(canvas, cap.longestSide) : canvas, pixels)
  return webp ? fitSide(size, WEBP_MAX_SIDE) : size
}

function fitSide({ width, height }: Size, longestSide: number): Size {
  const longest = Math.max(width, height)
  if (longest <= longestSide) return { width, height }
  const shrunk = (side: number): number => Math.max(1, round((side * longestSide) / longest))
  return { width: shrunk(width), height: shrunk(height) }
}

/** floor(side * sqrt(pixels / (width * height))), with the side moved under the root. */
function fitPixels({ width, height }: Size, pixels: number): Size {
  if (width * height <= pixels) return { width, height }
  const shrunk = (side: number, other: number): number => Math.max(1, Math.floor(Math.sqrt((pixels * side) / other)))
  return { width: shrunk(width, height), height: shrunk(height, width) }
}

type Span = readonly [start: number, length: number]

/** Scales the photo so that the subject fills its placed box exactly, then converts to final pixels of the canvas. */
function alongAxis(
  photoLength: number,
  [subjectStart, subjectLength]: Span,
  [placedStart, placedLength]: Span,
  canvas: { start: number; length: number; finalLength: number },
) {
  const toFinal = (at: number): number => (at * canvas.finalLength) / canvas.length
  const start = Math.floor(toFinal(placedStart - canvas.start))
  return {
    start,
    length: Math.ceil(toFinal(placedStart - canvas.start + placedLength)) - start,
    photoStart: toFinal(placedStart - canvas.start - (subjectStart * placedLength) / subjectLength),
    photoLength: toFinal((photoLength * placedLength) / subjectLength),
  }
}

/** Checked before rounding, too: 1000.4px is beyond the edge of an image of 1000. */
function orderedEdges(a: Length, b: Length, side: number): [number, number] {
  const edges = [a, b].map(({ value, unit }) => {
    const pixels = unit === '%' ? (value * side) / 100 : value
    return pixels > side ? Number.POSITIVE_INFINITY : round(pixels)
  })
  return [Math.min(...edges), Math.max(...edges)]
}

const badRoi = (message: string): AppError => new AppError('invalid_request', message, { parameter: 'roi' })

/** Rounds halves up. The nudge compensates for decimal fractions without an exact binary form, such as 33.3 percent. */
const round = (value: number): number => Math.floor(value + 0.5 + 1e-9)

const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max)
