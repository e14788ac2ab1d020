/** Jobs for the engine and their outcomes: the same for every route, and plain data, so that workers can receive it. */
import type { Colour } from '../catalog/colour.js'
import type { CutoutWarning } from '../catalog/cutout-warnings.js'
import type { IdPhotoSpec } from '../catalog/id-photo-formats.js'
import type { Warning } from '../catalog/id-photo-warnings.js'
import type { PaperSize, SheetFormat } from '../catalog/print-sheets.js'
import type { Backdrop, Look, Texture } from '../catalog/prompt-words.js'
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
  | { kind: 'gradient'; from: Colour; to: Colour; shape: 'down' | 'radial' }
  /** The picture is the file `background`. */
  | { kind: 'image'; blurPercent?: number }
  /** What was behind the subject in the photo, blurred. */
  | { kind: 'photo'; blurPercent: number }

/** Formats of files that can be read. */
export type InputType = 'jpeg' | 'png' | 'webp' | 'bmp' | 'heic' | 'avif' | 'tiff' | 'gif'

export type OutputFormat = 'auto' | 'png' | 'jpg' | 'webp' | 'avif' | 'zip'

/** A picture of its own size, which the subject is placed on. */
export interface Canvas {
  /** In pixels; a ratio alone leaves the subject the size it has in the photo. */
  size: { width: number; height: number } | { ratio: number }
  /** How much of the canvas the subject takes; undefined: all that the margins leave. */
  fill?: { percent: number; by: 'side' | 'weight' }
  /** `optical`: its centre of gravity in the middle. `bottom`: it stands on the lower margin. */
  align: { xPercent: number; yPercent: number } | 'bottom' | 'optical'
  /** Percentages are of the canvas. */
  margins?: Margins
}

export interface Shadow {
  kind: 'contact' | 'drop' | 'natural'
  /** 0 to 100; 50 is what suits most photos. */
  strength: number
  softness: number
}

/** What a shop or a network asks of a picture; what a result does not keep becomes a warning. */
export interface PictureRules {
  /** The subject's longer side, in percent of the canvas. */
  fill?: readonly [number, number]
  background?: Colour
  /** Bounds of the longer side, in pixels. */
  minSide?: number
  maxSide?: number
  /** The photo's lower edge may cut the subject, as it does in portraits. */
  bust?: boolean
}

/** Results are only ever scaled down: until the longest side fits, or until there are no more pixels than this. */
export type SizeCap = { longestSide: number } | { pixels: number }

/**
 * Who looks for the subject, and how: a quality of the product's own network, or the name of a network that the operator
 * has added. Left out: as the worker is set up.
 */
export type Detail = string

/** How one picture of the subject is made. */
export interface Rendering {
  /** Instead of the photo's own; then neither `scalePercent` nor `position` nor `crop` means anything. */
  canvas?: Canvas
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
  shadow?: Shadow
  /** Transparent outside of the largest circle. */
  round?: boolean
  /** `alpha`: the mask alone. `colour`: the subject's own colours alone, not mixed with anything at its edge. */
  channels: 'rgba' | 'alpha' | 'colour'
  format: OutputFormat
  /** Of the encoder, 1 to 100, where it has one. */
  quality?: number
  /** The file has at most so many: the quality is lowered until it fits. */
  maxBytes?: number
  rules?: PictureRules
}

export interface CutoutJob extends Rendering {
  kind: 'cutout'
  /** x1 y1 x2 y2: only what lies inside can be subject. */
  roi?: readonly [Length, Length, Length, Length]
  /** When several subjects are present, only those of this class are kept. */
  prefer?: SubjectClass
  /** Several pictures of one subject, as a ZIP of files with these names; the job's own rendering is then not made. */
  set?: readonly NamedRendering[]
  watermark: boolean
  /** Whether the outcome names the subject's class. */
  classify: boolean
  /** The only formats that its pictures may have; left out: every one that can be read. */
  inputTypes?: readonly InputType[]
  detail?: Detail
  /**
   * What becomes of transparency that the photo has already: with `result` such a photo counts as cut out, and with
   * `ignored` its colours alone are looked at. Left out: what was transparent remains so.
   */
  transparency?: 'result' | 'ignored'
}

export interface NamedRendering extends Rendering {
  name: string
}

/** A mask has no background. A ZIP holds the colours beside its mask. */
export const isMask = ({ channels, format }: Pick<Rendering, 'channels' | 'format'>): boolean =>
  channels === 'alpha' && format !== 'zip'

export interface IdPhotoJob {
  kind: 'id-photo'
  spec: IdPhotoSpec
  background: Colour
  /** Only this part of the photo. */
  crop?: Box
  /** At up to this many pixels per inch, as far as the photo has enough for it. */
  finestDpi?: number
  /** A print sheet: instead of the single photo, or beside it where there is a file `sheet`. */
  sheet?: PrintSheet
  /** Small and with a watermark. */
  preview?: boolean
  detail?: Detail
}

/** Photos on paper. All of them fit; more than one sheet holds go on further pages of a PDF. */
export interface PrintSheet {
  paper: PaperSize
  margin_mm: number
  gap_mm: number
  /** Each format with the pixels that it is printed with. */
  photos: readonly { spec: IdPhotoSpec; copies: number }[]
  dpi: number
  format: SheetFormat
}

/** Bounds of portrait style requests, shared by every entry point (HTTP, command line, page). */
export const PORTRAIT_STYLE = { maxSide: 2048 } as const

/** A portrait style as it is ordered. Also what seeds the strokes: the same order paints the same picture. */
export interface PortraitStyleOrder {
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
  detail?: Detail
}

/** The order, understood: the worker paints the recipe and does not read the prompt again. */
export interface PortraitStyleJob extends PortraitStyleOrder {
  recipe: StyleRecipe
}

/** A preset of the catalogue and its share of the picture. */
export interface StylePart {
  style: string
  /** 0..1; the weights of all parts sum up to one. */
  weight: number
}
export type StyleParts = readonly [StylePart, StylePart?]

/** What a prompt asks for besides a style. */
export interface StyleWishes {
  colours: readonly { name: string; hex: string }[]
  looks: readonly { name: string; look: Look }[]
  background?: Backdrop & { name: string }
  /** Weight of outlines; 0: explicitly none. */
  line?: number
  texture?: Texture
}

/** What is painted: one preset or a mix of two, and the wishes on top. */
export interface StyleRecipe {
  parts: StyleParts
  wishes: StyleWishes
  /** 0..1, from words such as "subtle". */
  strength: number
  /** In one line of ASCII, for a header. */
  description: string
}

/** Finds the presets closest in meaning to a text, with the sentence network that only workers have. Takes no files. */
export interface ReadPromptJob {
  kind: 'read-prompt'
  text: string
  /** Presets that are ruled out. */
  unwanted: readonly string[]
}

/** A picture in another size or format; also used on what an external style service returns. */
export interface ConvertJob {
  kind: 'convert'
  maxSide: number
  format: 'auto' | 'png' | 'jpg'
  /** The input is scaled to cover the file `base`, and blended over it. */
  over?: { strength: number }
}

/** Looks at a frame of a camera before the photo is taken: what would be wrong with it as an ID photo. Writes no file. */
export interface FaceHintsJob {
  kind: 'face-hints'
}

export type Job = CutoutJob | IdPhotoJob | PortraitStyleJob | ReadPromptJob | ConvertJob | FaceHintsJob
/** What callers order. */
export type Order = CutoutJob | IdPhotoJob | PortraitStyleOrder

/** Pictures are passed by path, beside the job: the job itself means the same on every machine. */
export interface JobFiles {
  input: string
  background?: string
  base?: string
  output: string
  /** The print sheet of an ID photo, where both are wanted. */
  sheet?: string
}
/** A worker reads all others. */
export const WRITTEN_FILES = ['output', 'sheet'] as const satisfies readonly (keyof JobFiles)[]

export type NoFiles = { [Name in keyof JobFiles]?: never }
export type InputOnly = Pick<JobFiles, 'input'> & Omit<NoFiles, 'input'>
export type FilesOf<J extends Job> = J extends ReadPromptJob ? NoFiles : J extends FaceHintsJob ? InputOnly : JobFiles

/** The phases of a job, in this order. */
export type Phase = 'decode' | 'infer' | 'compose' | 'encode'

interface Timings {
  /** How long each phase took, in milliseconds. */
  timingsMs: Record<Phase, number>
}

interface PictureFacts extends Timings {
  width: number
  height: number
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'application/zip' | 'application/pdf'
  extension: 'png' | 'jpg' | 'webp' | 'avif' | 'zip' | 'pdf'
  bytes: number
  /** The subject in the returned picture. */
  foreground: Box
}

/** A connected part of the subject. */
export interface Piece {
  /** In pixels of the upright photo as it was sent. */
  box: Box
  /** Of the photo's area, 0..1. */
  share: number
  /** How sure the network is that it belongs to the subject, 0..1. */
  confidence: number
}

export interface CutoutOutcome extends PictureFacts {
  kind: 'cutout'
  subjectClass?: SubjectClass
  /** How good the cut-out is likely to be, 0..1. */
  confidence?: number
  /** All but tiny ones, the largest first. */
  pieces?: readonly Piece[]
  /** What a person should look at; workers of earlier versions do not say. */
  warnings?: readonly CutoutWarning[]
  /** The same for each picture of a set. */
  set?: readonly (Pick<PictureFacts, 'width' | 'height' | 'bytes' | 'foreground'> & {
    name: string
    warnings: readonly CutoutWarning[]
  })[]
}

export interface IdPhotoOutcome extends PictureFacts {
  kind: 'id-photo'
  /** What may be wrong with the photo, in any of its formats. */
  warnings: readonly Warning[]
  /** The same for each format, where there are several on a sheet. */
  formats?: readonly { format: string; warnings: readonly Warning[] }[]
}

export interface PortraitStyleOutcome extends PictureFacts {
  kind: 'portrait-style'
  /** What the picture was made of, in one line. */
  styleRecipe: string
}

export interface ConvertOutcome extends PictureFacts {
  kind: 'convert'
}

export interface ReadPromptOutcome extends Timings {
  kind: 'read-prompt'
  /** Undefined without the sentence network. */
  nearest?: NearestStyles
}

export interface NearestStyles {
  parts: StyleParts
  /** How near the first one is, 0..1. */
  similarity: number
  /** Whether it is meant: nearer than chance, and nearer than any other. */
  isClear: boolean
}

/** The only face in a frame. */
export interface FaceMeasures {
  /** Between the eyes, as shares of the frame's width and height. */
  eyes: { x: number; y: number }
  /** From the top of the skull, without the hair, to the chin: relative to the frame's height. */
  head: number
  rollDegrees: number
  /** How far the head is turned to a side, in the two measures of an ID photo: 0 straight ahead. */
  turn: number
  asymmetry: number
  eyesClosed: boolean
  eyesHidden: boolean
  mouthOpen: boolean
  light: {
    /** Shares of the face without any detail. */
    tooDark: number
    tooBright: number
    /** Mean brightness of the left half over that of the right. */
    balance: number
    /** How bright the lightest places of the frame are, 0..255. */
    highlights: number
  }
}

/** `refused`: the reason why no ID photo could be made of the frame, such as `no_face`. */
export type FrameLook = { face: FaceMeasures } | { refused: string }

export interface FaceHintsOutcome extends Timings {
  kind: 'face-hints'
  look: FrameLook
}

export type Outcome =
  | CutoutOutcome
  | IdPhotoOutcome
  | PortraitStyleOutcome
  | ConvertOutcome
  | ReadPromptOutcome
  | FaceHintsOutcome
export type OutcomeOf<J extends Pick<Job, 'kind'>> = Extract<Outcome, Pick<J, 'kind'>>
export type PictureOutcome = OutcomeOf<Order>

export interface ImageLimits {
  /** Pictures must have fewer pixels than this. */
  pixels: number
  /** Bounds of the longest side, in pixels. */
  minSide: number
  maxSide: number
  /** Formats of files; left out: every one that can be read. */
  types?: readonly InputType[]
}

/** Promised by the API, therefore constants; only the number of pixels is a setting. */
export const IMAGE_SIDES = { minSide: 32, maxSide: 10_000 }
