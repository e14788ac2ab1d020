/** What the page asks of the worker that draws, and what comes back. */
import type { Edit, Stroke } from './edit.js'
import type { Size } from './frame.js'

export interface DrawJob {
  /** The same pictures have the same name, so they are decoded only once. */
  readonly name: string
  readonly photo: Blob
  readonly cutout: Blob
  readonly edit: Edit
  readonly strokes: readonly Stroke[]
  /** Whether the photo is drawn as well, for comparison. */
  readonly compare: boolean
  /** Of the drawing; larger ones are scaled down. */
  readonly maxSide: number
}

export interface Drawing {
  /** The edited cut-out. */
  readonly after: ImageBitmap
  /** The same part of the photo, if the browser can read it. */
  readonly before: ImageBitmap | undefined
  /** Of the file that would be saved. */
  readonly size: Size
}

export type Request = { readonly id: number; readonly job: DrawJob; readonly want: 'drawing' | 'file' }

export type Reply =
  | { readonly id: number; readonly drawing: Drawing }
  | { readonly id: number; readonly file: Blob }
  | { readonly id: number; readonly failure: string }
