/** Jobs for the engine and their outcomes: the same for every route, and plain data, so that workers can receive it. */
import type { Colour } from '../catalog/colour.js'
import type { IdPhotoSpec } from '../catalog/id-photo-formats.js'
import type { Warning } from '../catalog/id-photo-warnings.js'
import type { SheetName } from '../catalog/print-sheets.js'
import type { Box } from './raster/picture.js'

/** A length on the picture: pixels of the upright input, or a percentage of whatever the rule refers to. */
export interface Length {
  value: number
  unit: 'px' | '%'
}

export interface Margins {
  top: Length
  right: Length
  bottom: Length
  left: Length
}

/** What kind of thing the subject is: the coarse classes of the API. */
export type SubjectClass = 'person' | 'product' | 'animal' | 'car' | 'other'

export type Background =
  /** `alpha` 0..255; below 255 the result stays translucent. */
  | ({ kind: 'colour'; alpha: number } & Colour)
  /** The picture is the file `background`; `parameter` is what the caller calls it. */
  | { kind: 'image'; parameter: string }

export type OutputFormat = 'auto' | 'png' | 'jpg' | 'webp' | 'zip'

/** Results are only ever scaled down: until the longest side fits, or until there are no more pixels than this. */
export type SizeCap = { longestSide: number } | { pixels: number }

export interface CutoutJob {
  kind: 'cutout'
  /** x1 y1 x2 y2: only what lies inside can be subject. */
  roi?: readonly [Length, Length, Length, Length]
  /** When several subjects are present, only those of this class are kept. */
  prefer?: SubjectClass
  /** 10 to 100: the subject's size relative to the canvas. */
  scalePercent?: number
  /** Where the subject goes; undefined: where it was, or in the middle when it is scaled. */
  position?: { xPercent: number; yPercent: number } | 'original'
  /** The canvas becomes the subject's box plus margins. */
  crop?: Margins
  cap: SizeCap
  /** PNG output is capped to this many pixels as well. */
  pngPixels?: number
  /** Undefined keeps the result transparent. */
  background?: Background
  channels: 'rgba' | 'alpha'
  format: OutputFormat
  watermark: boolean
  /** Whether the outcome names the subject's class. */
  classify: boolean
}

export interface IdPhotoJob {
  kind: 'id-photo'
  spec: IdPhotoSpec
  background: Colour
  /** Only this part of the photo. */
  crop?: Box
  /** Copies on a sheet of paper instead of the single photo. */
  sheet?: SheetName
  /** Small and with a watermark. */
  preview?: boolean
}

/** Bounds of portrait style requests, shared by every entry point (HTTP, command line, page). */
export const PORTRAIT_STYLE = { maxSide: 2048, promptLength: 500 } as const

export interface PortraitStyleJob {
  kind: 'portrait-style'
  /** An id of the style catalogue. */
  style: string
  /** Free text; where given, it decides what is painted, instead of `style`. */
  prompt?: string
  /** 0 to 100. */
  strength: number
  maxSide: number
  format: 'auto' | 'png' | 'jpg'
  /** Only this part of the photo. */
  crop?: Box
  /** Small and with a watermark. */
  preview?: boolean
}

/** Looks whether anything of a prompt is understood, before anybody pays for it; writes down what was. */
export interface ReadPromptJob {
  kind: 'read-prompt'
  prompt: string
  /** The chosen preset. */
  style: string
}

/** A picture in another size or format; also used on what an external style service returns. */
export interface ConvertJob {
  kind: 'convert'
  maxSide: number
  format: 'auto' | 'png' | 'jpg'
  /** The input is scaled to cover the file `base`, and blended over it. */
  over?: { strength: number }
}

export type Job = CutoutJob | IdPhotoJob | PortraitStyleJob | ReadPromptJob | ConvertJob

/**
 * Pictures are passed by path, beside the job: the job itself means the same on every machine. A worker writes `output`
 * and reads all others.
 */
export interface JobFiles {
  input: string
  background?: string
  base?: string
  output: string
}

/** The phases of a job, in this order. */
export type Phase = 'decode' | 'infer' | 'compose' | 'encode'

export interface Outcome {
  width: number
  height: number
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'application/zip' | 'text/plain'
  extension: 'png' | 'jpg' | 'webp' | 'zip' | 'txt'
  bytes: number
  /** The subject in the returned picture. */
  foreground: Box
  subjectClass?: SubjectClass
  /** What may be wrong with an ID photo. */
  warnings?: readonly Warning[]
  /** What the style was composed of, in one line. */
  styleRecipe?: string
  /** How long each phase took, in milliseconds. */
  timingsMs: Record<Phase, number>
}

export interface ImageLimits {
  /** Pictures must have fewer pixels than this. */
  pixels: number
  /** Bounds of the longest side, in pixels. */
  minSide: number
  maxSide: number
}

/** Promised by the API, therefore constants; only the number of pixels is a setting. */
export const IMAGE_SIDES = { minSide: 32, maxSide: 10_000 }
