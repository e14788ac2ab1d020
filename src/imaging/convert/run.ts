/** A picture in another size or format. */
import type { Sharp } from 'sharp'
import { decodePhoto, openPicture } from '../codec/decode.js'
import { automaticFormat, encodeToFile } from '../codec/encode.js'
import type { ConvertJob } from '../job.js'
import { fitWithin, type Photo } from '../raster/picture.js'
import type { Operation, Tools } from '../tools.js'

export const runConvert: Operation<ConvertJob, Pick<Tools, 'limits'>> = async (
  { maxSide, format: wanted, over },
  files,
  { limits },
  timed,
) => {
  const photo = await timed('decode', async () => {
    if (!over) return decodePhoto(files.input, limits, (full) => fitWithin(full, maxSide))
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
