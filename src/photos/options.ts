/** The options, by the library's names. Part of its declarations, so it imports nothing. */
export const CUTOUT_FORMATS = ['png', 'jpg', 'webp', 'avif'] as const
/** A longest side is given as a number. */
export const CUTOUT_SIZES = ['full', 'medium', 'hd', '4k'] as const
export const STYLE_FORMATS = ['jpg', 'png'] as const

export interface CutoutOptions {
  /** Of the result; `png` unless given, or what the preset says. */
  readonly format?: (typeof CUTOUT_FORMATS)[number] | undefined
  /** A colour behind the subject: a CSS name, `#RGB`, `#RRGGBB` or `#RRGGBBAA`. Transparent unless given. */
  readonly background?: string | undefined
  /** Crop the result to the subject. */
  readonly crop?: boolean | undefined
  /** Room around it, or on the canvas: `10px`, `5%`, or two or four of them, separated by spaces. */
  readonly margin?: string | undefined
  /** What a shop or network asks for, such as `amazon`; several, with commas between them, give a ZIP of pictures. */
  readonly preset?: string | undefined
  /** The size of the picture, such as `2000x2000`, or its shape, such as `1:1`. */
  readonly canvas?: string | undefined
  /** How much of the canvas the subject takes, such as `85%`. */
  readonly fill?: string | undefined
  /** Its longer side, unless given, or its area. */
  readonly fillBy?: 'side' | 'weight' | undefined
  /** Where it goes on the canvas; `centre` unless given. */
  readonly align?: 'centre' | 'bottom' | 'optical' | undefined
  /** Two colours from top to bottom, and `radial` after them for a circle: `#ffffff #d8dce2`. */
  readonly backgroundGradient?: string | undefined
  /** How much the background picture is blurred, or without one the photo's own background: 0 to 100. */
  readonly backgroundBlur?: number | undefined
  readonly shadow?: 'none' | 'contact' | 'drop' | 'natural' | undefined
  /** 0 to 100; 50 unless given. */
  readonly shadowStrength?: number | undefined
  /** 0 to 100; 50 unless given. */
  readonly shadowSoftness?: number | undefined
  /** Of the encoder, 1 to 100. */
  readonly quality?: number | undefined
  /** Only what lies inside can be subject: `x1 y1 x2 y2`, in px or %. */
  readonly roi?: string | undefined
  /** At most: `4k` (25 megapixels), `hd` (4), `medium` (1.5), or the longest side in pixels; `full` unless given. */
  readonly size?: (typeof CUTOUT_SIZES)[number] | number | undefined
  /** The mask alone, white where the subject is. */
  readonly onlyMask?: boolean | undefined
  /** The subject's own colours alone, opaque, also under its soft edge. */
  readonly onlyForeground?: boolean | undefined
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
