export interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle of whole pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export const squareOf = (side: number): Size => ({ width: side, height: side })

/** Of the same shape, its longer side at most `maxSide`; never larger. */
export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const factor = Math.min(1, maxSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

/** Pixels in memory: 8 bits a channel, sRGB, upright, rows from the top. Colour and alpha are separate planes. */
export interface Photo extends Size {
  /** RGB, interleaved. */
  readonly colour: Uint8Array
  /** The transparency the file already had; undefined when it had none. */
  readonly alpha: Uint8Array | undefined
}

/** A photo with its matte. Edits own it and may change its planes in place. */
export interface Cutout extends Size {
  readonly colour: Uint8Array
  readonly alpha: Uint8Array
}
