/** Our PNGs, read by others: libpng through sharp, zlib, and a plain reader of chunks. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngOf, writePng } from '../../src/imaging/codec/png.js'
import type { Planes } from '../../src/imaging/codec/png-rows.js'
import { pngPixels, pngRows } from '../oracles/png-rows.js'

/** Values at places 0, 1, 2 ... of a plane, of which `width` are in a row. */
type Pattern = (place: number, width: number) => number

/** Runs as long as the longest match and around it, apart by one other value. */
const runs =
  (length: number): Pattern =>
  (place) =>
    place % (length + 1) === length ? 200 : 90

const patterns: fc.Arbitrary<Pattern> = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map(
    (value): Pattern =>
      () =>
        value,
  ),
  fc.constantFrom<Pattern>(
    () => 0,
    () => 255,
  ),
  fc.integer().map(
    (seed): Pattern =>
      (place) =>
        scrambled(place, seed),
  ),
  // Little noise, as photos have it; values just above 0 and just below 256 are equally far from what is expected.
  fc.integer().map(
    (seed): Pattern =>
      (place) =>
        (place >> 3) + (scrambled(place, seed) & 3),
  ),
  fc.constant<Pattern>((place, width) => (place % width) * 2 + Math.floor(place / width)),
  fc.constantFrom(1, 2, 3, 15, 16, 17, 18, 19, 64, 257, 258, 259, 260, 261, 516, 517, 1000).map(runs),
  fc.integer({ min: 1, max: 9 }).map(
    (period): Pattern =>
      (place) =>
        place % period === 0 ? 0 : 255,
  ),
  // Something in the middle, nothing around it.
  fc.integer().map(
    (seed): Pattern =>
      (place, width) =>
        Math.abs((place % width) - width / 2) < width / 4 ? scrambled(place, seed) : 0,
  ),
)

const sizes = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { width: 1, height: 1 },
      { width: 1, height: 500 },
      { width: 4100, height: 1 },
      { width: 1, height: 17_000 }, // two strips of the narrowest rows
      { width: 70_001, height: 3 }, // as colours, one row is more than a strip
      { width: 401, height: 330 }, // as colours, three strips
    ),
  },
)

const pictures = fc
  .record({ size: sizes, colour: fc.option(patterns, { nil: undefined }), alpha: patterns })
  .map(({ size: { width, height }, colour, alpha }): Planes => {
    const count = width * height
    return {
      width,
      height,
      colour: colour && Uint8Array.from({ length: count * 3 }, (_, i) => colour(i, width * 3)),
      alpha: Uint8Array.from({ length: count }, (_, i) => alpha(i, width)),
    }
  })

/** Bytes that look random and are the same for the same seed. */
function scrambled(place: number, seed: number): number {
  let state = Math.imul(place + 1, 0x9e3779b1) ^ seed
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
  return (state ^ (state >>> 13)) & 255
}

const RUNS = { numRuns: 150 }

describe('PNGs', () => {
  test('hold the pixels, as libpng reads them', async () => {
    await fc.assert(
      fc.asyncProperty(pictures, async (picture) => {
        const decoded = sharp(pngOf(picture), { failOn: 'warning' })
        if (!picture.colour) decoded.toColourspace('b-w') // sharp makes RGB of grey otherwise
        const { data, info } = await decoded.raw().toBuffer({ resolveWithObject: true })
        expect([info.width, info.height, info.channels]).toEqual([
          picture.width,
          picture.height,
          picture.colour ? 4 : 1,
        ])
        expectEqual(data, pngPixels(picture))
      }),
      RUNS,
    )
  })

  test('hold rows filtered as the standard says, in one sound zlib stream', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const chunks = chunksOf(pngOf(picture))
        const stream = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
        expectEqual(inflateSync(stream), pngRows(picture))
      }),
      RUNS,
    )
  })

  test('hold no chunk but those without which there is no picture', () => {
    const chunks = chunksOf(pngOf(plain(300, 300, 40)))
    expect(new Set(chunks.map(({ type }) => type))).toEqual(new Set(['IHDR', 'IDAT', 'IEND']))
  })

  test('are hardly larger than the pixels when these are random', () => {
    const [width, height] = [640, 400]
    const picture = { width, height, colour: randomBytes(width * height * 3), alpha: randomBytes(width * height) }
    expect(pngOf(picture).length).toBeLessThan(width * height * 4 * 1.01)
  })

  test('are tiny where nothing is visible, whatever the colours are', () => {
    const [width, height] = [1000, 1000]
    const picture = { width, height, colour: randomBytes(width * height * 3), alpha: new Uint8Array(width * height) }
    expect(pngOf(picture).length).toBeLessThan(10_000)
  })
})

describe('as files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'png-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('they are the same, also where a longer file was before', async () => {
    const file = path.join(folder, 'picture')
    for (const picture of [plain(500, 400, 255), plain(20, 10, 7)]) {
      const bytes = writePng(picture, file)
      const written = await readFile(file)
      expect(bytes).toBe(written.length)
      expectEqual(written, pngOf(picture))
    }
  })

  test('a file that cannot be written is an error', () => {
    expect(() => writePng(plain(4, 4, 0), path.join(folder, 'missing', 'picture'))).toThrow('ENOENT')
  })
})

function plain(width: number, height: number, value: number): Planes {
  const count = width * height
  return { width, height, colour: new Uint8Array(count * 3).fill(value), alpha: new Uint8Array(count).fill(255) }
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

function chunksOf(file: Buffer): Chunk[] {
  expect([...file.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
  const chunks: Chunk[] = []
  for (let at = 8; at < file.length; ) {
    const end = at + 8 + file.readUInt32BE(at)
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)))
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

/** Says where the first difference is: printing all of two pictures takes minutes. */
function expectEqual(found: Uint8Array, wanted: Uint8Array): void {
  expect(found.length).toBe(wanted.length)
  if (Buffer.compare(found, wanted) === 0) return
  const at = wanted.findIndex((value, i) => found[i] !== value)
  expect({ at, value: found[at] }).toEqual({ at, value: wanted[at] })
}
