import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileTypeOf, isHeif, isOtherPicture, SIGNATURE_BYTES } from '../../src/imaging/codec/file-type.js'
import { bmpOf } from '../fixtures/picture-files.js'

const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('fileTypeOf', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('a real %s file is known by its first bytes', async (type) => {
    const file = await picture.clone().toFormat(type).toBuffer()
    expect(fileTypeOf(file.subarray(0, SIGNATURE_BYTES))).toBe(type)
  })

  it('a BMP file is known by its first bytes', () => {
    expect(fileTypeOf(bmpOf(new Uint8Array(40 * 40 * 3), 40, 40).subarray(0, SIGNATURE_BYTES))).toBe('bmp')
  })

  it.each([
    ['a GIF', 'GIF89a\x01\0\x01\0'],
    ['a TIFF', 'II*\0\x08\0\0\0'],
    ['an SVG', '<svg xmlns="http'],
    ['an AVIF', '\0\0\0\x20ftypavif\0\0\0\0'],
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

describe('isHeif', () => {
  it.each(['heic', 'heix', 'hevc', 'mif1', 'msf1'])('a phone’s photo of the brand %s is one', (brand) => {
    const head = bytes(`\0\0\0\x18ftyp${brand}\0\0\0\0`)
    expect(isHeif(head)).toBe(true)
    expect(fileTypeOf(head)).toBeUndefined()
  })

  it.each([
    ['an AVIF', '\0\0\0\x20ftypavif\0\0\0\0'],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0'],
    ['the mark at another place', 'ftypheic\0\0\0\0\0\0\0\0'],
    ['an empty file', ''],
  ])('%s is none', (_name, head) => {
    expect(isHeif(bytes(head))).toBe(false)
  })
})

describe('isOtherPicture', () => {
  it.each(['gif', 'tiff', 'avif'] as const)('a real %s file is one', async (format) => {
    const file = await picture.clone().toFormat(format).toBuffer()
    expect(isOtherPicture(file.subarray(0, SIGNATURE_BYTES))).toBe(true)
  })

  it.each([
    ['a photo of a phone', '\0\0\0\x18ftypheic\0\0\0\0', true],
    ['a raw file', '\0\0\0\x18ftypcrx \0\0\0\x01', true],
    ['a film', '\0\0\0\x18ftypmp42\0\0\0\0', false],
    ['a text', 'BMW, and nothing', false],
    ['an empty file', '', false],
  ])('%s: %j is %s', (_name, head, expected) => {
    expect(isOtherPicture(bytes(head))).toBe(expected)
  })
})
