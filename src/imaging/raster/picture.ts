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

/** Rounded to whole pixels, at least one. */
export const scaleSize = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
})

/** The same aspect ratio, with the longer side at most `maxSide`; never enlarged. */
export const fitWithin = (size: Size, maxSide: number): Size =>
  scaleSize(size, Math.min(1, maxSide / Math.max(size.width, size.height)))

/** Where a box lies once its picture is scaled; whole pixels, and all of it inside. */
export function scaleBox({ left, top, width, height }: Box, factor: number): Box {
  const [x, y] = [Math.floor(left * factor), Math.floor(top * factor)]
  return {
    left: x,
    top: y,
    width: Math.ceil((left + width) * factor) - x,
    height: Math.ceil((top + height) * factor) - y,
  }
}

/** Pixels in memory: 8 bits per channel, sRGB, upright, rows from the top. Colour and alpha are separate planes. */
export interface Photo extends Size {
  /** RGB, interleaved. */
  readonly colour: Uint8Array
  /** The transparency the file already had; undefined when it had none. */
  readonly alpha: Uint8Array | undefined
}

/** A photo with its matte. Its planes may be changed in place. */
export interface Cutout extends Size {
  readonly colour: Uint8Array
  readonly alpha: Uint8Array
}

/** A photo whose file had no transparency is opaque everywhere. */
export const withAlpha = ({ width, height, colour, alpha }: Photo): Cutout => ({
  width,
  height,
  colour,
  alpha: alpha ?? new Uint8Array(width * height).fill(255),
})
