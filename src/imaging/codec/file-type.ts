/** Which of the four accepted formats a file has, by its first bytes; file names and declared types are not trusted. */
export type FileType = 'jpeg' | 'png' | 'webp' | 'bmp'

/** How much of the file must be read. */
export const SIGNATURE_BYTES = 16

export function fileTypeOf(head: Uint8Array): FileType | undefined {
  const startsWith = (text: string, at = 0): boolean =>
    [...text].every((character, index) => head[at + index] === character.charCodeAt(0))
  if (startsWith('\xff\xd8\xff')) return 'jpeg'
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return 'webp'
  if (startsWith('BM')) return 'bmp'
  return undefined
}

/** The still pictures of phones; `mif1` and `msf1` are what other programs write for the same. */
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Photos as iPhones take them. They cannot be decoded here: the codec is patented, and not part of our library. */
export const isHeif = (head: Uint8Array): boolean => HEIF_BRANDS.includes(brandOf(head) ?? '')

/** Of a file in the container that phones and cameras have in common with films. */
function brandOf(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(4, 12))
  return text.startsWith('ftyp') ? text.slice(4) : undefined
}

/** AVIF, and what Canon's cameras write. */
const OTHER_BRANDS = ['avif', 'avis', 'crx ']

/** GIF, TIFF with most raw files of cameras, Photoshop, SVG, JPEG 2000, JPEG XL, Fujifilm's raw files. */
const OTHER_SIGNATURES = ['GIF8', 'II*\0', 'MM\0*', '8BPS', '<svg', '\0\0\0\fjP  ', '\0\0\0\fJXL ', 'FUJIFILMCCD-RAW']

/** A picture, but none of the accepted formats. */
export function isOtherPicture(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head)
  return (
    isHeif(head) ||
    OTHER_BRANDS.includes(brandOf(head) ?? '') ||
    OTHER_SIGNATURES.some((signature) => text.startsWith(signature))
  )
}

const HEIF_REFUSED =
  'The file is a HEIC (HEIF) photo, which cannot be read here: send it as JPEG. On an iPhone, share or export the photo ' +
  'as JPEG, or choose Settings > Camera > Formats > Most Compatible before taking it'

/** Why a file of none of the accepted formats is refused. */
export const refusalOf = (head: Uint8Array): string =>
  isHeif(head) ? HEIF_REFUSED : 'The file is not a JPEG, PNG, WebP or BMP image'
