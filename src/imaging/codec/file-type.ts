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
export function isHeif(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(4, 12))
  return text.startsWith('ftyp') && HEIF_BRANDS.includes(text.slice(4))
}
