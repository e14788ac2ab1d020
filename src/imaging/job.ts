/** What the engine is asked to do and what comes back: plain data, the same for every route, fit to cross a process. */
export interface Colour {
  r: number
  g: number
  b: number
}

export const WHITE: Colour = { r: 255, g: 255, b: 255 }

export interface CutoutJob {
  kind: 'cutout'
  /** The picture is scaled down until both sides fit. */
  maxSide: number
  /** Undefined keeps the result transparent. */
  background?: Colour
  format: 'auto' | 'png' | 'jpg'
  watermark: boolean
}

export type Job = CutoutJob

/** Pictures are handed over by path: a worker reads `input` and writes `output`. */
export interface JobFiles {
  input: string
  output: string
}

export type Step = 'decode' | 'infer' | 'compose' | 'encode'

export interface Outcome {
  width: number
  height: number
  contentType: 'image/png' | 'image/jpeg'
  extension: 'png' | 'jpg'
  bytes: number
  /** How long each step took, in milliseconds. */
  timingsMs: Record<Step, number>
}

export interface ImageLimits {
  /** Pictures must have fewer pixels than this. */
  pixels: number
  /** Bounds of the longest side, in pixels. */
  minSide: number
  maxSide: number
}
