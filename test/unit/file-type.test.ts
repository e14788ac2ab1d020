import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  FILE_TYPES,
  fileTypeOf,
  isOtherPicture,
  namesOf,
  refusalOf,
  SIGNATURE_BYTES,
} from '../../src/imaging/codec/file-type.js'
import { bmpOf } from '../fixtures/picture-files.js'

const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('fileTypeOf', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'a real %s file is known by its first bytes',
    async (type) => {
      const file = await picture.clone().toFormat(type).toBuffer()
      expect(fileTypeOf(file.subarray(0, SIGNATURE_BYTES))).toBe(type)
    },
  )

  it('a BMP file is known by its first bytes', () => {
    expect(fileTypeOf(bmpOf(new Uint8Array(40 * 40 * 3), 40, 40).subarray(0, SIGNATURE_BYTES))).toBe('bmp')
  })

  it.each([
    ['an SVG', '<svg xmlns="http'],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0mp42mif1'],
    ['a raw file of Canon', '\0\0\0\x18ftypcrx \0\0\0\x01crx isom'],
    ['the mark of a HEIC at another place', 'ftypheic\0\0\0\0\0\0\0\0'],
    ['a GIF of an unknown version', 'GIF88a\x01\0\x01\0'],
    ['a raw file of Panasonic', 'IIU\0\x08\0\0\0'],
    ['a sound in the same container as WebP', 'RIFF\x24\0\0\0WAVEfmt '],
    ['a WebP mark without its container', '\0\0\0\0\0\0\0\0WEBPVP8 '],
    ['a PNG whose line ends were converted', '\x89PNG\n\x1a\n\0\0\0\rIHDR'],
    ['a signature that is not at the start', ' \xff\xd8\xff\xe0'],
    ['a JPEG signature that was read as UTF-8', '\xc3\xbf\xc3\x98\xc3\xbf'],
    ['a signature cut short', '\x89PNG\r\n\x1a'],
    ['an empty file', ''],
  ])('%s is none of the accepted types', (_name, head) => {
    expect(fileTypeOf(bytes(head))).toBeUndefined()
  })

  it('bytes after the signature play no part', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), (rest) => {
        expect(fileTypeOf(Buffer.concat([bytes('\xff\xd8\xff'), rest]))).toBe('jpeg')
        expect(fileTypeOf(Buffer.concat([bytes('\x89PNG\r\n\x1a\n'), rest]))).toBe('png')
      }),
    )
  })
})

describe('files in the container of HEIC and AVIF', () => {
  it.each([
    ['a photo of an iPhone', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
    ['one in 10 bits', '\0\0\0\x18ftypheix\0\0\0\0mif1heix', 'heic'],
    ['one of another program', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'heic'],
    ['a sequence', '\0\0\0\x18ftypmsf1\0\0\0\0msf1hevc', 'heic'],
    ['nothing but the main brand', '\0\0\0\x10ftypmif1\0\0\0\0avif', 'heic'],
    ['an AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'avif'],
    ['an AVIF of another program', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'avif'],
    ['an AVIF whose list is cut off', '\0\0\0\x1cftypavif', 'avif'],
  ])('%s', (_name, head, type) => {
    expect(fileTypeOf(bytes(head))).toBe(type)
  })
})

describe('refusalOf', () => {
  const HEIC = bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic')

  it('names what is accepted', () => {
    expect(refusalOf(bytes('Once upon'))).toBe('The file is not a JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF image')
    expect(refusalOf(bytes('GIF89a'), ['jpeg', 'png'])).toBe('The file is not a JPEG or PNG image')
    expect(namesOf(['bmp'])).toBe('BMP')
    expect(namesOf(FILE_TYPES)).toMatch(/^JPEG, .* or GIF$/)
  })

  it('says what to do on a phone where HEIC is not accepted', () => {
    expect(refusalOf(HEIC, ['jpeg'])).toMatch(
      /^The file is a HEIC \(HEIF\) photo.*as JPEG.*Settings > Camera > Formats > Most Compatible/,
    )
  })
})

describe('isOtherPicture', () => {
  it.each([
    ['a photo of a phone', '\0\0\0\x18ftypheic\0\0\0\0', false],
    ['a drawing', '<svg xmlns="http', true],
    ['a raw file', '\0\0\0\x18ftypcrx \0\0\0\x01', true],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0', false],
    ['a text', 'BMW, and nothing', false],
    ['an empty file', '', false],
  ])('%s: %j is %s', (_name, head, expected) => {
    expect(isOtherPicture(bytes(head))).toBe(expected)
  })
})
