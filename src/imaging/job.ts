/** What the engine is asked to do and what comes back: plain data, the same for every route, fit to cross a process. */
import type { Colour } from '../catalog/colour.js'
import type { IdPhotoSpec } from '../catalog/id-photo-formats.js'
import type { Warning } from '../catalog/id-photo-warnings.js'
import type { Box } from './raster/picture.js'

/** A length on the picture: pixels of the upright input, or a share of something the rule names. */
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

/** What the subject is: the coarse classes of the API. */
export type SubjectClass = 'person' | 'product' | 'animal' | 'car' | 'other'

export type Background =
  /** `alpha` 0..255; below 255 the result stays translucent. */
  ({ kind: 'colour'; alpha: number } & Colour) | { kind: 'image'; file: string; parameter: string }

export type OutputFormat = 'auto' | 'png' | 'jpg' | 'webp' | 'zip'

/** Results are only ever scaled down: until the longest side fits, or until there are no more pixels than this. */
export type SizeCap = { longestSide: number } | { pixels: number }

export interface CutoutJob {
  kind: 'cutout'
  /** x1 y1 x2 y2: only what lies inside can be subject. */
  roi?: readonly [Length, Length, Length, Length]
  /** When several subjects are present, those of this class win. */
  prefer?: SubjectClass
  /** 10 to 100: the subject's size against the canvas. */
  scalePercent?: number
  /** Where the subject stands; undefined: where it was, or in the middle when it is scaled. */
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
}

/** Bounds of portrait styles, for everybody who takes orders. */
export const PORTRAIT_STYLE = { maxSide: 2048, promptLength: 500 } as const

export interface PortraitStyleJob {
  kind: 'portrait-style'
  /** An id of the catalogue of styles. */
  style: string
  /** Free text; where it is given, it says what is painted. */
  prompt?: string
  /** 0 to 100. */
  strength: number
  maxSide: number
  format: 'auto' | 'png' | 'jpg'
  /** Only this part of the photo. */
  crop?: Box
}

/** A picture in another size or format; also what comes back from a style service. */
export interface ConvertJob {
  kind: 'convert'
  maxSide: number
  format: 'auto' | 'png' | 'jpg'
  /** It is brought to the size of this one, and laid over it. */
  over?: { file: string; strength: number }
}

export type Job = CutoutJob | IdPhotoJob | PortraitStyleJob | ConvertJob

/** Pictures are handed over by path: a worker reads `input` and writes `output`. */
export interface JobFiles {
  input: string
  output: string
}

/** Of a job, in this order. */
export type Phase = 'decode' | 'infer' | 'compose' | 'encode'

export interface Outcome {
  width: number
  height: number
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'application/zip'
  extension: 'png' | 'jpg' | 'webp' | 'zip'
  bytes: number
  /** The subject in the returned picture. */
  foreground: Box
  subjectClass?: SubjectClass
  /** What may be wrong with an ID photo. */
  warnings?: readonly Warning[]
  /** What a style was made of, in one line. */
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

/** What the API promises; only the number of pixels is a setting. */
export const IMAGE_SIDES = { minSide: 32, maxSide: 10_000 }
