/** The format rules of the contract, and what must never leave the house: hidden colours and metadata. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodePhoto } from '../../src/imaging/decode.js'
import { type EncodedFile, encodeToFile } from '../../src/imaging/encode.js'
import type { Cutout } from '../../src/imaging/picture.js'

const WIDTH = 64
const HEIGHT = 48
type Format = 'auto' | 'png' | 'jpg'

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

async function encode(cutout: Cutout, format: Format): Promise<EncodedFile & { file: string }> {
  const file = path.join(folder, `${count++}.out`)
  return { file, ...(await encodeToFile(cutout, format, file)) }
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
  it.each<[Format, string, () => Cutout, 'png' | 'jpg']>([
    ['auto', 'something is transparent', cutOut, 'png'],
    ['auto', 'nothing is transparent', opaque, 'jpg'],
    ['auto', 'one pixel is a shade transparent', () => onePixelTranslucent(), 'png'],
    ['png', 'something is transparent', cutOut, 'png'],
    ['png', 'nothing is transparent', opaque, 'png'],
    ['jpg', 'something is transparent', cutOut, 'jpg'],
    ['jpg', 'nothing is transparent', opaque, 'jpg'],
  ])('format=%s when %s', async (format, _when, cutout, wanted) => {
    const { file, extension, contentType } = await encode(cutout(), format)
    expect(extension).toBe(wanted)
    expect(contentType).toBe(wanted === 'png' ? 'image/png' : 'image/jpeg')
    expect((await sharp(file).metadata()).format).toBe(wanted === 'png' ? 'png' : 'jpeg')
  })

  it.each<[Format, () => Cutout]>([
    ['png', cutOut],
    ['png', opaque],
    ['jpg', cutOut],
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

  it('an opaque PNG has no alpha channel', async () => {
    const { channels, at } = await pixelsOf((await encode(opaque(), 'png')).file)
    expect(channels).toBe(3)
    expect(at(5, 5)).toEqual([200, 60, 30])
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

  it('JPG keeps the colour of thin lines: chroma is not subsampled', async () => {
    const { file } = await encode(opaque(), 'jpg')
    expect((await sharp(file).metadata()).chromaSubsampling).toBe('4:4:4')
  })
})

describe('metadata', () => {
  it.each<[Format, boolean]>([
    ['png', true],
    ['png', false],
    ['jpg', false],
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

    const { width, height, colour } = await decodePhoto(input, { pixels: 1e6, minSide: 32, maxSide: 1000 }, 500)
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
