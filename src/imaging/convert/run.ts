/** A picture in another size or format. */
import type { Sharp } from 'sharp'
import { decodePhoto, openPicture } from '../codec/decode.js'
import { automaticFormat, encodeToFile } from '../codec/encode.js'
import type { ConvertJob } from '../job.js'
import { fitWithin, type Photo, withAlpha } from '../raster/picture.js'
import type { Operation, Tools } from '../tools.js'

export const runConvert: Operation<ConvertJob, Pick<Tools, 'limits'>> = async (
  { maxSide, format: requested, over },
  files,
  { limits },
  timed,
) => {
  const photo = await timed('decode', async () => {
    if (!over) return decodePhoto(files.input, limits, (full) => fitWithin(full, maxSide))
    if (files.base === undefined) throw new Error('The job names a picture to blend over, but there is no such file')
    const base = await decodePhoto(files.base, limits)
    const { upright } = await openPicture(files.input, limits)
    return blendOver(base, await coverOf(upright, base), over.strength)
  })
  const { width, height, alpha } = photo
  const format = requested === 'auto' ? automaticFormat(alpha) : requested
  const file = await timed('encode', () => encodeToFile(withAlpha(photo), { format, channels: 'rgba' }, files.output))
  return { width, height, foreground: { left: 0, top: 0, width, height }, ...file }
}

/** Scaled to cover the other picture without distortion; what sticks out is cropped. */
const coverOf = (upright: Sharp, { width, height }: Photo): Promise<Uint8Array> =>
  upright.flatten({ background: '#ffffff' }).resize(width, height, { fit: 'cover' }).raw({ depth: 'uchar' }).toBuffer()

function blendOver(base: Photo, overlay: Uint8Array, strength: number): Photo {
  const colour = new Uint8Array(overlay.length)
  for (let i = 0; i < colour.length; i++) {
    colour[i] = Math.round(base.colour[i]! + (overlay[i]! - base.colour[i]!) * strength)
  }
  return { ...base, colour }
}
