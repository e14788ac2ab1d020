/** The finished canvas → file. None of the input's metadata survives. */
import type { Sharp } from 'sharp'
import type { OutputFormat, PictureOutcome } from '../job.js'
import { compositeOnWhite } from '../raster/blend.js'
import { interleave } from '../raster/interleave.js'
import type { Cutout } from '../raster/picture.js'
import { rawPicture } from '../raster/resample.js'
import { pngOf, writePng } from './png.js'
import { writeZip } from './zip.js'

export type FileFormat = Exclude<OutputFormat, 'auto'>
export type EncodedFile = Pick<PictureOutcome, 'contentType' | 'extension' | 'bytes'>

const contentTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  zip: 'application/zip',
} as const satisfies Record<FileFormat, PictureOutcome['contentType']>

// Optimal Huffman tables would save 5 % of the file, but hold the whole picture in memory: 550 MB at 48 megapixels.
const JPEG = { quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false } as const
const WEBP = { quality: 92, alphaQuality: 100, effort: 2 } as const

export interface EncodeOptions {
  readonly format: FileFormat
  /** `alpha`: the mask alone, white = subject. */
  readonly channels: 'rgba' | 'alpha'
  /** 1 to 100, of what is not PNG. */
  readonly quality?: number | undefined
  /** The quality is lowered until the file has no more. */
  readonly maxBytes?: number | undefined
}

/** A JPG is put on white, in the canvas itself: a copy of the largest would take 200 MB. */
export async function encodeToFile(canvas: Cutout, options: EncodeOptions, file: string): Promise<EncodedFile> {
  const { format } = options
  const bytes = format === 'zip' ? await writeParts(canvas, file) : await writePicture(canvas, options, file)
  return { contentType: contentTypes[format], extension: format, bytes }
}

async function writePicture(canvas: Cutout, { format, channels }: EncodeOptions, file: string): Promise<number> {
  if (format === 'png') return writePng(channels === 'alpha' ? maskPlane(canvas) : canvas, file)
  const picture = channels === 'alpha' ? mask(canvas) : format === 'jpg' ? flattened(canvas) : rgba(canvas)
  const encoded = format === 'jpg' ? picture.jpeg(JPEG) : picture.webp(WEBP)
  return (await encoded.toFile(file)).size
}

/** Colours and mask as two files, which clients combine: far smaller and faster than a PNG. */
const writeParts = async (canvas: Cutout, file: string): Promise<number> =>
  writeZip({ 'color.jpg': await opaque(canvas).jpeg(JPEG).toBuffer(), 'alpha.png': pngOf(maskPlane(canvas)) }, file)

const opaque = (canvas: Cutout): Sharp => rawPicture(canvas.colour, canvas, 3)

const maskPlane = (canvas: Cutout) => ({ ...canvas, colour: undefined })

const mask = (canvas: Cutout): Sharp => rawPicture(canvas.alpha, canvas, 1).toColourspace('b-w')

function flattened(canvas: Cutout): Sharp {
  compositeOnWhite(canvas)
  return opaque(canvas)
}

const rgba = (canvas: Cutout): Sharp =>
  rawPicture(interleave(canvas.colour, canvas.alpha, { hideTransparent: true }), canvas, 4)

/** JPG unless something is transparent. */
export const automaticFormat = (alpha: Uint8Array | undefined): 'png' | 'jpg' =>
  alpha && !isOpaque(alpha) ? 'png' : 'jpg'

export function isOpaque(alpha: Uint8Array): boolean {
  for (let i = 0; i < alpha.length; i++) if (alpha[i] !== 255) return false
  return true
}
