/** Finished pictures, pixel by pixel: canvas, background, shadow, file. The subject is drawn; all else is real. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCutout } from '../../src/imaging/cutout/run.js'
import type { CutoutJob, CutoutOutcome, Rendering } from '../../src/imaging/job.js'
import type { FoundSubject } from '../../src/imaging/matte/find-subject.js'
import type { Photo } from '../../src/imaging/raster/picture.js'
import { renderingFrom } from '../../src/parameters/rendering.js'
import { renderingReaders } from '../../src/parameters/rendering-readers.js'

const LIMITS = { pixels: 50_000_000, minSide: 32, maxSide: 10_000 }
const [WIDTH, HEIGHT] = [300, 200]
const WHITE = { kind: 'colour', r: 255, g: 255, b: 255, alpha: 255 } as const
const JOB = { kind: 'cutout', cap: { longestSide: 4096 }, channels: 'rgba', format: 'png' } as const
const MIDDLE = { xPercent: 50, yPercent: 50 }

/** An orange disc of radius 60 on blue, with an edge that is soft over four pixels. */
const alphaAt = (x: number, y: number): number =>
  Math.round(255 * Math.min(1, Math.max(0, (62 - Math.hypot(x - 150, y - 100)) / 4)))
const drawn = (fill: (x: number, y: number) => number): Uint8Array =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => fill(i % WIDTH, Math.floor(i / WIDTH)))

let folder: string
let input: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pictures-'))
  input = path.join(folder, 'photo.png')
  const pixels = Buffer.from(
    Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      alphaAt(i % WIDTH, Math.floor(i / WIDTH)) > 0 ? [230, 130, 20] : [20, 60, 200],
    ).flat(),
  )
  await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toFile(input)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(job: Partial<CutoutJob>, found: Partial<FoundSubject> = {}, photo = input) {
  const output = path.join(folder, `${count++}`)
  const looked: Photo[] = []
  const findSubject = async (it: Photo) => {
    looked.push(it)
    return { alpha: drawn(alphaAt), confidence: 0.99, ...found }
  }
  const outcome = await runCutout(
    { ...JOB, watermark: false, classify: false, ...job },
    { input: photo, output },
    { findSubject, limits: LIMITS },
    (_phase, work) => work(),
  )
  return { outcome: outcome as Omit<CutoutOutcome, 'kind' | 'timingsMs'>, file: await readFile(output), looked }
}

async function pixelsOf(file: Uint8Array) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    ...info,
    at: (x: number, y: number): number[] => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)],
  }
}

const onCanvas: Pick<Rendering, 'canvas'> = {
  canvas: { size: { width: 400, height: 400 }, fill: { percent: 80, by: 'side' }, align: MIDDLE },
}

describe('a canvas', () => {
  test('has the size and the fill that were asked for, and says where the subject is', async () => {
    const { outcome, file } = await run(onCanvas)
    expect(outcome).toMatchObject({
      width: 400,
      height: 400,
      foreground: { left: 40, top: 40, width: 320, height: 320 },
    })
    const { at } = await pixelsOf(file)
    expect(at(200, 200)).toEqual([230, 130, 20, 255])
    expect(at(30, 200)[3]).toBe(0)
    expect(at(50, 200)[3]).toBeGreaterThan(200)
  })

  test.each(['png', 'jpg', 'webp'] as const)('on white is 255 to the last pixel, as %s', async (format) => {
    const { file } = await run({ ...onCanvas, background: WHITE, format })
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let darkest = 255
    for (let y = 0; y < info.height; y++) {
      for (let x = 0; x < info.width; x++) {
        // Blocks of an encoder that hold the edge itself are not looked at.
        if (Math.hypot(x - 200, y - 200) > 160 + 24)
          darkest = Math.min(darkest, ...data.subarray((y * 400 + x) * 3, (y * 400 + x) * 3 + 3))
      }
    }
    expect(darkest).toBe(255)
  })

  test('the edge on white carries nothing of the old background', async () => {
    const { file } = await run({ ...onCanvas, background: WHITE })
    const { at } = await pixelsOf(file)
    for (let x = 34; x < 60; x++) {
      const [r, , b] = at(x, 200) as [number, number, number]
      expect(r, `blue at ${x}`).toBeGreaterThanOrEqual(b)
    }
  })
})

describe('behind the subject', () => {
  test('a gradient runs from one colour to the other', async () => {
    const { from, to } = { from: { r: 255, g: 255, b: 255 }, to: { r: 55, g: 55, b: 55 } }
    const { at } = await pixelsOf((await run({ background: { kind: 'gradient', from, to, shape: 'down' } })).file)
    expect(at(5, 0)[0]).toBeGreaterThan(252)
    expect(at(5, 199)[0]).toBeLessThan(58)
    expect(Math.abs(at(5, 100)[0]! - 155)).toBeLessThan(4)
    const radial = await run({ background: { kind: 'gradient', from, to, shape: 'radial' } })
    expect((await pixelsOf(radial.file)).at(0, 0)[0]).toBeLessThan(60)
  })

  test('the photo’s own background is blurred without a glow of the subject', async () => {
    const { at } = await pixelsOf((await run({ background: { kind: 'photo', blurPercent: 100 } })).file)
    expect(at(150, 100).slice(0, 3)).toEqual([230, 130, 20])
    for (const x of [5, 60, 80]) {
      const [r, , b] = at(x, 100) as [number, number, number]
      expect(r).toBeLessThan(40)
      expect(b).toBeGreaterThan(180)
    }
  })

  test('a shadow is part of a transparent picture, and the subject stays as it is', async () => {
    const { at } = await pixelsOf(
      (await run({ ...onCanvas, shadow: { kind: 'contact', strength: 60, softness: 50 } })).file,
    )
    expect(at(200, 363)[3]).toBeGreaterThan(20)
    expect(at(200, 363).slice(0, 3)).toEqual([0, 0, 0])
    expect(at(200, 200)).toEqual([230, 130, 20, 255])
    expect(at(200, 10)[3]).toBe(0)
  })

  test('what the photo’s lower edge cuts throws no contact shadow, and is warned of', async () => {
    const alpha = drawn((x, y) => (Math.abs(x - 150) < 50 && y > 80 ? 255 : 0))
    const { outcome, file } = await run(
      { ...onCanvas, shadow: { kind: 'contact', strength: 60, softness: 50 } },
      { alpha },
    )
    expect(outcome.warnings).toEqual(['enlarged', 'subject_cut'])
    expect((await pixelsOf(file)).at(200, 363)[3]).toBe(0)
  })

  test('a shadow that cannot be told from the ground is drawn instead, and that is said', async () => {
    const { outcome } = await run({ shadow: { kind: 'natural', strength: 50, softness: 50 } })
    expect(outcome.warnings).toEqual(['shadow_not_found'])
  })
})

describe('transparency that the photo has already', () => {
  /** Half of it is red and half transparent. */
  async function half(alpha: number): Promise<string> {
    const file = path.join(folder, `half-${alpha}.png`)
    const rgba = Array.from({ length: WIDTH * HEIGHT }, (_, i) => [200, 10, 10, i % WIDTH < 150 ? 255 : alpha])
    await sharp(Buffer.from(rgba.flat()), { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
      .png()
      .toFile(file)
    return file
  }

  test('result: it counts as cut out, and nobody looks for a subject', async () => {
    const { file, looked, outcome } = await run({ transparency: 'result' }, {}, await half(0))
    const { at } = await pixelsOf(file)
    expect([at(10, 10), at(290, 10)]).toEqual([
      [200, 10, 10, 255],
      [0, 0, 0, 0],
    ])
    expect([looked, outcome.foreground]).toEqual([[], { left: 0, top: 0, width: 150, height: 200 }])
  })

  test('result: a photo that only could be transparent is looked at', async () => {
    const { looked } = await run({ transparency: 'result' }, {}, await half(255))
    expect(looked).toHaveLength(1)
  })

  test('ignored: the subject may be where the photo was transparent', async () => {
    const { file, looked } = await run({ transparency: 'ignored' }, {}, await half(0))
    expect(looked).toMatchObject([{ alpha: undefined }])
    expect((await pixelsOf(file)).at(180, 100)).toEqual([200, 10, 10, 255])
  })
})

test('a round picture is transparent outside of its circle', async () => {
  const { at } = await pixelsOf((await run({ ...onCanvas, background: WHITE, round: true })).file)
  expect(at(2, 2)[3]).toBe(0)
  expect(at(200, 2)[3]).toBe(255)
})

test('the foreground alone is opaque, and under its soft edge has the subject’s own colour', async () => {
  const { at } = await pixelsOf((await run({ channels: 'colour' })).file)
  expect(at(2, 2)).toEqual([255, 255, 255, 255])
  expect(at(150, 100)).toEqual([230, 130, 20, 255])
  expect(at(91, 100).slice(0, 3)).toEqual([230, 130, 20])
})

describe('several presets', () => {
  const preset = renderingReaders().preset.read('avatar_circle,amazon,shopify', 'preset')
  const rendering = renderingFrom({ preset }, { cap: { longestSide: 500 }, format: 'png' }, (field) => field)

  test('come as a ZIP with a picture of each, as each alone would be', async () => {
    const { outcome, file } = await run(rendering)
    const files = unzipSync(file)
    expect(Object.keys(files)).toEqual(['avatar_circle.png', 'amazon_main.jpg', 'shopify.jpg'])
    expect(outcome).toMatchObject({ contentType: 'application/zip', extension: 'zip', bytes: file.length })
    expect(outcome.set?.map(({ name, width }) => [name, width])).toEqual([
      ['avatar_circle.png', 500],
      ['amazon_main.jpg', 500],
      ['shopify.jpg', 500],
    ])
    for (const { name, ...alone } of rendering.set!) {
      expect(Buffer.from(files[`${name}.${alone.format}`]!).equals((await run(alone)).file), name).toBe(true)
    }
  })

  test('have nothing of each other: neither a background, nor changes to the photo', async () => {
    const plain = { cap: JOB.cap, channels: 'rgba', format: 'png' } as const
    const white = { ...plain, name: 'white', background: WHITE }
    const { file } = await run({ ...white, set: [white, { ...plain, name: 'plain' }] })
    expect((await pixelsOf(unzipSync(file)['plain.png']!)).at(2, 2)[3]).toBe(0)
  })
})

describe('warnings', () => {
  const piece = (share: number) => ({ share, confidence: 1, region: { left: 0, top: 0, right: 0.1, bottom: 0.1 } })

  test.each<[string, Partial<CutoutJob>, Partial<FoundSubject>, string[]]>([
    ['none', {}, {}, []],
    ['an unsure network', {}, { confidence: 0.9 }, ['low_confidence']],
    ['a second subject', {}, { pieces: [piece(0.2), piece(0.05)] }, ['several_subjects']],
    ['a crumb beside it', {}, { pieces: [piece(0.2), piece(0.01)] }, []],
    ['a small photo', { canvas: { size: { width: 900, height: 900 }, align: MIDDLE } }, {}, ['enlarged']],
    ['too small on the canvas', { ...onCanvas, rules: { fill: [85, 100] } }, {}, ['enlarged', 'fill_outside_rule']],
    ['within the rule', { ...onCanvas, rules: { fill: [80, 90], minSide: 400, maxSide: 400 } }, {}, ['enlarged']],
    ['too small a picture', { rules: { minSide: 500 } }, {}, ['size_outside_rule']],
    ['another background', { rules: { background: WHITE } }, {}, ['background_outside_rule']],
    ['the right background', { rules: { background: WHITE }, background: WHITE }, {}, []],
  ])('%s', async (_name, job, found, codes) => {
    expect((await run(job, found)).outcome.warnings).toEqual(codes)
  })
})
