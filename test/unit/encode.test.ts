/** The format rules of the contract, and what must never leave the house: hidden colours and metadata. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodePhoto } from '../../src/imaging/codec/decode.js'
import { type EncodedFile, type EncodeOptions, encodeToFile, isOpaque } from '../../src/imaging/codec/encode.js'
import { compositeOnWhite } from '../../src/imaging/raster/blend.js'
import type { Cutout } from '../../src/imaging/raster/picture.js'

const WIDTH = 64
const HEIGHT = 48
type Format = 'png' | 'jpg' | 'webp' | 'avif' | 'zip'

let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'encode-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** One colour everywhere; the alpha of each pixel by its column. */
function cutoutOf(alphaAt: (x: number) => number, colour = [200, 60, 30]): Cutout {
  return {
    width: WIDTH,
    height: HEIGHT,
    colour: Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => colour[i % 3]!),
    alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => alphaAt(i % WIDTH)),
  }
}
const opaque = (): Cutout => cutoutOf(() => 255)
/** Left third invisible, middle third half visible, right third solid. */
const cutOut = (): Cutout => cutoutOf((x) => (x < 20 ? 0 : x < 40 ? 128 : 255))

async function encode(
  cutout: Cutout,
  format: Format,
  channels: 'rgba' | 'alpha' = 'rgba',
  size: Pick<EncodeOptions, 'quality' | 'maxBytes'> = {},
): Promise<EncodedFile & { file: string }> {
  const file = path.join(folder, `${count++}.out`)
  return { file, ...(await encodeToFile(cutout, { format, channels, ...size }, file)) }
}

async function pixelsOf(file: string): Promise<{ channels: number; at: (x: number, y: number) => number[] }> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([WIDTH, HEIGHT])
  const at = (x: number, y: number): number[] => {
    const from = (y * WIDTH + x) * info.channels
    return [...data.subarray(from, from + info.channels)]
  }
  return { channels: info.channels, at }
}

describe('the format of the result', () => {
  it.each<[Format, string, () => Cutout, string, string]>([
    ['png', 'something is transparent', cutOut, 'image/png', 'png'],
    ['png', 'nothing is transparent', opaque, 'image/png', 'png'],
    ['jpg', 'something is transparent', cutOut, 'image/jpeg', 'jpeg'],
    ['jpg', 'nothing is transparent', opaque, 'image/jpeg', 'jpeg'],
    ['webp', 'something is transparent', cutOut, 'image/webp', 'webp'],
    ['webp', 'nothing is transparent', opaque, 'image/webp', 'webp'],
    ['avif', 'something is transparent', cutOut, 'image/avif', 'heif'],
    ['avif', 'nothing is transparent', opaque, 'image/avif', 'heif'],
  ])('format=%s when %s', async (format, _when, cutout, type, written) => {
    const { file, extension, contentType } = await encode(cutout(), format)
    expect(extension).toBe(format)
    expect(contentType).toBe(type)
    expect((await sharp(file).metadata()).format).toBe(written)
  })

  it('a single pixel that is a shade transparent is noticed', () => {
    expect(isOpaque(opaque().alpha)).toBe(true)
    expect(isOpaque(onePixelTranslucent().alpha)).toBe(false)
  })

  it.each<[Format, () => Cutout]>([
    ['png', cutOut],
    ['png', opaque],
    ['jpg', cutOut],
    ['webp', cutOut],
    ['zip', cutOut],
  ])('the reported bytes are the size of the file (%s)', async (format, cutout) => {
    const { file, bytes } = await encode(cutout(), format)
    expect(bytes).toBe((await stat(file)).size)
    expect(bytes).toBeGreaterThan(100)
  })
})

function onePixelTranslucent(): Cutout {
  const cutout = opaque()
  cutout.alpha[WIDTH * HEIGHT - 1] = 254
  return cutout
}

describe('pixels', () => {
  it('PNG keeps colour and alpha exactly', async () => {
    const { at } = await pixelsOf((await encode(cutOut(), 'png')).file)
    expect(at(30, 20)).toEqual([200, 60, 30, 128])
    expect(at(60, 20)).toEqual([200, 60, 30, 255])
  })

  it('fully transparent pixels carry no colour of the old background', async () => {
    const { at } = await pixelsOf((await encode(cutOut(), 'png')).file)
    for (const [x, y] of [
      [0, 0],
      [19, 47],
      [10, 20],
    ] as const) {
      expect(at(x, y)).toEqual([0, 0, 0, 0])
    }
  })

  it('a PNG has an alpha channel, also when nothing is transparent', async () => {
    const { channels, at } = await pixelsOf((await encode(opaque(), 'png')).file)
    expect(channels).toBe(4)
    expect(at(5, 5)).toEqual([200, 60, 30, 255])
  })

  it('JPG flattens what is transparent on white', async () => {
    const { channels, at } = await pixelsOf((await encode(cutOut(), 'jpg')).file)
    expect(channels).toBe(3)
    const near = (found: number[], wanted: number[]): void => {
      for (const [i, value] of found.entries()) expect(Math.abs(value - wanted[i]!)).toBeLessThanOrEqual(6)
    }
    near(at(8, 20), [255, 255, 255])
    near(at(30, 20), [227, 157, 142])
    near(at(55, 20), [200, 60, 30])
  })

  it('WebP keeps alpha exactly, and colours nearly', async () => {
    const { at } = await pixelsOf((await encode(cutOut(), 'webp')).file)
    expect([at(5, 20)[3], at(30, 20)[3], at(60, 20)[3]]).toEqual([0, 128, 255])
    for (const [i, value] of [200, 60, 30].entries()) expect(Math.abs(at(60, 20)[i]! - value)).toBeLessThanOrEqual(6)
  })

  it('AVIF keeps alpha and colours nearly', async () => {
    const { at } = await pixelsOf((await encode(cutOut(), 'avif')).file)
    for (const [x, alpha] of [
      [5, 0],
      [30, 128],
      [60, 255],
    ] as const)
      expect(Math.abs(at(x, 20)[3]! - alpha)).toBeLessThanOrEqual(3)
    for (const [i, value] of [200, 60, 30].entries()) expect(Math.abs(at(60, 20)[i]! - value)).toBeLessThanOrEqual(6)
  })

  it('an AVIF that would take too much memory is refused', async () => {
    const [width, height] = [5000, 4000]
    const large = { width, height, colour: new Uint8Array(), alpha: new Uint8Array() }
    await expect(encode(large, 'avif')).rejects.toThrow(/5000 x 4000 pixels.*WebP/)
  })

  it('white stays white: to the last pixel in a PNG, and beside the subject in a JPG', async () => {
    const speckled = (): Cutout => {
      const colour = Uint8Array.from(
        { length: WIDTH * HEIGHT * 3 },
        (_, i) => (Math.floor(i / 3) ** 2 * 31 + Math.floor(i / 3) * 7) % 60,
      )
      return { ...cutoutOf((x) => (x < 29 ? 0 : 255)), colour }
    }
    const onWhite = speckled()
    compositeOnWhite(onWhite)
    const png = await pixelsOf((await encode(onWhite, 'png')).file)
    const jpg = await pixelsOf((await encode(speckled(), 'jpg')).file)
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < 29; x++) expect(png.at(x, y)).toEqual([255, 255, 255, 255])
      // The edge lies within a block of the JPEG: without deringing, values down to 249 stand beside it.
      for (let x = 0; x < 26; x++) expect(jpg.at(x, y)).toEqual([255, 255, 255])
    }
  })

  it.each<[Format]>([['png'], ['jpg']])('channels=alpha gives the mask alone, in grey (%s)', async (format) => {
    const { file } = await encode(cutOut(), format, 'alpha')
    expect((await sharp(file).metadata()).channels).toBe(1)
    const { at } = await pixelsOf(file)
    for (const [x, value] of [
      [5, 0],
      [30, 128],
      [60, 255],
    ] as const) {
      expect(Math.abs(at(x, 20)[0]! - value)).toBeLessThanOrEqual(format === 'png' ? 0 : 3)
    }
  })

  it('a ZIP holds colours and mask, stored: the colours also where nothing is visible', async () => {
    const { file, extension, contentType } = await encode(cutOut(), 'zip')
    expect([extension, contentType]).toEqual(['zip', 'application/zip'])
    const entries = unzipSync(await readFile(file))
    expect(Object.keys(entries)).toEqual(['color.jpg', 'alpha.png'])
    const colour = await sharp(entries['color.jpg']).raw().toBuffer()
    for (const [i, value] of [200, 60, 30].entries()) expect(Math.abs(colour[i]! - value)).toBeLessThanOrEqual(4)
    const mask = await sharp(entries['alpha.png']).toColourspace('b-w').raw().toBuffer()
    expect([...mask]).toEqual([...cutOut().alpha])
  })

  it('JPG keeps the colour of thin lines: chroma is not subsampled', async () => {
    const { file } = await encode(opaque(), 'jpg')
    expect((await sharp(file).metadata()).chromaSubsampling).toBe('4:4:4')
  })
})

describe('the size of the file', () => {
  const noise = (): Cutout => ({
    ...opaque(),
    colour: Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => (i * i * 31 + i * 7) % 256),
  })

  it.each<[Format]>([['jpg'], ['webp'], ['avif']])('a %s gets smaller with its quality', async (format) => {
    const sizes = await Promise.all(
      [20, 60, 95].map(async (quality) => (await encode(noise(), format, 'rgba', { quality })).bytes),
    )
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(sizes[0]! * 1.5).toBeLessThan(sizes[2]!)
  })

  it.each<[Format]>([['jpg'], ['webp'], ['avif']])(
    'a %s keeps a limit of bytes by the best quality',
    async (format) => {
      const free = await encode(noise(), format)
      expect((await encode(noise(), format, 'rgba', { maxBytes: free.bytes })).bytes).toBe(free.bytes)
      const maxBytes = Math.round(free.bytes * 0.7)
      const { file, bytes } = await encode(noise(), format, 'rgba', { maxBytes })
      expect(bytes).toBeLessThanOrEqual(maxBytes)
      expect(bytes).toBeGreaterThan(maxBytes * 0.8)
      expect((await stat(file)).size).toBe(bytes)
    },
  )

  it('what cannot be made so small is refused', async () => {
    await expect(encode(noise(), 'jpg', 'rgba', { maxBytes: 500 })).rejects.toThrow(
      'The result does not fit even at quality 20; the file may have at most 500 bytes: allow more, ask for fewer pixels',
    )
    await expect(encode(noise(), 'png', 'rgba', { maxBytes: 500 })).rejects.toThrow(
      /^The result has \d+ bytes, and its format no quality to lower; the file may have at most 500 bytes/,
    )
  })
})

describe('metadata', () => {
  it.each<[Format, boolean]>([
    ['png', true],
    ['png', false],
    ['jpg', false],
    ['webp', true],
    ['avif', true],
  ])('nothing of the input survives in a %s (transparent: %s)', async (format, transparent) => {
    const input = path.join(folder, `input-${format}-${transparent}.jpg`)
    await sharp(Buffer.from(opaque().colour), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .withMetadata({ density: 300, orientation: 3 })
      .withExif({ IFD0: { Artist: 'SECRET-NAME' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-NAME</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toFile(input)
    const before = await sharp(input).metadata()
    expect(before.exif && before.icc && before.xmp).toBeDefined()

    const { width, height, colour } = await decodePhoto(input, { pixels: 1e6, minSide: 32, maxSide: 1000 })
    const alpha = new Uint8Array(width * height).fill(255)
    if (transparent) alpha.fill(0, 0, 500)
    const { file } = await encode({ width, height, colour, alpha }, format)
    const after = await sharp(file).metadata()
    for (const key of ['exif', 'icc', 'xmp', 'iptc', 'orientation', 'comments'] as const) {
      expect(after[key], key).toBeUndefined()
    }
    // JFIF has a field for the density that cannot be left out; 72 is what means nothing.
    expect([undefined, 72]).toContain(after.density)
    const bytes = await readFile(file)
    expect(bytes.includes('SECRET-NAME')).toBe(false)
    expect(bytes.includes('GPS')).toBe(false)
  })
})
