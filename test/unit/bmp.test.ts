/**
 * The BMP reader against files made by a small writer that shares no code with it, against mutated bytes, and, where
 * the evaluation set is at hand, against real odd files.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { decodeBmp, readBmpHeader } from '../../src/imaging/codec/bmp.js'
import { evaluationSet } from '../support/project.js'

type Colour = [number, number, number]
/** Rows of pixel values as they go into the file: palette indexes or packed colours. Top row first. */
type Grid = number[][]

interface Recipe {
  bits: number
  grid: Grid
  /** For compressed data: the stream itself, in which case `grid` only gives the size. */
  stream?: number[]
  headerSize?: number
  compression?: number
  topDown?: boolean
  palette?: Colour[]
  masks?: number[]
  planes?: number
  coloursUsed?: number
  /** Unused bytes between palette and pixels. */
  gap?: number
}

const little = (value: number, size: number) =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256)
const u16 = (value: number) => little(value, 2)
const u32 = (value: number) => little(value < 0 ? value + 2 ** 32 : value, 4)

function packRow(row: number[], bits: number): number[] {
  const digits = row.map((value) => (bits < 8 ? value.toString(2).padStart(bits, '0') : '')).join('')
  const packed =
    bits < 8
      ? (digits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
      : row.flatMap((value) => little(value, bits / 8))
  while (packed.length % 4 !== 0) packed.push(0xee)
  return packed
}

function writeBmp(recipe: Recipe): Uint8Array {
  const { bits, grid, headerSize = 40, compression = 0, palette = [], masks = [], planes = 1, gap = 0 } = recipe
  const width = grid[0]?.length ?? 0
  const height = grid.length
  const rows = recipe.topDown ? grid : [...grid].reverse()
  const pixels = recipe.stream ?? rows.flatMap((row) => packRow(row, bits))
  const core = headerSize === 12
  const info = core
    ? [...u32(12), ...u16(width), ...u16(height), ...u16(planes), ...u16(bits)]
    : [
        ...[...u32(headerSize), ...u32(width), ...u32(recipe.topDown ? -height : height), ...u16(planes), ...u16(bits)],
        ...[...u32(compression), ...u32(pixels.length), ...u32(2835), ...u32(2835)],
        ...[...u32(recipe.coloursUsed ?? palette.length), ...u32(0), ...masks.flatMap(u32)],
      ]
  while (info.length < headerSize) info.push(0)
  const table = palette.flatMap(([r, g, b]) => (core ? [b, g, r] : [b, g, r, 0]))
  const dataOffset = 14 + info.length + table.length + gap
  const size = dataOffset + pixels.length
  const start = [0x42, 0x4d, ...u32(size), ...u32(0), ...u32(dataOffset)]
  return Uint8Array.from([...start, ...info, ...table, ...new Array<number>(gap).fill(0x55), ...pixels])
}

const rgb = ([r, g, b]: Colour) => r * 65536 + g * 256 + b
const RED: Colour = [255, 0, 0]
const GREEN: Colour = [0, 255, 0]
const BLUE: Colour = [0, 0, 255]
const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
const TEAL: Colour = [1, 130, 140]

function pixelsOf(bytes: Uint8Array): number[][][] {
  const { data, width, height, channels } = decodeBmp(bytes)
  expect(data.length).toBe(width * height * channels)
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => Array.from(data.subarray((y * width + x) * channels).slice(0, channels))),
  )
}

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).kind).toBe('invalid_image')
    return (error as AppError).message
  }
  throw new Error('the file was accepted')
}

function patch(bytes: Uint8Array, at: number, values: number[]): Uint8Array {
  const patched = bytes.slice()
  patched.set(values, at)
  return patched
}

const small24 = () =>
  writeBmp({
    bits: 24,
    grid: [
      [rgb(RED), rgb(GREEN), rgb(BLUE)],
      [rgb(WHITE), rgb(BLACK), rgb(TEAL)],
    ],
  })
const small24Pixels = [
  [RED, GREEN, BLUE],
  [WHITE, BLACK, TEAL],
]

describe('palette pictures', () => {
  const palette = [RED, GREEN, BLUE, WHITE, TEAL]

  it.each([12, 40, 52, 56, 108, 124])('reads 1, 4 and 8 bits with a header of %i bytes', (headerSize) => {
    const two = Array.from({ length: 3 }, (_, y) => Array.from({ length: 11 }, (_, x) => ((x * 7 + y * 3) >> 1) & 1))
    expect(pixelsOf(writeBmp({ bits: 1, headerSize, palette: [TEAL, WHITE], grid: two }))).toEqual(
      two.map((row) => row.map((i) => [TEAL, WHITE][i])),
    )
    const five = Array.from({ length: 4 }, (_, y) => Array.from({ length: 7 }, (_, x) => (x + 2 * y) % 5))
    for (const bits of [4, 8]) {
      expect(pixelsOf(writeBmp({ bits, headerSize, palette, grid: five }))).toEqual(
        five.map((row) => row.map((i) => palette[i])),
      )
    }
  })

  it('reads top-down rows and skips a gap before the pixels', () => {
    const bytes = writeBmp({
      bits: 8,
      palette,
      topDown: true,
      gap: 9,
      grid: [
        [0, 1, 2],
        [3, 4, 0],
      ],
    })
    expect(pixelsOf(bytes)).toEqual([
      [RED, GREEN, BLUE],
      [WHITE, TEAL, RED],
    ])
  })

  it('shows an index outside the palette as black', () => {
    expect(pixelsOf(writeBmp({ bits: 8, palette, grid: [[4, 5, 255]] }))).toEqual([[TEAL, BLACK, BLACK]])
  })

  it('does not take pixels for colours where the palette is shorter than declared', () => {
    const bytes = writeBmp({ bits: 8, palette: [RED], coloursUsed: 0x12345678, grid: [[0, 1, 2, 3]] })
    expect(pixelsOf(bytes)).toEqual([[RED, BLACK, BLACK, BLACK]])
  })
})

describe('true colour pictures', () => {
  it.each([12, 40, 52, 56, 108, 124])('reads 24 bits with a header of %i bytes', (headerSize) => {
    const grid = [
      [rgb(RED), rgb(GREEN), rgb(BLUE)],
      [rgb(WHITE), rgb(BLACK), rgb(TEAL)],
    ]
    expect(pixelsOf(writeBmp({ bits: 24, headerSize, grid }))).toEqual(small24Pixels)
  })

  it('ignores the fourth byte of plain 32-bit pixels, whatever masks a V5 header holds', () => {
    const masks = [0xff, 0xff00, 0xff0000, 0xff000000]
    const grid = [[0x80000000 + rgb(RED), rgb(TEAL)]]
    expect(pixelsOf(writeBmp({ bits: 32, headerSize: 124, masks, grid }))).toEqual([[RED, TEAL]])
    expect(pixelsOf(writeBmp({ bits: 32, topDown: true, grid }))).toEqual([[RED, TEAL]])
  })

  it('reads 16 bits as 555 unless told otherwise', () => {
    const grid = [
      [0x7c00, 0x03e0, 0x001f],
      [0x7fff, 0x8000, 16 * 1024],
    ]
    expect(pixelsOf(writeBmp({ bits: 16, grid }))).toEqual([
      [RED, GREEN, BLUE],
      [WHITE, BLACK, [132, 0, 0]],
    ])
  })

  it.each([40, 52, 56, 108, 124])('reads 565 bit fields with a header of %i bytes', (headerSize) => {
    const grid = [
      [0xf800, 0x07e0, 0x001f],
      [0xffff, 0, 32 << 5],
    ]
    const bytes = writeBmp({ bits: 16, headerSize, compression: 3, masks: [0xf800, 0x7e0, 0x1f], grid })
    expect(pixelsOf(bytes)).toEqual([
      [RED, GREEN, BLUE],
      [WHITE, BLACK, [0, 130, 0]],
    ])
  })

  it('reads channels of 10 bits, and one of none', () => {
    const masks = [0x3ff00000, 0xffc00, 0x3ff]
    const grid = [[0x3ff00000, 512 * 1024 + 1023, 0xc0000000]]
    expect(pixelsOf(writeBmp({ bits: 32, compression: 3, masks, grid }))).toEqual([[RED, [0, 128, 255], BLACK]])
    const noBlue = writeBmp({ bits: 16, compression: 3, masks: [0xff00, 0xff, 0], grid: [[0x8040]] })
    expect(pixelsOf(noBlue)).toEqual([[[128, 64, 0]]])
  })
})

describe('alpha', () => {
  const masks = [0xff0000, 0xff00, 0xff, 0xff000000]
  const half = 0x80000000 + rgb(TEAL)

  it.each([56, 108, 124])('comes with bit fields in a header of %i bytes', (headerSize) => {
    const bytes = writeBmp({ bits: 32, headerSize, compression: 3, masks, grid: [[half, rgb(RED)]] })
    expect(pixelsOf(bytes)).toEqual([
      [
        [...TEAL, 128],
        [...RED, 0],
      ],
    ])
  })

  it('comes with alpha bit fields behind a 40-byte header', () => {
    expect(pixelsOf(writeBmp({ bits: 32, compression: 6, masks, grid: [[half]] }))).toEqual([[[...TEAL, 128]]])
    const packed = writeBmp({ bits: 16, compression: 6, masks: [0x7c00, 0x3e0, 0x1f, 0x8000], grid: [[0xfc00, 0x1f]] })
    expect(pixelsOf(packed)).toEqual([
      [
        [...RED, 255],
        [...BLUE, 0],
      ],
    ])
  })

  it('is dropped where every value is zero', () => {
    const bytes = writeBmp({ bits: 32, headerSize: 124, compression: 3, masks, grid: [[rgb(TEAL)], [rgb(RED)]] })
    expect(pixelsOf(bytes)).toEqual([[TEAL], [RED]])
  })
})

describe('run-length encoding', () => {
  const palette = [BLACK, RED, GREEN, BLUE, WHITE]
  const grid = (width: number, height: number) => Array.from({ length: height }, () => new Array<number>(width).fill(0))
  const indexes = (bits: 4 | 8, width: number, height: number, stream: number[], topDown = false) =>
    pixelsOf(
      writeBmp({ bits, compression: bits === 8 ? 1 : 2, palette, grid: grid(width, height), stream, topDown }),
    ).map((row) => row.map((pixel) => palette.findIndex((colour) => colour.join() === pixel.join())))

  it('reads runs, literals with padding, end of line, delta and end of bitmap', () => {
    const stream = [
      ...[3, 1, 2, 2, 0, 0], // bottom row: 11122
      ...[0, 3, 1, 2, 3, 0xee, 2, 4, 0, 0], // second: literal 123, padding, 44
      ...[1, 4, 0, 2, 1, 1, 2, 3], // third: 4, then one right and one up, 33
      ...[0, 1],
    ]
    expect(indexes(8, 5, 4, stream)).toEqual([
      [0, 0, 3, 3, 0],
      [4, 0, 0, 0, 0],
      [1, 2, 3, 4, 4],
      [1, 1, 1, 2, 2],
    ])
  })

  it('reads 4-bit runs that alternate and literals that end in half a byte', () => {
    const stream = [...[5, 0x12, 0, 0], ...[0, 5, 0x12, 0x34, 0x10, 0xee], ...[0, 1]]
    expect(indexes(4, 5, 2, stream)).toEqual([
      [1, 2, 3, 4, 1],
      [1, 2, 1, 2, 1],
    ])
    expect(indexes(4, 4, 1, [0, 4, 0x12, 0x34, 0, 1])).toEqual([[1, 2, 3, 4]])
  })

  it('reads top-down rows', () => {
    expect(indexes(8, 2, 2, [2, 1, 0, 0, 2, 2, 0, 1], true)).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('cuts what lies outside the picture', () => {
    expect(indexes(8, 2, 2, [255, 1, 9, 2, 0, 0, 1, 3, 0, 4, 4, 4, 4, 4, 0, 1])).toEqual([
      [3, 4],
      [1, 1],
    ])
    // A run that wrapped would colour the upper row.
    expect(indexes(8, 2, 2, [4, 1, 0, 1])).toEqual([
      [0, 0],
      [1, 1],
    ])
    expect(indexes(8, 2, 1, [0, 2, 200, 0, 1, 1, 0, 2, 0, 200, 9, 9])).toEqual([[0, 0]])
  })

  it('accepts a full picture without the end of bitmap code', () => {
    expect(indexes(8, 2, 2, [2, 1, 0, 0, 2, 2])).toEqual([
      [2, 2],
      [1, 1],
    ])
    expect(indexes(8, 2, 1, [2, 1, 0, 0])).toEqual([[1, 1]])
  })

  it.each([[[2, 1, 0, 0, 1, 1]], [[2, 1, 0]], [[0, 2, 1]], [[0, 4, 1, 1, 1]], [[]]])(
    'refuses a stream that ends early: %j',
    (stream) => {
      const bytes = writeBmp({ bits: 8, compression: 1, palette, grid: grid(2, 2), stream })
      expect(refusal(() => decodeBmp(bytes))).toBe('The BMP file ends before its last row')
    },
  )
})

describe('files that are refused', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(), /not a BMP/],
    ['another format', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), /not a BMP/],
    ['half a file header', small24().slice(0, 16), /ends inside its header/],
    ['half a header', small24().slice(0, 40), /ends inside its header/],
    ['an OS/2 2.x header', patch(small24(), 14, u32(64)), /header of 64 bytes/],
    ['no width', patch(small24(), 18, u32(0)), /no pixels: its size is 0 x 2/],
    ['a negative width', patch(small24(), 18, u32(-3)), /no pixels/],
    ['no height', patch(small24(), 22, u32(0)), /no pixels/],
    ['three planes', patch(small24(), 26, u16(3)), /3 colour planes/],
    ['seven bits', patch(small24(), 28, u16(7)), /uses 7 bits per pixel; 1, 4, 8, 16, 24 and 32 are supported/],
    ['an embedded JPEG', patch(small24(), 28, [...u16(0), ...u32(4)]), /wraps a JPEG picture/],
    ['an embedded PNG', patch(small24(), 28, [...u16(0), ...u32(5)]), /wraps a PNG picture/],
    ['CMYK', patch(small24(), 30, u32(11)), /compression 11/],
    ['run lengths of 24 bits', patch(small24(), 30, u32(1)), /compression 1 with 24 bits/],
    ['pixels inside the header', patch(small24(), 10, u32(53)), /inside its header/],
    ['pixels behind the end', patch(small24(), 10, u32(100_000)), /before its pixels begin/],
    ['masks missing', writeBmp({ bits: 16, compression: 3, grid: [[1]] }), /inside its header/],
    ['masks of zero', writeBmp({ bits: 16, compression: 3, masks: [0, 0, 0], grid: [[1]] }), /no colour masks/],
    ['a mask with gaps', writeBmp({ bits: 16, compression: 3, masks: [5, 8, 16], grid: [[1]] }), /mask with gaps/],
  ])('%s', (_, bytes, message) => {
    expect(refusal(() => readBmpHeader(bytes))).toMatch(message)
    expect(refusal(() => decodeBmp(bytes))).toMatch(message)
  })

  it('pixels that end early, the padding of the last row aside', () => {
    const bytes = small24()
    expect(pixelsOf(bytes.slice(0, -3))).toEqual(small24Pixels)
    expect(refusal(() => decodeBmp(bytes.slice(0, -4)))).toBe('The BMP file ends before its last row')
    expect(readBmpHeader(bytes.slice(0, -4))).toMatchObject({ width: 3, height: 2, topDown: false })
  })

  it('absurd sizes, before anything is allocated', () => {
    for (const height of [2 ** 31 - 1, -(2 ** 31)]) {
      const size = [...u32(2 ** 31 - 1), ...u32(height)]
      const plain = patch(small24(), 18, size)
      const rle = patch(writeBmp({ bits: 8, compression: 1, grid: [[0]], stream: [0, 1] }), 18, size)
      for (const bytes of [plain, rle]) {
        expect(readBmpHeader(bytes)).toMatchObject({ width: 2 ** 31 - 1, height: Math.abs(height) })
        expect(refusal(() => decodeBmp(bytes))).toMatch(/too large/)
      }
    }
    const large = patch(small24(), 18, [...u32(16_000), ...u32(16_000)])
    expect(refusal(() => decodeBmp(large))).toBe('The BMP file ends before its last row')
  })
})

describe('properties', () => {
  it('a random picture survives the way through a 24-bit file, also inside a larger buffer', () => {
    const picture = fc
      .tuple(fc.integer({ min: 1, max: 19 }), fc.integer({ min: 1, max: 9 }))
      .chain(([width, height]) => {
        const row = fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: width, maxLength: width })
        return fc.array(row, { minLength: height, maxLength: height })
      })
    fc.assert(
      fc.property(picture, fc.boolean(), (grid, topDown) => {
        const bytes = writeBmp({ bits: 24, grid, topDown })
        const larger = new Uint8Array(bytes.length + 12).fill(0xaa)
        larger.set(bytes, 5)
        const decoded = decodeBmp(larger.subarray(5, 5 + bytes.length))
        const expected = grid.flat().flatMap((value) => [value >> 16, (value >> 8) & 255, value & 255])
        expect(decoded).toEqual({
          data: Uint8Array.from(expected),
          width: grid[0]!.length,
          height: grid.length,
          channels: 3,
        })
      }),
    )
  })

  it('damaged files give a picture of the size in the header or an invalid_image error', () => {
    const grid = Array.from({ length: 6 }, (_, y) => Array.from({ length: 9 }, (_, x) => (x + y) % 2))
    const palette = [RED, BLUE]
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000]
    const stream = [9, 1, 0, 0, 0, 3, 1, 0, 1, 0, 0, 2, 1, 2, 4, 1, 0, 0, 9, 0, 0, 0, 9, 1, 0, 1]
    const seeds = [
      ...[1, 4, 8, 24].map((bits) => writeBmp({ bits, grid, palette, headerSize: 12 })),
      ...[1, 4, 8, 16, 24, 32].map((bits) => writeBmp({ bits, grid, palette: bits <= 8 ? palette : [] })),
      writeBmp({ bits: 8, compression: 1, grid, palette, stream }),
      writeBmp({ bits: 4, compression: 2, grid, palette, stream }),
      writeBmp({ bits: 16, compression: 3, masks: masks.slice(0, 3), grid }),
      writeBmp({ bits: 32, compression: 6, masks, grid }),
      writeBmp({ bits: 32, compression: 3, headerSize: 124, masks, grid }),
    ]
    const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 })
    let decoded = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        edits,
        fc.nat({ max: 400 }),
        fc.boolean(),
        (seed, changes, cut, inHead) => {
          const bytes = seed.slice(0, Math.max(0, seed.length - Math.max(0, cut - 200)))
          // Half of the runs aim at the header, where a changed byte does most harm.
          const span = Math.min(bytes.length, inHead ? 72 : bytes.length)
          for (const [at, value] of changes) if (span > 0) bytes[at % span] = value
          try {
            const header = readBmpHeader(bytes)
            // The limit that every caller sets between the two steps.
            if (header.width * header.height > 4_000_000) return
            const picture = decodeBmp(bytes, header)
            expect([picture.width, picture.height]).toEqual([header.width, header.height])
            expect(picture.data.length).toBe(header.width * header.height * picture.channels)
            decoded++
          } catch (error) {
            if (!(error instanceof AppError) || error.kind !== 'invalid_image') throw error
          }
        },
      ),
      { numRuns: 5000 },
    )
    // Otherwise the property would hold for a reader that refuses everything.
    expect(decoded).toBeGreaterThan(500)
  })
})

const ODD = path.join(evaluationSet, 'odd')
const hasOdd = existsSync(ODD)

describe.skipIf(!hasOdd)('odd files of the evaluation set', () => {
  const odd = (name: string) => readFileSync(path.join(ODD, name))

  it.each(['bmp-g-pal4.bmp', 'bmp-g-rgb32.bmp'])('%s is read', (name) => {
    const picture = decodeBmp(odd(name))
    expect([picture.width, picture.height, picture.channels]).toEqual([127, 64, 3])
    const at = (x: number, y: number) => Array.from(picture.data.subarray((y * 127 + x) * 3, (y * 127 + x) * 3 + 3))
    // Bright red at the top left, black at the bottom left, yellow at the bottom: upright, and red is not blue.
    expect([at(0, 0), at(0, 63), at(95, 63)]).toEqual([RED, BLACK, [255, 255, 0]])
  })

  it.each([
    ['bmp-b-shortfile.bmp', /ends before its last row/],
    ['bmp-invalid-bpp.bmp', /40 bits per pixel/],
    ['bmp-q-rgb24png.bmp', /wraps a PNG picture/],
  ])('%s is refused', (name, message) => {
    expect(refusal(() => decodeBmp(odd(name)))).toMatch(message)
  })
})
