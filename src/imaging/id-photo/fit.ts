/** The words of placing a person on an ID photo: what is given, what a format asks for, and what comes out. */
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'

export type Rules = Pick<
  IdPhotoSpec,
  | 'width_px'
  | 'height_px'
  | 'height_mm'
  | 'crown'
  | 'head_ratio'
  | 'head_width_mm'
  | 'eye_line_from_bottom_ratio'
  | 'top_margin'
  | 'chin_to_bottom_mm_min'
  | 'target'
>

/** The person in the face frame, in pixels of the photo; v is negative above the eyes. */
export interface Subject {
  /** u of what belongs in the middle of the picture. */
  readonly centre: number
  readonly chin: number
  /** Of the hair as a whole, which formats measure, and of the last wisp of it, which has to stay in the picture. */
  readonly hair: number
  readonly wisps: number
  readonly skull: number
  /** From cheek to cheek. */
  readonly width: number
}

/** How far the photo shows the person, in the face frame: a picture may end there, but not go beyond. */
export interface Reach {
  /** u of the photo's borders where the body touches them between these rows; infinite where it does not. */
  sides(top: number, bottom: number): { readonly left: number; readonly right: number }
  /** v of the lowest row that shows the body between these columns. */
  bottom(left: number, right: number): number
}

export interface Fit {
  readonly h: number
  readonly t: number
  readonly e: number
  readonly b: number
  /** Pixels of the result per pixel of the photo. */
  readonly scale: number
  /** The point between the eyes, in the result. */
  readonly eyes: { readonly x: number; readonly y: number }
  readonly head: Head
  /** The upper edge cuts through the hair, or nearly does: it does not fit into the format otherwise. */
  readonly hairCut: boolean
  /** Which ranges had to be exceeded. */
  readonly relaxed: readonly ('top_margin' | 'eye_line')[]
}

/** Which rule cannot be met, and by how much. */
export type Misfit =
  /** How much of the body, in head heights and in pixels of the photo. */
  | { readonly reason: 'shoulders_missing'; readonly missing: number; readonly missingPx: number }
  /** How much beside the body, in pixels of the photo. */
  | { readonly reason: 'side_cut_off'; readonly side: 'left' | 'right'; readonly missingPx: number }
  /** Two rules that exclude one another for this head, and how far they are apart, as a share of the height. */
  | { readonly reason: 'geometry'; readonly rules: readonly [Rule, Rule]; readonly apart: number }

export type Rule = 'top margin' | 'eye line' | 'distance from the chin to the lower edge'

export interface Head {
  /** v of the crown that this format measures to. */
  readonly crown: number
  /** Crown to chin. */
  readonly height: number
}

export type Range = readonly [min: number, max: number]
