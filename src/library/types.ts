/** What the library takes and returns. These are its declarations, so they import nothing but plain lists of words. */
import type { CutoutWarning as CutoutWarningCode } from '../catalog/cutout-warnings.js'
import type { Warning } from '../catalog/id-photo-warnings.js'
import type { SheetFormat, SheetName } from '../catalog/print-sheets.js'
import type { Quality } from '../catalog/qualities.js'
import type { CutoutOptions, StyleOptions } from '../photos/options.js'

/** The path of a file, a `file:` address, bytes, or a stream of bytes. */
export type PhotoSource = string | URL | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array>

export interface SilhouetteOptions {
  /** Where the networks are kept, in its folder `models`; unless given, a folder of the user (docs/api.md). */
  readonly dataFolder?: string | undefined
  /** Worker processes; unless given, as many as cores and memory allow. Each loads the networks once. */
  readonly workers?: number | undefined
  /** Threads of one worker; all cores, at most 4, unless given. */
  readonly threadsPerWorker?: number | undefined
  /** How often and how closely the network looks at a photo; `balanced` unless given. */
  readonly quality?: Quality | undefined
  /** An added network instead: its name, or the path of an .onnx file that is known by its checksum. */
  readonly matteNetwork?: string | undefined
  /** Photos must have fewer pixels than this; 50 million unless given. */
  readonly maxPixels?: number | undefined
  /** Longest time that one photo may take in a worker; a minute unless given. */
  readonly timeoutMs?: number | undefined
  /** Called while networks are fetched, which happens once, and when they are loaded. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

export type Progress =
  /** `bytes` of `totalBytes` of one network have arrived. */
  | { readonly step: 'fetching'; readonly what: string; readonly bytes: number; readonly totalBytes: number }
  /** A sentence about what is done with the networks before they are used for the first time. */
  | { readonly step: 'preparing'; readonly what: string }
  /** All networks are there, and the workers are loading them. */
  | { readonly step: 'loading' }

interface Cancellable {
  /** Aborts the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface RemoveBackgroundOptions extends CutoutOptions, Cancellable {
  /** A picture behind the subject, instead of a colour. */
  readonly backgroundImage?: PhotoSource | undefined
}

export interface StylizeOptions extends StyleOptions, Cancellable {}

export interface IdPhotoOptions extends Cancellable {
  /** A format of the catalogue, such as `us_passport`. Either this or `size`. */
  readonly spec?: string | undefined
  /** A size of your own: `widthMm` and `heightMm`, or `widthPx` and `heightPx`. */
  readonly size?: OwnSize | undefined
  /** `white`, `blue`, …, `#RRGGBB` or `#RGB`; white unless given. */
  readonly background?: string | undefined
  /** `upload`, unless given: pixels and kilobytes that portals ask for. `print`: millimetres at 300 to 600 dpi. */
  readonly purpose?: 'upload' | 'print' | undefined
  /** Also a sheet of paper to print: a name, or a size such as `100x150mm` or `8x10in`. */
  readonly sheet?: SheetName | (string & {}) | undefined
  /** How many photos are on it; as many as fit on one sheet unless given. */
  readonly copies?: number | undefined
  /** Several formats on it, instead of `spec`: `us_passport:2,schengen_visa:4`. The photo itself is in the first. */
  readonly sheetPhotos?: string | undefined
  /** Millimetres to the edges of the paper; 3 unless given. */
  readonly sheetMargin?: number | undefined
  /** Millimetres between photos; 2 unless given. */
  readonly sheetGap?: number | undefined
  /** `jpg` unless given. A `pdf` may have several pages. */
  readonly sheetFormat?: SheetFormat | undefined
  /** 300 unless given. */
  readonly sheetDpi?: 300 | 600 | undefined
  /** Who looks for the person: `fast`, `balanced`, `best`, or an added network; what `quality` says unless given. */
  readonly detail?: string | undefined
}

export interface OwnSize {
  readonly widthMm?: number | undefined
  readonly heightMm?: number | undefined
  readonly widthPx?: number | undefined
  readonly heightPx?: number | undefined
  /** Pixels per inch; 300 unless given. Also for a `spec` in millimetres. */
  readonly dpi?: number | undefined
  /** Smallest head, chin to hair, in percent of the height. */
  readonly headMin?: number | undefined
  readonly headMax?: number | undefined
  /** Largest file, in kB of 1000 bytes. */
  readonly maxKb?: number | undefined
}

export interface Picture {
  /** The file. */
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** `application/zip` for several presets. */
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif' | 'application/zip'
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Cutout extends Picture {
  /** Where the subject is in the picture. */
  readonly subject: Box
  /** How good the cut-out is likely to be, 0 to 1: below 0.97 it is worth a look. */
  readonly confidence?: number
  /** The connected pieces of the subject that have at least 0.2 % of the photo's area, the largest first. */
  readonly pieces?: readonly Piece[]
  /** What a person should look at. */
  readonly warnings: readonly CutoutWarning[]
}

export interface CutoutWarning {
  readonly code: CutoutWarningCode
  /** For people. */
  readonly message: string
  /** Of which picture, where there are several in a ZIP. */
  readonly picture?: string
}

export interface Piece {
  /** In pixels of the photo as it was passed, upright. */
  readonly box: Box
  /** Of the photo's area, 0 to 1. */
  readonly share: number
  /** How sure the network is that it belongs to the subject, 0 to 1. */
  readonly confidence: number
}

export interface IdPhotoWarning {
  readonly code: Warning
  /** For people. */
  readonly message: string
  /** `photo`: another photo may do better. `authority`: it does not accept this, whatever the photo. */
  readonly about: 'photo' | 'authority'
  /** Of which format, where several are on a sheet. */
  readonly format?: string
}

export interface IdPhoto extends Picture {
  /** The name of the format, for people. */
  readonly format: string
  /** Possible problems: the checks that it did not pass. */
  readonly warnings: readonly IdPhotoWarning[]
  /** If one was asked for. */
  readonly sheet?: PrintedSheet
}

export interface PrintedSheet extends Omit<Picture, 'type'> {
  readonly type: 'image/jpeg' | 'application/pdf'
  /** How many photos are on it. */
  readonly copies: number
}

export interface Painting extends Picture {
  /** What was understood, and what it was painted with, in one line. */
  readonly recipe: string
}

export interface Silhouette {
  /** Fetches and loads the networks now, instead of with the first photo. */
  ready(): Promise<void>
  removeBackground(photo: PhotoSource, options?: RemoveBackgroundOptions): Promise<Cutout>
  idPhoto(photo: PhotoSource, options: IdPhotoOptions): Promise<IdPhoto>
  stylize(photo: PhotoSource, options: StylizeOptions): Promise<Painting>
  /** Ends all workers. Calls that are under way end with the code `closed`. */
  close(): Promise<void>
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** A format that `spec` can name. */
export interface IdPhotoFormat {
  readonly id: string
  readonly name: string
  /** Its code by ISO 3166, or `INT`. */
  readonly country: string
  readonly widthMm: number
  readonly heightMm: number
  readonly widthPx: number
  readonly heightPx: number
}

/** What a shop or network asks for, which `preset` can name. */
export interface Preset {
  readonly id: string
  readonly name: string
  /** Such as `2000x2000`. */
  readonly canvas: string
  /** The subject's longer side, in percent of the canvas. */
  readonly fill: number
  /** `#RRGGBB` or `transparent`. */
  readonly background: string
  readonly format: string
}

/** A style that `style` can name. */
export interface Style {
  readonly id: string
  readonly name: string
  readonly description: string
}
