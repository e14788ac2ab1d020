/** A picture in another size or format, and what other jobs need of that: parts of photos, smaller photos. */
import sharp, { type Sharp } from 'sharp'
import { decodePhoto, openPicture } from './decode.js'
import { automaticFormat, encodeToFile } from './encode.js'
import type { Box, ConvertJob, JobFiles, Outcome } from './job.js'
import type { Photo } from './picture.js'
import type { Timed, Tools } from './run.js'

export async function runConvert(
  { maxSide, format: wanted, over }: ConvertJob,
  files: JobFiles,
  { limits }: Pick<Tools, 'limits'>,
  timed: Timed,
): Promise<Omit<Outcome, 'timingsMs'>> {
  const photo = await timed('decode', async () => {
    if (!over) return shrinkTo(await decodePhoto(files.input, limits), maxSide)
    const below = await decodePhoto(over.file, limits)
    const { upright } = await openPicture(files.input, limits)
    return layOver(below, await coverOf(upright, below), over.strength)
  })
  const { width, height, colour, alpha } = photo
  const format = wanted === 'auto' ? automaticFormat(alpha) : wanted
  const canvas = { width, height, colour, alpha: alpha ?? new Uint8Array(width * height).fill(255) }
  const file = await timed('encode', () => encodeToFile(canvas, { format, channels: 'rgba' }, files.output))
  return { width, height, foreground: { left: 0, top: 0, width, height }, ...file }
}

/** As large as the other picture, without distortion: what juts out is cut off. */
const coverOf = (upright: Sharp, { width, height }: Photo): Promise<Uint8Array> =>
  upright.flatten({ background: '#ffffff' }).resize(width, height, { fit: 'cover' }).raw({ depth: 'uchar' }).toBuffer()

function layOver(below: Photo, above: Uint8Array, strength: number): Photo {
  const colour = new Uint8Array(above.length)
  for (let i = 0; i < colour.length; i++) {
    colour[i] = Math.round(below.colour[i]! + (above[i]! - below.colour[i]!) * strength)
  }
  return { ...below, colour }
}

export async function shrinkTo(photo: Photo, maxSide: number): Promise<Photo> {
  const factor = maxSide / Math.max(photo.width, photo.height)
  if (factor >= 1) return photo
  const width = Math.max(1, Math.round(photo.width * factor))
  const height = Math.max(1, Math.round(photo.height * factor))
  const shrunk = (data: Uint8Array, channels: 1 | 3): Promise<Uint8Array> => {
    const raw = { width: photo.width, height: photo.height, channels }
    const picture = sharp(data, { raw, limitInputPixels: false }).resize(width, height, { fit: 'fill' })
    return (channels === 1 ? picture.extractChannel(0) : picture).raw().toBuffer()
  }
  return { width, height, colour: await shrunk(photo.colour, 3), alpha: photo.alpha && (await shrunk(photo.alpha, 1)) }
}

export function cropPhoto(photo: Photo, { left, top, width, height }: Box): Photo {
  const rows = (data: Uint8Array, channels: number): Uint8Array => {
    const out = new Uint8Array(width * height * channels)
    for (let y = 0; y < height; y++) {
      const from = ((top + y) * photo.width + left) * channels
      out.set(data.subarray(from, from + width * channels), y * width * channels)
    }
    return out
  }
  return { width, height, colour: rows(photo.colour, 3), alpha: photo.alpha && rows(photo.alpha, 1) }
}
