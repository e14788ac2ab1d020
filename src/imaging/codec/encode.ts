/** The finished canvas → file. None of the input's metadata survives. */
import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { AppError } from '../../base/errors.js'
import type { OutputFormat, PictureOutcome } from '../job.js'
import { compositeOnWhite } from '../raster/blend.js'
import { interleave } from '../raster/interleave.js'
import type { Cutout } from '../raster/picture.js'
import { rawPicture } from '../raster/resample.js'
import { largestThatFits } from './fit-bytes.js'
import { pngOf, writePng } from './png.js'
import { writeZip } from './zip.js'

export type FileFormat = Exclude<OutputFormat, 'auto'>
export type EncodedFile = Pick<PictureOutcome, 'contentType' | 'extension' | 'bytes'>

const contentTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  zip: 'application/zip',
} as const satisfies Record<FileFormat, PictureOutcome['contentType']>

type Lossy = Exclude<FileFormat, 'png' | 'zip'>

/** What looks alike in each; AVIF's numbers mean another thing. */
const QUALITY: Record<Lossy, number> = { jpg: 92, webp: 92, avif: 80 }
/** A limit of bytes goes no lower: nobody would want to see it. */
const WORST_QUALITY = 20

/**
 * JPEG: Optimal Huffman tables would save 5 % of the file, but hold the whole picture in memory: 550 MB at 48 megapixels.
 * Deringing costs no bytes, and leaves less than half as many visible specks on the white beside the subject; trellis
 * quantisation would halve them again, in ten times the time. AVIF: the next effort takes twice as long for 1 % of the file.
 */
const encoders: Record<Lossy, (picture: Sharp, quality: number) => Sharp> = {
  jpg: (picture, quality) =>
    picture.jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false, overshootDeringing: true }),
  webp: (picture, quality) => picture.webp({ quality, alphaQuality: 100, effort: 2 }),
  avif: (picture, quality) => picture.avif({ quality, chromaSubsampling: '4:4:4', effort: 1 }),
}

/** Its encoder takes 43 bytes a pixel: 720 MB for as many. */
const AVIF_PIXELS = 4096 * 4096

export interface EncodeOptions {
  readonly format: FileFormat
  /** `alpha`: the mask alone, white = subject. */
  readonly channels: 'rgba' | 'alpha'
  /** 1 to 100; PNG and ZIP have none. */
  readonly quality?: number | undefined
  /** The quality is lowered until the file has no more. */
  readonly maxBytes?: number | undefined
}

/** A JPG is put on white, in the canvas itself: a copy of the largest would take 200 MB. */
export async function encodeToFile(canvas: Cutout, options: EncodeOptions, file: string): Promise<EncodedFile> {
  const { format, channels, maxBytes = Number.POSITIVE_INFINITY } = options
  const bytes =
    format === 'zip'
      ? await writeParts(canvas, file)
      : format === 'png'
        ? writePng(channels === 'alpha' ? maskPlane(canvas) : canvas, file)
        : await writeLossy(canvas, { ...options, format }, file)
  if (bytes > maxBytes) refuseSize(`The result has ${bytes} bytes, and its format no quality to lower`, maxBytes)
  return { contentType: contentTypes[format], extension: format, bytes }
}

async function writeLossy(
  canvas: Cutout,
  { format, channels, quality = QUALITY[format], maxBytes }: EncodeOptions & { readonly format: Lossy },
  file: string,
): Promise<number> {
  if (format === 'avif' && canvas.width * canvas.height > AVIF_PIXELS) refuseLargeAvif(canvas)
  const picture = pictureOf(canvas, format, channels)
  const encode = (at: number): Sharp => encoders[format](picture(), at)
  if (maxBytes === undefined) return (await encode(quality).toFile(file)).size
  const worst = Math.min(WORST_QUALITY, quality)
  const fitting = await largestThatFits((at) => encode(at).toBuffer(), worst, quality, maxBytes)
  if (!fitting) return refuseSize(`The result does not fit even at quality ${worst}`, maxBytes)
  await writeFile(file, fitting)
  return fitting.length
}

function refuseSize(problem: string, maxBytes: number): never {
  const advice = 'allow more, ask for fewer pixels, or for JPG, WebP or AVIF'
  throw new AppError('invalid_request', `${problem}; the file may have at most ${maxBytes} bytes: ${advice}`)
}

function refuseLargeAvif({ width, height }: Cutout): never {
  const size = `The result has ${width} x ${height} pixels; an AVIF may have at most ${AVIF_PIXELS}`
  throw new AppError('invalid_request', `${size}: ask for a smaller size, or for WebP`)
}

/** Colours and mask as two files, which clients combine: far smaller and faster than a PNG. */
async function writeParts(canvas: Cutout, file: string): Promise<number> {
  const colour = await encoders.jpg(opaque(canvas), QUALITY.jpg).toBuffer()
  return writeZip({ 'color.jpg': colour, 'alpha.png': pngOf(maskPlane(canvas)) }, file)
}

const opaque = (canvas: Cutout): Sharp => rawPicture(canvas.colour, canvas, 3)

const maskPlane = (canvas: Cutout) => ({ ...canvas, colour: undefined })

/** To be encoded any number of times: sharp's own `clone` copies the pixels. */
function pictureOf(canvas: Cutout, format: Lossy, channels: EncodeOptions['channels']): () => Sharp {
  if (channels === 'alpha') return () => rawPicture(canvas.alpha, canvas, 1).toColourspace('b-w')
  if (format !== 'jpg') {
    const rgba = interleave(canvas.colour, canvas.alpha, { hideTransparent: true })
    return () => rawPicture(rgba, canvas, 4)
  }
  if (!isOpaque(canvas.alpha)) compositeOnWhite(canvas)
  return () => opaque(canvas)
}

/** JPG unless something is transparent. */
export const automaticFormat = (alpha: Uint8Array | undefined): 'png' | 'jpg' =>
  alpha && !isOpaque(alpha) ? 'png' : 'jpg'

export function isOpaque(alpha: Uint8Array): boolean {
  for (let i = 0; i < alpha.length; i++) if (alpha[i] !== 255) return false
  return true
}
