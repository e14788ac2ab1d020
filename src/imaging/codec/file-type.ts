/** Which of the accepted formats a file has, by its first bytes; file names and declared types are not trusted. */
import type { InputType } from '../job.js'

const NAMES = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  bmp: 'BMP',
  heic: 'HEIC',
  avif: 'AVIF',
  tiff: 'TIFF',
  gif: 'GIF',
} as const satisfies Record<InputType, string>

export const FILE_TYPES = Object.keys(NAMES) as readonly InputType[]

/** Such as: JPEG, PNG or WebP. */
export const namesOf = (types: readonly InputType[]): string =>
  types
    .map((type) => NAMES[type])
    .join(', ')
    .replace(/, (?!.*, )/, ' or ')

/** How much of the file must be read. */
export const SIGNATURE_BYTES = 64

/** How such files begin; a dot stands for any byte. */
const STARTS: readonly (readonly [type: InputType, ...starts: string[]])[] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['webp', 'RIFF....WEBP'],
  ['bmp', 'BM'],
  ['gif', 'GIF87a', 'GIF89a'],
  ['tiff', 'II*\0', 'MM\0*'],
]

export function fileTypeOf(head: Uint8Array): InputType | undefined {
  return STARTS.find(([, ...starts]) => beginsWith(head, starts))?.[0] ?? heifTypeOf(textOf(head))
}

function beginsWith(head: Uint8Array, starts: readonly string[]): boolean {
  const text = textOf(head)
  return starts.some((start) => [...start].every((character, i) => character === '.' || character === text[i]))
}

const textOf = (head: Uint8Array): string => String.fromCharCode(...head)

/** `mif1` and `msf1` say nothing about the codec, and are what many programs put first; then the others of the list do. */
const AVIF_BRANDS = /^(avif|avis)$/
const HEIC_BRANDS = /^(hei[cxms]|hev[cxms]|mif1|msf1|miaf|MiHE|MiHB|MiHA)$/

function heifTypeOf(text: string): 'avif' | 'heic' | undefined {
  const [first, ...others] = brandsOf(text)
  if (first === undefined) return undefined
  if (AVIF_BRANDS.test(first)) return 'avif'
  if (!HEIC_BRANDS.test(first)) return undefined
  return first.startsWith('m') && others.some((brand) => AVIF_BRANDS.test(brand)) ? 'avif' : 'heic'
}

/** Of a file in the container that phones and cameras have in common with films: the main one, and all others. */
function brandsOf(text: string): string[] {
  if (text.slice(4, 8) !== 'ftyp') return []
  const end = text.charCodeAt(2) * 256 + text.charCodeAt(3)
  const others = Array.from({ length: Math.max(0, end / 4 - 4) }, (_, i) => text.slice(16 + 4 * i, 20 + 4 * i))
  return [text.slice(8, 12), ...others]
}

/** Photoshop, SVG, JPEG 2000, JPEG XL, and raw files of Canon, Fujifilm, Olympus and Panasonic. */
const OTHERS = [
  '8BPS',
  '<svg',
  '\0\0\0\fjP  ',
  '\0\0\0\fJXL ',
  '....ftypcrx ',
  'FUJIFILMCCD-RAW',
  'IIRO',
  'IIRS',
  'IIU\0',
]

/** A picture, but none of the accepted formats. */
export const isOtherPicture = (head: Uint8Array): boolean => beginsWith(head, OTHERS)

/** Most raw files are TIFFs by their first bytes; see raw-photo.ts. */
export const RAW_REFUSED =
  'The file is a raw photo of a camera, which cannot be read here: develop it first, and send the JPEG or TIFF'

const HEIC_REFUSED =
  'The file is a HEIC (HEIF) photo, which cannot be read here: send it as JPEG. On an iPhone, share or export the photo ' +
  'as JPEG, or choose Settings > Camera > Formats > Most Compatible before taking it'

/** Why a file of none of the accepted formats is refused. */
export const refusalOf = (head: Uint8Array, accepted: readonly InputType[] = FILE_TYPES): string =>
  fileTypeOf(head) === 'heic' ? HEIC_REFUSED : `The file is not a ${namesOf(accepted)} image`
