/**
 * Every kind of file that people send must come out as the same thing: upright 8-bit sRGB with alpha beside it. And
 * whatever cannot is refused in words, before its pixels cost anything. The files are made here with sharp; where the
 * evaluation set is at hand, its odd files are read as well.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { decodePhoto } from '../../src/imaging/codec/decode.js'
import { checkDimensions } from '../../src/imaging/codec/refusals.js'
import type { ImageLimits } from '../../src/imaging/job.js'
import type { Photo } from '../../src/imaging/raster/picture.js'
import {
  bmpClaiming,
  bmpOf,
  type Chunk,
  joinPng,
  jpegClaiming,
  jpegTurned,
  pngClaiming,
  splitPng,
} from '../fixtures/picture-files.js'
import { evaluationSet } from '../support/project.js'

const LIMITS: ImageLimits = { pixels: 50_000_000, minSide: 32, maxSide: 10_000 }

type Rgb = readonly [number, number, number]
const RED: Rgb = [220, 30, 30]
const GREEN: Rgb = [30, 200, 40]
const BLUE: Rgb = [30, 40, 210]
const GREY: Rgb = [128, 128, 128]

let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'decode-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Each file gets a name of its own: libvips remembers what it has read by name. */
async function fileOf(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, `${count++}.bin`)
  await writeFile(file, bytes)
  return file
}

async function decode(bytes: Uint8Array): Promise<Photo> {
  return decodePhoto(await fileOf(bytes), LIMITS)
}

/** The refusal; fails when there is none, or when it is anything but an AppError. */
async function refusal(bytes: Uint8Array): Promise<AppError> {
  const outcome = await decode(bytes).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(AppError)
  const error = outcome as AppError
  expect(error.kind).toBe('invalid_image')
  return error
}

function colourAt({ width, colour }: Photo, x: number, y: number): Rgb {
  const at = (y * width + x) * 3
  return [colour[at]!, colour[at + 1]!, colour[at + 2]!]
}

function expectColour(found: Rgb, wanted: Rgb, tolerance: number): void {
  const distance = Math.max(...found.map((value, i) => Math.abs(value - wanted[i]!)))
  expect(distance, `found ${found}, wanted ${wanted} within ${tolerance}`).toBeLessThanOrEqual(tolerance)
}

const plain = (width: number, height: number, [r, g, b]: Rgb): Sharp =>
  sharp({ create: { width, height, channels: 3, background: { r, g, b } } })

const picture = (width: number, height: number, at: (x: number, y: number) => readonly number[]): Buffer =>
  Buffer.from(Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))).flat())

describe('orientation', () => {
  const WIDTH = 64
  const HEIGHT = 40
  /** Red and green mark two corners: together they tell all eight positions apart. */
  const upright = (x: number, y: number): Rgb => {
    if (y >= 16) return GREY
    return x < 16 ? RED : x >= WIDTH - 16 ? GREEN : GREY
  }
  /** By the definition in the EXIF standard: which upright pixel is stored in this row and column. */
  const stored: Record<number, (column: number, row: number) => Rgb> = {
    1: (column, row) => upright(column, row),
    2: (column, row) => upright(WIDTH - 1 - column, row),
    3: (column, row) => upright(WIDTH - 1 - column, HEIGHT - 1 - row),
    4: (column, row) => upright(column, HEIGHT - 1 - row),
    5: (column, row) => upright(row, column),
    6: (column, row) => upright(WIDTH - 1 - row, column),
    7: (column, row) => upright(WIDTH - 1 - row, HEIGHT - 1 - column),
    8: (column, row) => upright(row, HEIGHT - 1 - column),
  }

  const turned = (orientation: number): Sharp => {
    const [width, height] = orientation < 5 ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH]
    return sharp(picture(width, height, stored[orientation]!), { raw: { width, height, channels: 3 } }).withMetadata({
      orientation,
    })
  }

  const expectUpright = (photo: Photo): void => {
    expect([photo.width, photo.height]).toEqual([WIDTH, HEIGHT])
    expectColour(colourAt(photo, 5, 5), RED, 12)
    expectColour(colourAt(photo, WIDTH - 6, 5), GREEN, 12)
    expectColour(colourAt(photo, 5, HEIGHT - 6), GREY, 12)
    expectColour(colourAt(photo, WIDTH - 6, HEIGHT - 6), GREY, 12)
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a JPEG with EXIF orientation %i comes out upright', async (orientation) => {
    const file = await turned(orientation).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
    expect((await sharp(file).metadata()).orientation).toBe(orientation)
    expectUpright(await decode(file))
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a TIFF with orientation %i comes out upright', async (orientation) => {
    const file = await turned(orientation).tiff({ compression: 'deflate' }).toBuffer()
    expect((await sharp(file).metadata()).orientation).toBe(orientation)
    expectUpright(await decode(file))
  })

  it.each(['png', 'webp'] as const)('a %s file with EXIF orientation 6 comes out upright', async (format) => {
    const file = await turned(6).toFormat(format, { lossless: true }).toBuffer()
    expect((await sharp(file).metadata()).orientation).toBe(6)
    expectUpright(await decode(file))
  })

  // Here the container says how to turn the picture; what EXIF says about the same must not turn it once more.
  it.each([3, 6, 8])('an AVIF with orientation %i is turned once', async (orientation) => {
    const file = await turned(orientation).avif({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()
    expect((await sharp(file).metadata()).exif).toBeDefined()
    expectUpright(await decode(file))
  })
})

describe('colours', () => {
  describe('a CMYK JPEG', () => {
    const bands = picture(48, 16, (x) => (x < 16 ? RED : x < 32 ? [235, 235, 235] : [70, 80, 160]))
    const inked = (): Sharp => sharp(bands, { raw: { width: 48, height: 16, channels: 3 } }).toColourspace('cmyk')

    it('with a profile comes out in the colours it was made from', async () => {
      const file = await inked().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()
      expect(await sharp(file).metadata()).toMatchObject({ space: 'cmyk', hasProfile: true })
      const photo = await decode(file)
      expect(photo.colour.length).toBe(48 * 16 * 3)
      expect(photo.alpha).toBeUndefined()
      // Ink cannot show saturated colours exactly: an inverted or unconverted picture is off by far more.
      expectColour(colourAt(photo, 8, 8), RED, 40)
      expectColour(colourAt(photo, 24, 8), [235, 235, 235], 15)
      expectColour(colourAt(photo, 40, 8), [70, 80, 160], 40)
    })

    it('without one comes out as browsers show it, upright', async () => {
      const file = jpegTurned(await inked().jpeg({ quality: 95 }).toBuffer(), 6)
      expect(await sharp(file).metadata()).toMatchObject({ space: 'cmyk', hasProfile: false, orientation: 6 })
      const inks = await sharp(file).pipelineColourspace('cmyk').toColourspace('cmyk').raw().toBuffer()
      const shown = (x: number): Rgb => {
        const [c, m, y, k] = inks.subarray((8 * 48 + x) * 4).map((ink) => 255 - ink)
        return [(c! * k!) / 255, (m! * k!) / 255, (y! * k!) / 255]
      }
      const photo = await decode(file)
      expect([photo.width, photo.height, photo.alpha]).toEqual([16, 48, undefined])
      for (const x of [8, 24, 40]) expectColour(colourAt(photo, 7, x), shown(x), 1)
    })
  })

  it('a grey JPEG gets three equal channels', async () => {
    const ramp = picture(64, 32, (x) => [x * 4])
    const file = await sharp(ramp, { raw: { width: 64, height: 32, channels: 1 } })
      .toColourspace('b-w')
      .jpeg({ quality: 98 })
      .toBuffer()
    expect((await sharp(file).metadata()).channels).toBe(1)
    const photo = await decode(file)
    expect(photo.colour.length).toBe(64 * 32 * 3)
    expect(photo.alpha).toBeUndefined()
    for (const x of [2, 30, 60]) expectColour(colourAt(photo, x, 16), [x * 4, x * 4, x * 4], 4)
  })

  it('a grey PNG with alpha gets three equal channels and keeps its alpha', async () => {
    const ramp = picture(64, 32, (x, y) => [x * 4, y * 8])
    const file = await sharp(ramp, { raw: { width: 64, height: 32, channels: 2 } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    expect((await sharp(file).metadata()).channels).toBe(2)
    const photo = await decode(file)
    expect(colourAt(photo, 20, 10)).toEqual([80, 80, 80])
    expect(photo.alpha![10 * 64 + 20]).toBe(80)
    expect(photo.alpha![31 * 64]).toBe(248)
  })

  it('a palette PNG with transparent entries comes out as colours and alpha', async () => {
    const chunks: Chunk[] = [
      { type: 'IHDR', data: Buffer.from([0, 0, 0, 48, 0, 0, 0, 16, 8, 3, 0, 0, 0]) },
      { type: 'PLTE', data: Buffer.from([...RED, ...GREEN, ...BLUE]) },
      { type: 'tRNS', data: Buffer.from([255, 100, 0]) },
    ]
    // The compressed rows of a grey PNG without filters are just what palette indexes look like.
    const indexes = picture(48, 16, (x) => [Math.floor(x / 16)])
    const grey = await sharp(indexes, { raw: { width: 48, height: 16, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer()
    const file = joinPng([...chunks, ...splitPng(grey).filter(({ type }) => type === 'IDAT' || type === 'IEND')])
    expect(await sharp(file).metadata()).toMatchObject({ isPalette: true, hasAlpha: true })
    const photo = await decode(file)
    expect([8, 24].map((x) => colourAt(photo, x, 8))).toEqual([RED, GREEN])
    expect([8, 24, 40].map((x) => photo.alpha![8 * 48 + x])).toEqual([255, 100, 0])
  })

  it('a 16-bit PNG is reduced to 8 bits, not cut off', async () => {
    const ramp = Uint16Array.from({ length: 64 * 32 * 3 }, (_, i) => (Math.floor(i / 3) % 64) * 1040)
    const file = await sharp(ramp, { raw: { width: 64, height: 32, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect((await sharp(file).metadata()).depth).toBe('ushort')
    const photo = await decode(file)
    expect(photo.colour.length).toBe(64 * 32 * 3)
    for (const x of [0, 13, 32, 63]) {
      const value = Math.round((x * 1040) / 257)
      expectColour(colourAt(photo, x, 5), [value, value, value], 1)
    }
  })

  it('a 16-bit PNG with alpha keeps its alpha, reduced to 8 bits', async () => {
    const ramp = Uint16Array.from({ length: 64 * 32 * 4 }, (_, i) =>
      i % 4 === 3 ? (Math.floor(i / 4) % 64) * 1040 : 40_000,
    )
    const file = await sharp(ramp, { raw: { width: 64, height: 32, channels: 4 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    const photo = await decode(file)
    for (const x of [0, 13, 32, 63]) {
      expect(Math.abs(photo.alpha![3 * 64 + x]! - (x * 1040) / 257)).toBeLessThanOrEqual(1)
    }
    expectColour(colourAt(photo, 40, 3), [156, 156, 156], 1)
  })

  it('colours tagged as Display-P3 are converted to sRGB', async () => {
    const raw: Rgb = [200, 60, 50]
    const p3 = await plain(40, 40, raw).withIccProfile('p3').png().toBuffer()
    const profile = splitPng(p3).find(({ type }) => type === 'iCCP')!
    const [header, ...rest] = splitPng(await plain(40, 40, raw).png().toBuffer())
    const photo = await decode(joinPng([header!, profile, ...rest]))
    // By the matrix between the two spaces: (200, 60, 50) in Display-P3 is (215, 46, 39) in sRGB.
    expectColour(colourAt(photo, 20, 20), p3ToSrgb(raw), 3)
    expect(colourAt(photo, 20, 20)[0] - raw[0]).toBeGreaterThan(8)
  })

  it('a Display-P3 JPEG of an sRGB colour gives that colour back', async () => {
    const file = await plain(40, 40, RED).withIccProfile('p3').jpeg({ quality: 98 }).toBuffer()
    expect((await sharp(file).metadata()).icc).toBeDefined()
    expectColour(colourAt(await decode(file), 20, 20), RED, 4)
  })

  describe('colours by numbers, as in an AVIF without a profile', () => {
    const raw: Rgb = [200, 60, 50]
    /** The box of a profile, rewritten: the numbers are shorter, and what follows them is not read. */
    const avifWith = async (primaries: number, transfer: number): Promise<Buffer> => {
      const file = await plain(40, 40, raw).withIccProfile('srgb').avif({ quality: 95 }).toBuffer()
      const at = file.indexOf('colr') + 4
      expect(at).toBeGreaterThan(4)
      file.write('nclx', at)
      for (const [i, number] of [primaries, transfer, 6].entries()) file.writeUInt16BE(number, at + 4 + 2 * i)
      file[at + 10] = 0x80
      return file
    }

    it('Display P3 is converted to sRGB', async () => {
      const photo = await decode(await avifWith(12, 13))
      expectColour(colourAt(photo, 20, 20), p3ToSrgb(raw), 4)
    })

    it('sRGB is left as it is', async () => {
      expectColour(colourAt(await decode(await avifWith(1, 13)), 20, 20), raw, 3)
    })

    it.each([
      ['PQ', 9, 16],
      ['HLG', 9, 18],
    ])('%s is refused', async (_name, primaries, transfer) => {
      expect((await refusal(await avifWith(primaries, transfer))).message).toMatch(/HDR colours.*export it as JPEG/)
    })
  })

  it('a TIFF of several pages gives the first, and inks without a profile are read as in a JPEG', async () => {
    const inks = await plain(48, 40, GREEN).toColourspace('cmyk').tiff().toBuffer()
    const jpeg = await plain(48, 40, GREEN).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expectColour(colourAt(await decode(inks), 9, 9), colourAt(await decode(jpeg), 9, 9), 3)
    const pages = await Promise.all([RED, GREEN].map((colour) => plain(48, 40, colour).png().toBuffer()))
    const photo = await decode(
      await sharp(pages, { join: { animated: true } })
        .tiff()
        .toBuffer(),
    )
    expect([photo.width, photo.height]).toEqual([48, 40])
    expectColour(colourAt(photo, 24, 38), RED, 3)
  })

  it.each([
    ['a camera’s raw photo with a preview first', 254, 1],
    ['a raw photo as the sensor saw it', 262, 32_803],
    ['a DNG', 50_706, 0x401],
  ])('%s is no TIFF for us', async (_name, tag, value) => {
    const file = await plain(48, 40, RED).tiff({ compression: 'none' }).toBuffer()
    const directory = file.readUInt32LE(4)
    // Tags that are not there take the place of the resolution's unit.
    const at = Array.from({ length: file.readUInt16LE(directory) }, (_, i) => directory + 2 + 12 * i).find(
      (place) => file.readUInt16LE(place) === (tag === 262 ? tag : 296),
    )
    if (at === undefined) throw new Error(`The TIFF has no tag ${tag}`)
    file.writeUInt16LE(tag, at)
    if (file.readUInt16LE(at + 2) === 4) file.writeUInt32LE(value, at + 8)
    else file.writeUInt16LE(value, at + 8)
    expect((await refusal(file)).message).toMatch(/raw photo of a camera.*develop it first/)
  })

  it.each(['webp', 'gif'] as const)('of an animated %s the first frame is taken', async (format) => {
    const frames = await Promise.all([RED, GREEN, BLUE].map((colour) => plain(48, 40, colour).png().toBuffer()))
    const file = await sharp(frames, { join: { animated: true } })
      .toFormat(format, { lossless: true, delay: 100 })
      .toBuffer()
    expect((await sharp(file).metadata()).pages).toBe(3)
    const photo = await decode(file)
    expect([photo.width, photo.height]).toEqual([48, 40])
    for (const y of [1, 20, 38]) expectColour(colourAt(photo, 24, y), RED, 1)
  })

  it.each(['png', 'webp', 'tiff', 'avif'] as const)(
    'the alpha of a %s file is kept as a plane of its own',
    async (format) => {
      const rgba = picture(40, 32, (x, y) => [200, 100, 50, x < 20 ? 255 : 10 + y * 7])
      const file = await sharp(rgba, { raw: { width: 40, height: 32, channels: 4 } })
        .toFormat(format, format === 'tiff' ? { compression: 'lzw' } : { lossless: true })
        .toBuffer()
      const photo = await decode(file)
      expect(photo.colour.length).toBe(40 * 32 * 3)
      expect(photo.alpha!.length).toBe(40 * 32)
      expect([photo.alpha![5], photo.alpha![39], photo.alpha![31 * 40 + 30]]).toEqual([255, 10, 227])
      expectColour(colourAt(photo, 30, 15), [200, 100, 50], 1)
    },
  )

  it('a picture without transparency has no alpha plane', async () => {
    expect((await decode(await plain(40, 40, RED).png().toBuffer())).alpha).toBeUndefined()
    expect(
      (
        await decode(
          bmpOf(
            picture(40, 40, () => BLUE),
            40,
            40,
          ),
        )
      ).alpha,
    ).toBeUndefined()
  })

  it('a BMP comes out upright and in its own colours', async () => {
    const photo = await decode(
      bmpOf(
        picture(45, 33, (x, y) => (y < 10 ? RED : x < 20 ? GREEN : BLUE)),
        45,
        33,
      ),
    )
    expect([photo.width, photo.height]).toEqual([45, 33])
    expect([colourAt(photo, 2, 2), colourAt(photo, 2, 30), colourAt(photo, 43, 30)]).toEqual([RED, GREEN, BLUE])
  })
})

it('the picture keeps its size: it is scaled once, later, when the place of the subject is known', async () => {
  for (const [width, height] of [
    [800, 400],
    [60, 41],
    [5000, 40],
  ] as const) {
    const photo = await decode(await plain(width, height, RED).jpeg().toBuffer())
    expect([photo.width, photo.height]).toEqual([width, height])
    expect(photo.colour.length).toBe(width * height * 3)
  }
})

describe('limits on the dimensions', () => {
  it('31 x 31 is refused and the message names both numbers', async () => {
    const { message } = await refusal(await plain(31, 31, RED).png().toBuffer())
    expect(message).toBe('The image has 31 x 31 pixels; the longest side must be at least 32')
  })

  it('32 x 8 is allowed: only the longest side counts', async () => {
    const photo = await decode(await plain(32, 8, RED).png().toBuffer())
    expect([photo.width, photo.height]).toEqual([32, 8])
  })

  it('10001 x 10 is refused', async () => {
    const { message } = await refusal(await plain(10_001, 10, RED).jpeg().toBuffer())
    expect(message).toBe('The image has 10001 x 10 pixels; the longest side may be at most 10000')
  })

  it('10000 x 4999 passes, 10000 x 5000 does not', () => {
    expect(() => checkDimensions(10_000, 4999, LIMITS)).not.toThrow()
    expect(() => checkDimensions(10_000, 5000, LIMITS)).toThrow(
      new AppError('invalid_image', 'The image has 10000 x 5000 pixels; it must have fewer than 50000000 pixels'),
    )
  })

  it('a header that claims 10000 x 5000 is refused before there is room for its pixels', async () => {
    const small = plain(64, 64, RED)
    const files = [
      pngClaiming(await small.clone().png().toBuffer(), 10_000, 5000),
      jpegClaiming(await small.clone().jpeg().toBuffer(), 10_000, 5000),
      bmpClaiming(
        bmpOf(
          picture(64, 64, () => RED),
          64,
          64,
        ),
        10_000,
        5000,
      ),
    ]
    await decode(await small.png().toBuffer()) // the cost of the first picture does not count
    for (const file of files) {
      const memoryBefore = process.memoryUsage.rss()
      const { message } = await refusal(file)
      // The pixels would be 150 MB.
      expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(50e6)
      expect(message).toContain('10000 x 5000')
    }
  })
})

describe('files that are no usable picture', () => {
  const NOT_A_PICTURE = 'The file is not a JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF image'
  const DAMAGED = 'The image is damaged or incomplete and could not be decoded'
  const noise = async (): Promise<Sharp> => {
    const bytes = picture(200, 200, (x, y) => [(x * y) % 256, (x * 7 + y * y) % 256, (x ^ y) % 256])
    return sharp(bytes, { raw: { width: 200, height: 200, channels: 3 } })
  }

  it.each<[string, () => Promise<Uint8Array>]>([
    ['text', async () => Buffer.from('Once upon a time there was a picture')],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>')],
    ['an empty file', async () => Buffer.alloc(0)],
    ['a single byte', async () => Buffer.from([0xff])],
  ])('%s is refused with the list of accepted types', async (_name, bytes) => {
    expect((await refusal(await bytes())).message).toBe(NOT_A_PICTURE)
  })

  it.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)('a truncated %s is refused as damaged', async (format) => {
    const whole = await (await noise()).toFormat(format).toBuffer()
    for (const share of [0.2, 0.5, 0.9]) {
      const { message, cause } = await refusal(whole.subarray(0, Math.floor(whole.length * share)))
      expect(message).toBe(DAMAGED)
      expect(cause).toBeInstanceOf(Error)
    }
  })

  it('a truncated BMP is refused', async () => {
    const whole = bmpOf(
      picture(64, 64, () => RED),
      64,
      64,
    )
    expect((await refusal(whole.subarray(0, 2000))).message).toBe('The BMP file ends before its last row')
  })

  it.each([
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['WebP', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    ['BMP', Buffer.from('BM')],
  ])('a file that is nothing but a %s signature is refused', async (_name, bytes) => {
    await refusal(bytes)
  })
})

interface OddFile {
  id: string
  kind: string
  file: string
  expect: string
  source: { derived_from?: string | null }
}

const hasOddFiles = existsSync(path.join(evaluationSet, 'odd'))
const entries: OddFile[] = hasOddFiles
  ? (JSON.parse(readFileSync(path.join(evaluationSet, 'manifest.json'), 'utf8')) as { entries: OddFile[] }).entries
  : []
const ofKind = (kind: string): [string, string, OddFile][] =>
  entries.filter((entry) => entry.kind === kind).map((entry) => [entry.id, entry.expect, entry])

describe.skipIf(!hasOddFiles)('odd files of the evaluation set', () => {
  const read = (file: string): Promise<Photo> => decodePhoto(path.join(evaluationSet, file), LIMITS)
  const outcomeOf = async (file: string): Promise<Photo | AppError> =>
    read(file).catch((error: unknown) => {
      expect(error, 'every failure must be an AppError').toBeInstanceOf(AppError)
      expect((error as AppError).kind).toBe('invalid_image')
      return error as AppError
    })

  it.each(ofKind('odd'))('%s: %s', async (_id, wanted, { file }) => {
    const outcome = await outcomeOf(file)
    if (wanted.startsWith('clean 4xx')) expect(outcome).toBeInstanceOf(AppError)
    else if (!wanted.includes('decode ok or')) expect(outcome).not.toBeInstanceOf(AppError)
  })

  // These are one photo in other clothes: they must look like it.
  it.each(ofKind('odd-pair'))('%s: %s', async (_id, wanted, { file, source }) => {
    const found = (await outcomeOf(file)) as Photo
    expect(found).not.toBeInstanceOf(AppError)
    if (!source.derived_from || !/base|upright|content/.test(wanted)) return
    const base = await read(source.derived_from)
    expect([found.width, found.height]).toEqual([base.width, base.height])
    let sum = 0
    for (let i = 0; i < base.colour.length; i++) sum += Math.abs(base.colour[i]! - found.colour[i]!)
    expect(sum / base.colour.length).toBeLessThan(6)
  })
})

/** Both spaces share the white point and the curve; only the primaries differ. */
function p3ToSrgb(colour: Rgb): Rgb {
  const [r, g, b] = colour.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
  const linear = [
    1.2249401 * r - 0.2249404 * g,
    -0.0420569 * r + 1.0420571 * g,
    -0.0196376 * r - 0.0786361 * g + 1.0982735 * b,
  ]
  const encode = (v: number): number =>
    Math.round(255 * (v <= 0.0031308 ? 12.92 * Math.max(0, v) : 1.055 * Math.min(1, v) ** (1 / 2.4) - 0.055))
  return linear.map(encode) as unknown as Rgb
}
