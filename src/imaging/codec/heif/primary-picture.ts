/** The primary picture of a HEIC file, by libheif's interface in C: addresses in, a few methods out. */
import { AppError } from '../../../base/errors.js'
import type { Libheif } from './libheif.js'

export interface PrimaryPicture {
  /** As it is shown: turned and mirrored. */
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly premultiplied: boolean
  /** An ICC profile. */
  readonly profile: Uint8Array | undefined
  /** In 8 bits, interleaved, top row first. A row is valid until the next call. */
  decode(): { row(y: number): Uint8Array }
}

/** Constants of libheif. */
const RGB = 1
const INTERLEAVED_LAYOUT = { 3: 10, 4: 11 } as const
const INTERLEAVED_CHANNEL = 10

/** Of its errors. */
const UNSUPPORTED = [3, 4, 11]
const NO_PRIMARY_PICTURE = 124

const NO_STILL = 'The HEIC file holds a sequence of pictures and no single photo: export one of them as JPEG'
const UNKNOWN_KIND = 'The HEIC file is of a kind that cannot be read here: export the photo as JPEG'

/** A heif_error: code, subcode, and where its text is. Then comes the place where a call writes its result. */
const ERROR_BYTES = 12

export function readPrimaryPicture(heif: Libheif, file: Uint8Array): PrimaryPicture {
  const error = allocate(ERROR_BYTES + 4)
  const result = error + ERROR_BYTES
  const handle = open()
  const channels = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3
  return {
    width: heif._heif_image_handle_get_width(handle),
    height: heif._heif_image_handle_get_height(handle),
    channels,
    premultiplied: heif._heif_image_handle_is_premultiplied_alpha(handle) !== 0,
    profile: profile(),
    decode,
  }

  function open(): number {
    const at = allocate(file.length)
    heif.HEAPU8.set(file, at)
    const context = heif._heif_context_alloc()
    heif._heif_context_read_from_memory_without_copy(error, context, at, file.length, 0)
    throwError()
    heif._heif_context_get_primary_image_handle(error, context, result)
    throwError()
    return wordAt(result)
  }

  function profile(): Uint8Array | undefined {
    const bytes = heif._heif_image_handle_get_raw_color_profile_size(handle)
    if (bytes === 0) return undefined
    const at = allocate(bytes)
    heif._heif_image_handle_get_raw_color_profile(error, handle, at)
    throwError()
    return heif.HEAPU8.slice(at, at + bytes)
  }

  function decode(): ReturnType<PrimaryPicture['decode']> {
    heif._heif_decode_image(error, handle, result, RGB, INTERLEAVED_LAYOUT[channels], 0)
    throwError()
    const image = wordAt(result)
    const width = heif._heif_image_get_width(image, INTERLEAVED_CHANNEL)
    const height = heif._heif_image_get_height(image, INTERLEAVED_CHANNEL)
    if (width !== heif._heif_image_handle_get_width(handle) || height !== heif._heif_image_handle_get_height(handle))
      throw new Error(`The pixels are ${width} x ${height}, the header says otherwise`)
    const plane = heif._heif_image_get_plane_readonly2(image, INTERLEAVED_CHANNEL, result)
    const stride = wordAt(result)
    if (plane === 0) throw new Error('There are no pixels')
    return { row: (y) => heif.HEAPU8.subarray(plane + y * stride, plane + y * stride + width * channels) }
  }

  function allocate(bytes: number): number {
    const at = heif._malloc(bytes)
    if (at === 0) throw new RangeError(`No room for ${bytes} bytes`)
    return at
  }

  function wordAt(address: number): number {
    const { buffer } = heif.HEAPU8
    return new DataView(buffer).getUint32(address, true)
  }

  function throwError(): void {
    if (wordAt(error) === 0) return
    const text = heif.HEAPU8.subarray(wordAt(error + 8))
    const cause = new Error(Buffer.from(text.subarray(0, text.indexOf(0))).toString())
    if (wordAt(error + 4) === NO_PRIMARY_PICTURE) throw new AppError('invalid_image', NO_STILL, { cause })
    if (UNSUPPORTED.includes(wordAt(error))) throw new AppError('invalid_image', UNKNOWN_KIND, { cause })
    throw cause
  }
}
