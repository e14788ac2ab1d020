/**
 * Photos of phones. Nothing at hand writes HEVC, so that these tests need the sample of the evaluation set, and pass over
 * themselves without it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodePhoto } from '../../src/imaging/codec/decode.js'
import { openLibheif } from '../../src/imaging/codec/heif/libheif.js'
import type { InputType } from '../../src/imaging/job.js'
import type { Photo } from '../../src/imaging/raster/picture.js'
import { evaluationSet } from '../support/project.js'

const SAMPLE = path.join(evaluationSet, 'odd/samplefilehub.heif')
const LIMITS = { pixels: 50_000_000, minSide: 32, maxSide: 10_000 }

if (!existsSync(SAMPLE)) console.warn(`Skipped: HEIC photos. There is no ${SAMPLE}.`)

describe.skipIf(!existsSync(SAMPLE))('a HEIC photo', () => {
  const sample = existsSync(SAMPLE) ? readFileSync(SAMPLE) : Buffer.alloc(0)
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'heic-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const decode = async (bytes: Uint8Array, types?: readonly InputType[]): Promise<Photo> => {
    const file = path.join(folder, 'photo')
    await writeFile(file, bytes)
    return decodePhoto(file, { ...LIMITS, ...(types && { types }) })
  }
  /** The first box of this name, with another number at this place behind the name. */
  const patched = (box: string, at: number, value: number): Buffer => {
    const copy = Buffer.from(sample)
    expect(copy.indexOf(box)).toBeGreaterThan(0)
    copy.writeUInt32BE(value, copy.indexOf(box) + 4 + at)
    return copy
  }

  it('comes out in its size and colours', async () => {
    const { width, height, colour, alpha } = await decode(sample)
    expect([width, height, alpha]).toEqual([640, 426, undefined])
    expect(colour.length).toBe(640 * 426 * 3)
    const mean = (channel: number): number =>
      colour.reduce((sum, value, i) => (i % 3 === channel ? sum + value : sum), 0) / (640 * 426)
    // A dark thunderstorm over red sand.
    expect([0, 1, 2].map((channel) => Math.round(mean(channel)))).toEqual([63, 51, 44])
  })

  it('is refused by what its header claims, before its pixels are decoded', async () => {
    await expect(decode(patched('ispe', 4, 12_000))).rejects.toThrow('The image has 12000 x')
    await expect(decode(patched('ispe', 4, 31))).rejects.toMatchObject({ kind: 'invalid_image' })
  })

  it('is refused as damaged where its pixels are not what the header says, or are missing', async () => {
    await expect(decode(patched('ispe', 4, 64))).rejects.toThrow('damaged or incomplete')
    await expect(decode(sample.subarray(0, sample.length * 0.7))).rejects.toThrow('damaged or incomplete')
  })

  it('is refused where it is not among the formats that a caller accepts', async () => {
    await expect(decode(sample, ['jpeg', 'png'])).rejects.toThrow('send it as JPEG')
  })
})

describe('the memory of libheif', () => {
  it('does not grow beyond what is allowed', () => {
    const { heif, allow } = openLibheif(64e6)
    expect(heif._malloc(100e6)).toBe(0)
    allow(200e6)
    expect(heif._malloc(100e6)).toBeGreaterThan(0)
  })
})
