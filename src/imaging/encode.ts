/** Cut-out → file. Nothing of the input's metadata survives; what is transparent carries no colour of the old background. */
import sharp, { type Sharp } from 'sharp'
import { fillBackground } from './cutout/fill-background.js'
import { type Outcome, WHITE } from './job.js'
import type { Cutout } from './picture.js'

const JPEG_QUALITY = 92
// Level 6 costs several times the time of level 3 and saves a few per cent on photos.
const PNG_COMPRESSION_LEVEL = 4

export type EncodedFile = Pick<Outcome, 'contentType' | 'extension' | 'bytes'>

export async function encodeToFile(cutout: Cutout, format: 'auto' | 'png' | 'jpg', file: string): Promise<EncodedFile> {
  const transparent = cutout.alpha.some((value) => value < 255)
  const asJpeg = format === 'jpg' || (format === 'auto' && !transparent)
  if (asJpeg) {
    if (transparent) fillBackground(cutout, WHITE)
    const { size } = await opaque(cutout).jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }).toFile(file)
    return { contentType: 'image/jpeg', extension: 'jpg', bytes: size }
  }
  const picture = transparent ? translucent(cutout) : opaque(cutout)
  const { size } = await picture.png({ compressionLevel: PNG_COMPRESSION_LEVEL }).toFile(file)
  return { contentType: 'image/png', extension: 'png', bytes: size }
}

const opaque = ({ colour, width, height }: Cutout): Sharp => sharp(colour, { raw: { width, height, channels: 3 } })

function translucent({ colour, alpha, width, height }: Cutout): Sharp {
  const rgba = new Uint8Array(alpha.length * 4)
  for (let i = 0, from = 0, to = 0; i < alpha.length; i++, from += 3, to += 4) {
    const a = alpha[i]!
    if (a === 0) continue
    rgba[to] = colour[from]!
    rgba[to + 1] = colour[from + 1]!
    rgba[to + 2] = colour[from + 2]!
    rgba[to + 3] = a
  }
  return sharp(rgba, { raw: { width, height, channels: 4 } })
}
