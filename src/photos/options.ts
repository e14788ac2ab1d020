/** The options, by the library's names. Part of its declarations, so it imports nothing. */
export const CUTOUT_FORMATS = ['png', 'jpg', 'webp'] as const
/** A longest side is given as a number. */
export const CUTOUT_SIZES = ['full', 'medium', 'hd', '4k'] as const
export const STYLE_FORMATS = ['jpg', 'png'] as const

export interface CutoutOptions {
  /** Of the result; `png` unless given. */
  readonly format?: (typeof CUTOUT_FORMATS)[number] | undefined
  /** A colour behind the subject: a CSS name, `#RGB`, `#RRGGBB` or `#RRGGBBAA`. Transparent unless given. */
  readonly background?: string | undefined
  /** Crop the result to the subject. */
  readonly crop?: boolean | undefined
  /** Room around it: `10px`, `5%`, or two or four of them, separated by spaces. */
  readonly margin?: string | undefined
  /** At most: `4k` (25 megapixels), `hd` (4), `medium` (1.5), or the longest side in pixels; `full` unless given. */
  readonly size?: (typeof CUTOUT_SIZES)[number] | number | undefined
  /** The mask alone, white where the subject is. */
  readonly onlyMask?: boolean | undefined
  /** Who looks for the subject: `fast`, `balanced`, `best`, or an added network; what `quality` says unless given. */
  readonly detail?: string | undefined
}

export interface StyleOptions {
  /** A style of the catalogue, such as `watercolour`. */
  readonly style?: string | undefined
  /** A style in your own words; it decides what is painted, not `style`. */
  readonly prompt?: string | undefined
  /** How strongly the style is applied: 0 to 100; 100 unless given. */
  readonly strength?: number | undefined
  /** Of the result; `jpg` unless given. */
  readonly format?: (typeof STYLE_FORMATS)[number] | undefined
  /** Who looks for the person: `fast`, `balanced`, `best`, or an added network; what `quality` says unless given. */
  readonly detail?: string | undefined
}
