/**
 * Strangers' bytes: whatever is done to a file, decoding gives a whole picture or an AppError, never anything else. A
 * failure prints fast-check's seed and the smallest case; a crash of the process leaves the fatal file in the folder
 * named decode-fuzz-… of the temporary directory.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { decodePhoto } from '../../src/imaging/codec/decode.js'
import type { ImageLimits } from '../../src/imaging/job.js'
import { bmpClaiming, bmpOf, joinPng, jpegClaiming, pngClaiming, splitPng } from '../fixtures/picture-files.js'
import { evaluationSet } from '../support/project.js'
import { budget, TIMEOUT_MS } from './budget.js'

/** The product's limits but for the pixels: a mutated header may well claim a picture that takes seconds. */
const LIMITS: ImageLimits = { pixels: 2_000_000, minSide: 32, maxSide: 10_000 }

const WIDTH = 48
const HEIGHT = 40
const generated = [
  'jpeg',
  'progressive',
  'png',
  'palette',
  'webp',
  'lossless',
  'animated',
  'bmp',
  'avif',
  'tiff',
  'gif',
] as const
type Format = (typeof generated)[number] | 'heic'

/** Nothing at hand writes HEVC. */
const SAMPLE = path.join(evaluationSet, 'odd/samplefilehub.heif')
const hasSample = existsSync(SAMPLE)
if (!hasSample) console.warn(`Skipped: damaged HEIC photos. There is no ${SAMPLE}.`)
const formats: readonly Format[] = hasSample ? [...generated, 'heic'] : generated

let folder: string
let valid: Record<Format, Uint8Array>

beforeAll(async () => {
  sharp.cache(false) // one file name with ever new contents
  folder = await mkdtemp(path.join(tmpdir(), 'decode-fuzz-'))
  const rgba = Buffer.from(Array.from({ length: WIDTH * HEIGHT * 4 }, (_, i) => (i * i * 31 + i * 7) % 256))
  const source = sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
  const opaque = source.clone().removeAlpha()
  const frame = await source.clone().png().toBuffer()
  valid = {
    // With metadata: profiles and EXIF are parsed by other code than the pixels.
    jpeg: await opaque.clone().withMetadata({ orientation: 6 }).withIccProfile('p3').jpeg().toBuffer(),
    progressive: await opaque.clone().jpeg({ progressive: true }).toBuffer(),
    png: await source.clone().withMetadata({ orientation: 3 }).withIccProfile('p3').png().toBuffer(),
    palette: await source.clone().png({ palette: true, colours: 16 }).toBuffer(),
    webp: await source.clone().withMetadata({ orientation: 5 }).webp().toBuffer(),
    lossless: await source.clone().webp({ lossless: true }).toBuffer(),
    animated: await sharp([frame, frame], { join: { animated: true } })
      .webp()
      .toBuffer(),
    bmp: bmpOf(await opaque.raw().toBuffer(), WIDTH, HEIGHT),
    avif: await source.clone().withMetadata({ orientation: 6 }).avif({ effort: 0 }).toBuffer(),
    tiff: await source.clone().withMetadata({ orientation: 6 }).tiff({ compression: 'lzw' }).toBuffer(),
    gif: await source.clone().gif().toBuffer(),
    heic: hasSample ? await readFile(SAMPLE) : new Uint8Array(),
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Mutation =
  | { kind: 'flip'; at: number; mask: number }
  | { kind: 'truncate'; at: number }
  | { kind: 'splice'; at: number; from: Format; start: number; length: number }
  | { kind: 'duplicate'; at: number; length: number }
  | { kind: 'erase'; at: number; length: number; value: number }
  | { kind: 'claim'; width: number; height: number }
  | { kind: 'repeatChunk'; chunk: number; to: number }
  | { kind: 'flipInChunk'; chunk: number; at: number; mask: number }

// Headers are small and decide most: half of all places fall into the first quarter of the file.
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }).map((share) => share ** 2)
/** For cuts: a file may well end inside the first few dozen bytes. */
const inHeader = place.map((share) => share ** 3)
const mask = fc.integer({ min: 1, max: 255 })
const length = fc.integer({ min: 1, max: 64 })
const side = fc.constantFrom(0, 1, 31, 32, 1999, 10_000, 10_001, 32_767, 65_535)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: place, mask }),
  fc.record({ kind: fc.constant('truncate' as const), at: fc.oneof(place, inHeader) }),
  fc.record({
    kind: fc.constant('splice' as const),
    at: place,
    from: fc.constantFrom(...formats),
    start: place,
    length,
  }),
  fc.record({ kind: fc.constant('duplicate' as const), at: place, length }),
  fc.record({ kind: fc.constant('erase' as const), at: place, length, value: fc.constantFrom(0, 127, 128, 255) }),
  fc.record({ kind: fc.constant('claim' as const), width: side, height: side }),
  fc.record({ kind: fc.constant('repeatChunk' as const), chunk: fc.nat(8), to: fc.nat(8) }),
  fc.record({ kind: fc.constant('flipInChunk' as const), chunk: fc.nat(8), at: place, mask }),
)

// PNG has checksums: only damage that repairs them gets past its front door.
const isPng = (format: Format): boolean => format === 'png' || format === 'palette'

function mutate(format: Format, bytes: Uint8Array, change: Mutation): Uint8Array {
  const index = (share: number): number => Math.floor(share * bytes.length)
  const insert = (at: number, piece: Uint8Array): Uint8Array =>
    Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
  switch (change.kind) {
    case 'flip': {
      const copy = Uint8Array.from(bytes)
      copy[index(change.at)]! ^= change.mask
      return copy
    }
    case 'truncate':
      return bytes.subarray(0, index(change.at))
    case 'splice': {
      const other = valid[change.from]
      const start = Math.floor(change.start * other.length)
      return insert(index(change.at), other.subarray(start, start + change.length))
    }
    case 'duplicate': {
      const at = index(change.at)
      return insert(at, bytes.subarray(at, at + change.length))
    }
    case 'erase': {
      const at = index(change.at)
      return Uint8Array.from(bytes).fill(change.value, at, at + change.length)
    }
    case 'claim':
      return claiming(format, bytes, change.width, change.height)
    case 'repeatChunk': {
      if (!isPng(format)) return bytes
      const chunks = splitPng(bytes)
      const chunk = chunks[change.chunk % chunks.length]!
      return joinPng(chunks.toSpliced(change.to, 0, chunk))
    }
    case 'flipInChunk': {
      if (!isPng(format)) return mutate(format, bytes, { ...change, kind: 'flip' })
      const chunks = splitPng(bytes)
      const target = chunks[change.chunk % chunks.length]!
      target.data = Uint8Array.from(target.data)
      if (target.data.length > 0) target.data[Math.floor(change.at * target.data.length)]! ^= change.mask
      return joinPng(chunks)
    }
  }
}

function claiming(format: Format, bytes: Uint8Array, width: number, height: number): Uint8Array {
  switch (format) {
    case 'jpeg':
    case 'progressive':
      return jpegClaiming(bytes, width, height)
    case 'png':
    case 'palette':
      return pngClaiming(bytes, width, height)
    case 'bmp':
      return bmpClaiming(bytes, width, height)
    case 'avif':
    case 'heic': {
      const copy = Buffer.from(bytes)
      const size = copy.indexOf('ispe') + 8
      copy.writeUInt32BE(width, size)
      copy.writeUInt32BE(height, size + 4)
      return copy
    }
    default: {
      // The canvas of an extended WebP: 24 bits each, less one. A plain one has its size within the frame.
      const copy = Buffer.from(bytes)
      copy.writeUIntLE(Math.max(0, width - 1), 24, 3)
      copy.writeUIntLE(Math.max(0, height - 1), 27, 3)
      return copy
    }
  }
}

/** The structured mutations come first: they need a file that still has a structure. Claims need an intact header. */
const ORDER: readonly Mutation['kind'][] = ['claim', 'repeatChunk', 'flipInChunk']

function mutateAll(format: Format, changes: readonly Mutation[]): Uint8Array {
  const structured = ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind))
  const blind = changes.filter(({ kind }) => !ORDER.includes(kind))
  return [...structured, ...blind].reduce((bytes, change) => mutate(format, bytes, change), valid[format])
}

describe('decoding of damaged files', () => {
  it('every file as it was before the damage is accepted', async () => {
    for (const format of generated) {
      const file = path.join(folder, format)
      await writeFile(file, valid[format])
      const { width, height } = await decodePhoto(file, LIMITS)
      expect([width, height].sort(), format).toEqual([HEIGHT, WIDTH])
    }
  })

  it(
    'a mutated file gives a whole picture or an AppError, never a crash or another error',
    async () => {
      const file = path.join(folder, 'mutated')
      const seen = { pictures: 0, refusals: 0 }
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...formats),
          fc.array(mutation, { minLength: 1, maxLength: 3 }),
          async (format, changes) => {
            await writeFile(file, mutateAll(format, changes))
            try {
              const photo = await decodePhoto(file, LIMITS)
              seen.pictures += 1
              expect(Math.max(photo.width, photo.height)).toBeLessThanOrEqual(LIMITS.maxSide)
              expect(photo.width * photo.height).toBeLessThan(LIMITS.pixels)
              expect(photo.colour.length).toBe(photo.width * photo.height * 3)
              if (photo.alpha) expect(photo.alpha.length).toBe(photo.width * photo.height)
            } catch (error) {
              if (!(error instanceof AppError)) throw error
              seen.refusals += 1
              expect(error.kind).toBe('invalid_image')
              expect(error.message).toMatch(/\w+ \w+/)
            }
          },
        ),
        budget,
      )
      // If one of these were rare, the mutations would be too tame or too wild to test anything.
      const total = seen.pictures + seen.refusals
      expect(total).toBeGreaterThan(100)
      expect(seen.pictures / total).toBeGreaterThan(0.02)
      expect(seen.refusals / total).toBeGreaterThan(0.1)
    },
    TIMEOUT_MS,
  )
})
