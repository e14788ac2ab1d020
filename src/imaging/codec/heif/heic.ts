/**
 * HEIC → pixels: the primary picture, turned and mirrored as the file says, in 8 bits. Bursts, depth and gain maps beside
 * it are not read.
 */
import type { Sharp } from 'sharp'
import { AppError } from '../../../base/errors.js'
import type { ImageLimits } from '../../job.js'
import { checkDimensions, refuseDamaged } from '../refusals.js'
import { toTaggedPicture } from '../tagged-picture.js'
import { statedColours } from './colours.js'
import { openLibheif } from './libheif.js'
import { readPrimaryPicture } from './primary-picture.js'

/** Measured: at most 13 bytes a pixel, for 10 bits in one piece, and 17 MB before the first. */
const BYTES_PER_PIXEL = 24
const BASE_BYTES = 64e6

export async function openHeic(file: Uint8Array, limits: ImageLimits): Promise<Sharp> {
  const stated = await statedColours(file)
  const base = BASE_BYTES + file.length
  const { heif, allow } = openLibheif(base)
  try {
    const picture = readPrimaryPicture(heif, file)
    const { width, height, channels, premultiplied } = picture
    checkDimensions(width, height, limits)
    allow(base + width * height * BYTES_PER_PIXEL)
    const { row } = picture.decode()
    return toTaggedPicture({ width, height, channels }, picture.profile ?? stated, (y) =>
      premultiplied ? unpremultiplied(row(y)) : row(y),
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    return refuseDamaged(error)
  }
}

function unpremultiplied(row: Uint8Array): Uint8Array {
  const straight = new Uint8ClampedArray(row)
  for (let i = 0; i < straight.length; i += 4) {
    const alpha = straight[i + 3]!
    if (alpha > 0) for (let c = i; c < i + 3; c++) straight[c] = (straight[c]! * 255) / alpha
  }
  return new Uint8Array(straight.buffer)
}
