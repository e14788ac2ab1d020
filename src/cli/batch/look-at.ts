/** Which files of a folder are photos, and which are pictures that cannot be read: those are reported, not skipped. */
import { closeSync, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { fileTypeOf, isOtherPicture, RAW_REFUSED, refusalOf, SIGNATURE_BYTES } from '../../imaging/codec/file-type.js'

export type Look = 'photo' | 'no picture' | { readonly refusal: string }

/** Believed: whether it is true shows when they are decoded. */
const OURS = /^\.(jpe?g|jpe|jfif|png|webp|bmp|dib|hei[cf]|hif|avif|tiff?|gif)$/i

const OTHERS = new RegExp(
  `^\\.(${[
    'svgz?|jxl|jp2|j2k|jpx|psd|psb|xcf|tga|exr|hdr|ico|p[bgnp]m|qoi',
    'dng|cr[23w]|nef|nrw|arw|srf|sr2|raf|orf|rw[2l]|pef|srw|x3f|3fr|fff|iiq|mrw|erf|kdc|dcr|raw',
  ].join('|')})$`,
  'i',
)

export function lookAt(file: string): Look {
  const ending = path.extname(file)
  if (OURS.test(ending)) return 'photo'
  const head = headOf(file)
  const type = fileTypeOf(head)
  if (type === 'tiff' && OTHERS.test(ending)) return { refusal: RAW_REFUSED }
  // A BMP is recognised by two letters, and many texts begin with them.
  if (type !== undefined && type !== 'bmp') return 'photo'
  return OTHERS.test(ending) || isOtherPicture(head) ? { refusal: refusalOf(head) } : 'no picture'
}

/** Empty where the file cannot be read. */
function headOf(file: string): Uint8Array {
  const head = new Uint8Array(SIGNATURE_BYTES)
  try {
    const handle = openSync(file, 'r')
    try {
      return head.subarray(0, readSync(handle, head))
    } finally {
      closeSync(handle)
    }
  } catch {
    return head.subarray(0, 0)
  }
}
