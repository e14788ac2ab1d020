/**
 * File → upright sRGB pixels. Type and dimensions are checked on the header, before any pixel is decoded: a small file
 * can claim a huge picture.
 */
import { open, readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { AppError } from '../../base/errors.js'
import type { ImageLimits, InputType } from '../job.js'
import type { Photo, Size } from '../raster/picture.js'
import { rawPicture } from '../raster/resample.js'
import { decodeBmp, readBmpHeader } from './bmp.js'
import { inksToRgb } from './cmyk.js'
import { FILE_TYPES, fileTypeOf, refusalOf, SIGNATURE_BYTES } from './file-type.js'
import { statedColours } from './heif/colours.js'
import { openHeic } from './heif/heic.js'
import { refuseRawPhoto } from './raw-photo.js'
import { checkDimensions, refuseDamaged } from './refusals.js'
import { toTaggedPicture } from './tagged-picture.js'

/** A picture that has passed the checks on its header and can be decoded. */
export interface OpenedPicture extends Size {
  /** sharp converts embedded profiles, grey, palettes and 16 bits, and reads the first frame of an animation. */
  readonly upright: Sharp
}

export async function openPicture(file: string, limits: ImageLimits): Promise<OpenedPicture> {
  const source = await openChecked(file, await requireKnownType(file, limits.types), limits)
  // autoOrient comes first: everything after it refers to the upright picture.
  const { width, height } = (await source.metadata().catch(refuseDamaged)).autoOrient
  return { width, height, upright: source.autoOrient().toColourspace('srgb') }
}

/** `sizeFor` may request a smaller copy of a large picture: decoders can then skip most of the work. */
export async function decodePhoto(
  file: string,
  limits: ImageLimits,
  sizeFor: (full: Size) => Size = (full) => full,
): Promise<Photo> {
  const { upright, ...full } = await openPicture(file, limits)
  const { width, height } = sizeFor(full)
  const picture = width === full.width ? upright : upright.resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
  const { data, info } = await picture
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged)
  return { width: info.width, height: info.height, ...splitAlpha(data, info.channels) }
}

async function requireKnownType(file: string, accepted = FILE_TYPES): Promise<InputType> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    const type = fileTypeOf(head)
    if (!type || !accepted.includes(type)) throw new AppError('invalid_image', refusalOf(head, accepted))
    return type
  } finally {
    await handle.close()
  }
}

async function openChecked(file: string, type: InputType, limits: ImageLimits): Promise<Sharp> {
  if (type === 'bmp') return openBmp(await readFile(file), limits)
  if (type === 'heic') return openHeic(await readFile(file), limits)
  if (type === 'tiff') await refuseRawPhoto(file)
  // We check the limits ourselves, for clearer messages; a decoder's warnings do not make a photo unusable.
  const source = sharp(file, { limitInputPixels: false, failOn: 'error' })
  const { width, height, space, hasProfile } = await source.metadata().catch(refuseDamaged)
  checkDimensions(width, height, limits)
  if (hasProfile) return source
  if (space === 'cmyk') return openInks(source)
  const profile = type === 'avif' ? await statedColours(await readFile(file)) : undefined
  return profile ? withProfile(source, profile) : source
}

async function withProfile(source: Sharp, profile: Uint8Array): Promise<Sharp> {
  const { data, info } = await source.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }).catch(refuseDamaged)
  const channels = info.channels === 4 ? 4 : 3
  const rowBytes = info.width * channels
  return toTaggedPicture({ ...info, channels }, profile, (y) => data.subarray(y * rowBytes, (y + 1) * rowBytes))
}

async function openInks(source: Sharp): Promise<Sharp> {
  const { data, info } = await source
    .autoOrient() // pixels alone would forget how the picture was held
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged)
  return rawPicture(inksToRgb(data), info, 3)
}

// Raw pixels from our own decoder: sharp's binaries cannot read BMP.
function openBmp(bytes: Uint8Array, limits: ImageLimits): Sharp {
  const header = readBmpHeader(bytes)
  checkDimensions(header.width, header.height, limits)
  const { data, width, height, channels } = decodeBmp(bytes, header)
  return rawPicture(data, { width, height }, channels)
}

function splitAlpha(data: Uint8Array, channels: number): Pick<Photo, 'colour' | 'alpha'> {
  if (channels === 3) return { colour: data, alpha: undefined }
  if (channels !== 4) throw new AppError('invalid_image', `The image has ${channels} colour channels`)
  const pixels = data.length / 4
  const colour = new Uint8Array(pixels * 3)
  const alpha = new Uint8Array(pixels)
  for (let i = 0, from = 0, to = 0; i < pixels; i++, from += 4, to += 3) {
    colour[to] = data[from]!
    colour[to + 1] = data[from + 1]!
    colour[to + 2] = data[from + 2]!
    alpha[i] = data[from + 3]!
  }
  return { colour, alpha }
}
