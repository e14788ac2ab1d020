/**
 * The whole way of a job from file to file, with networks that always see the same rectangle: everything but the
 * networks is real.
 */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { createDeadline, type Deadline, DeadlinePassed } from '../../src/imaging/deadline.js'
import type { SubjectJudge } from '../../src/imaging/detect/class/judge.js'
import type { CutoutJob, CutoutOutcome } from '../../src/imaging/job.js'
import { createSubjectFinder } from '../../src/imaging/matte/find-subject.js'
import { LOOKS } from '../../src/imaging/matte/looks.js'
import type { MattingNetwork } from '../../src/imaging/matte/matting-network.js'
import { runJob } from '../../src/imaging/run-job.js'
import { refineEdges } from '../support/edges.js'
import { findNearest } from '../support/no-prompts.js'

const LIMITS = { pixels: 50_000_000, minSide: 32, maxSide: 10_000 }
const JOB: CutoutJob = {
  kind: 'cutout',
  cap: { longestSide: 4096 },
  format: 'auto',
  channels: 'rgba',
  watermark: false,
  classify: false,
}
const GREEN = { kind: 'colour', alpha: 255, r: 10, g: 200, b: 90 } as const

/** Sure of the middle half of both sides, nearly sure that there is nothing else: networks never say 0 or 1. */
const rectangle = (u: number, v: number): number => (Math.abs(u - 0.5) < 0.25 && Math.abs(v - 0.5) < 0.25 ? 0.99 : 0.01)
const nothing = (): number => 0.01

interface Stub extends MattingNetwork {
  readonly seen: Uint8Array[]
}

const logitOf = (probability: number): number => Math.log(probability / (1 - probability))

function stub(size: number, opinion: (u: number, v: number) => number): Stub {
  const seen: Uint8Array[] = []
  return {
    size,
    seen,
    predict: async (rgb) => {
      expect(rgb.length).toBe(size * size * 3)
      seen.push(rgb)
      const logits = Float32Array.from({ length: size * size }, (_, i) =>
        logitOf(opinion(((i % size) + 0.5) / size, (Math.floor(i / size) + 0.5) / size)),
      )
      return { size, logits }
    },
  }
}

const judge: SubjectJudge = async (_photo, { data }) => ({ matte: data, subjectClass: 'product' })

let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'run-job-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const nextFile = (): string => path.join(folder, `${count++}`)

/** A file of one colour; with an alpha it is a PNG with that alpha in its upper half. */
async function inputOf(width: number, height: number, alpha?: number): Promise<string> {
  const file = nextFile()
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, i) => [
      200,
      60,
      30,
      i < (width * height) / 2 ? (alpha ?? 255) : 255,
    ]).flat(),
  )
  const picture = sharp(data, { raw: { width, height, channels: 4 } })
  await (alpha === undefined ? picture.removeAlpha().jpeg({ quality: 95 }) : picture.png()).toFile(file)
  return file
}

interface Run {
  outcome: CutoutOutcome
  output: string
  network: Stub
}

async function run(
  job: Partial<CutoutJob>,
  input: string,
  { opinion = rectangle, deadline = createDeadline(60_000) }: { opinion?: typeof rectangle; deadline?: Deadline } = {},
): Promise<Run> {
  const output = nextFile()
  const network = stub(64, opinion)
  const outcome = await runJob(
    { ...JOB, ...job },
    { input, output },
    {
      findSubject: createSubjectFinder({ network, refineEdges, judge }, LOOKS.fast),
      findFaces: async () => [],
      findNearest,
      limits: LIMITS,
      deadline,
    },
  )
  return { outcome, output, network }
}

async function pixelsOf(file: string): Promise<(x: number, y: number) => number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  return (x, y) => {
    const from = (y * info.width + x) * info.channels
    return [...data.subarray(from, from + info.channels)]
  }
}

describe('the outcome of a job', () => {
  it('tells the size, type and length of the file that was written', async () => {
    const { outcome, output } = await run({}, await inputOf(200, 120))
    const written = await sharp(output).metadata()
    expect(outcome).toMatchObject({ width: 200, height: 120, contentType: 'image/png', extension: 'png' })
    expect([written.width, written.height, written.format]).toEqual([200, 120, 'png'])
    expect(outcome.bytes).toBe((await stat(output)).size)
  })

  it('tells where the subject is, and what it is when asked', async () => {
    const { outcome } = await run({ classify: true }, await inputOf(400, 240))
    const { left, top, width, height } = outcome.foreground
    for (const [found, wanted] of [
      [left, 100],
      [top, 60],
      [left + width, 300],
      [top + height, 180],
    ] as const) {
      expect(Math.abs(found - wanted)).toBeLessThanOrEqual(8) // a network's pixel is 6 of ours
    }
    expect(outcome.subjectClass).toBe('product')
    expect((await run({}, await inputOf(400, 240))).outcome).not.toHaveProperty('subjectClass')
  })

  it('tells how sure that is, with the pieces in pixels of the photo, also of one that was decoded smaller', async () => {
    const { outcome } = await run({ cap: { longestSide: 300 } }, await inputOf(3000, 1500))
    expect(outcome).toMatchObject({ width: 300, height: 150 })
    expect(outcome.confidence).toBeGreaterThan(0.9)
    expect(outcome.pieces).toHaveLength(1)
    const { box, share, confidence } = outcome.pieces![0]!
    for (const [found, wanted] of [
      [box.left, 750],
      [box.top, 375],
      [box.left + box.width, 2250],
      [box.top + box.height, 1125],
    ] as const) {
      expect(Math.abs(found - wanted)).toBeLessThanOrEqual(50) // a network's pixel is 47 of ours
    }
    expect(share).toBeCloseTo(0.25, 1)
    expect(confidence).toBeGreaterThan(0.9)
  })

  it('says how long each step took', async () => {
    const startedAt = performance.now()
    const { outcome } = await run({ watermark: true }, await inputOf(400, 300))
    const total = performance.now() - startedAt
    expect(Object.keys(outcome.timingsMs)).toEqual(['decode', 'infer', 'compose', 'encode'])
    const steps = Object.values(outcome.timingsMs)
    for (const ms of steps) expect(ms).toBeGreaterThan(0)
    expect(steps.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(total)
  })

  it('each network is asked once', async () => {
    const { network } = await run({}, await inputOf(200, 120))
    expect(network.seen.length).toBe(1)
  })
})

describe('the size', () => {
  const sizeAt = async (longestSide: number, width: number, height: number): Promise<[number, number]> => {
    const { outcome, output } = await run({ cap: { longestSide } }, await inputOf(width, height))
    const written = await sharp(output).metadata()
    expect([written.width, written.height]).toEqual([outcome.width, outcome.height])
    return [outcome.width, outcome.height]
  }

  it('both sides fit the wanted side, the proportions stay', async () => {
    expect(await sizeAt(100, 200, 120)).toEqual([100, 60])
    expect(await sizeAt(100, 120, 200)).toEqual([60, 100])
  })

  it('a smaller picture is never enlarged', async () => {
    expect(await sizeAt(500, 200, 120)).toEqual([200, 120])
    expect(await sizeAt(4096, 60, 41)).toEqual([60, 41])
  })

  it('a strip keeps at least one pixel of its short side', async () => {
    expect(await sizeAt(100, 2000, 3)).toEqual([100, 1])
  })

  it('a picture that is turned and scaled down fits by its upright sides', async () => {
    const file = nextFile()
    await sharp(await inputOf(200, 120))
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toFile(file)
    const { outcome } = await run({ cap: { longestSide: 100 } }, file)
    expect([outcome.width, outcome.height]).toEqual([60, 100])
  })

  it('colours hidden under transparent pixels do not bleed into their neighbours', async () => {
    const file = nextFile()
    const rgba = Array.from({ length: 200 * 200 }, (_, i) => (i % 2 === 0 ? [20, 200, 20, 255] : [255, 0, 0, 0]))
    await sharp(Buffer.from(rgba.flat()), { raw: { width: 200, height: 200, channels: 4 } })
      .png()
      .toFile(file)
    const at = await pixelsOf((await run({ cap: { longestSide: 50 }, format: 'png' }, file)).output)
    const [r, g, b] = at(25, 25)
    for (const [found, wanted] of [
      [r!, 20],
      [g!, 200],
      [b!, 20],
    ] as const) {
      expect(Math.abs(found - wanted)).toBeLessThanOrEqual(6)
    }
  })
})

describe('format=auto', () => {
  const everything = (): number => 0.99

  it('is PNG when something is transparent', async () => {
    expect((await run({}, await inputOf(200, 120))).outcome.extension).toBe('png')
  })

  it('is JPG when nothing is transparent', async () => {
    expect((await run({}, await inputOf(200, 120), { opinion: everything })).outcome.extension).toBe('jpg')
  })

  it('is PNG when the file itself was a shade transparent', async () => {
    const { outcome } = await run({}, await inputOf(200, 120, 254), { opinion: everything })
    expect(outcome.extension).toBe('png')
  })

  it('is PNG for a translucent background, and for a mask', async () => {
    const translucent = { ...GREEN, alpha: 254 }
    expect((await run({ background: translucent }, await inputOf(200, 120))).outcome.extension).toBe('png')
    const mask = await run({ channels: 'alpha', background: GREEN }, await inputOf(200, 120))
    expect(mask.outcome.extension).toBe('png')
  })

  it('is PNG when the canvas is larger than the photo', async () => {
    const margin = { value: 10, unit: 'px' } as const
    const crop = { top: margin, right: margin, bottom: margin, left: margin }
    const { outcome } = await run({ crop }, await inputOf(200, 120), { opinion: everything })
    expect(outcome).toMatchObject({ extension: 'png', width: 220, height: 140 })
  })
})

describe('the matte', () => {
  it('what the networks point at is solid, all else is gone, haze included', async () => {
    const at = await pixelsOf((await run({ format: 'png' }, await inputOf(200, 120))).output)
    expect(at(100, 60)[3]).toBe(255)
    expect(at(60, 40)[3]).toBe(255)
    for (const [x, y] of [
      [5, 5],
      [195, 115],
      [100, 10],
      [20, 60],
    ] as const) {
      expect(at(x, y)).toEqual([0, 0, 0, 0])
    }
  })

  it('transparency that the file already had is multiplied in', async () => {
    const at = await pixelsOf((await run({ format: 'png' }, await inputOf(200, 120, 100))).output)
    expect(at(100, 45)[3]).toBe(100)
    expect(at(100, 75)[3]).toBe(255)
    expect(at(5, 5)[3]).toBe(0)
  })

  it('what lies hidden under transparent pixels does not reach the networks', async () => {
    const { network } = await run({}, await inputOf(200, 120, 0))
    const [seen] = network.seen
    expect([...seen!.subarray(0, 3)]).toEqual([128, 128, 128])
    expect([...seen!.subarray(-3)]).toEqual([200, 60, 30])
  })

  it('a photo of nothing is refused as no_foreground', async () => {
    const failure = await run({}, await inputOf(200, 120), { opinion: nothing }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({ kind: 'no_foreground', message: 'No foreground was found' })
  })

  it('a small subject is not taken for nothing', async () => {
    const small = (u: number, v: number): number => (Math.hypot(u - 0.5, v - 0.5) < 0.05 ? 0.99 : 0.01)
    await expect(run({}, await inputOf(200, 120), { opinion: small })).resolves.toBeDefined()
  })
})

describe('the edits', () => {
  it('a background fills all that was cut away and the result is opaque', async () => {
    const { outcome, output } = await run({ background: GREEN, format: 'png' }, await inputOf(200, 120))
    const at = await pixelsOf(output)
    expect(at(5, 5)).toEqual([10, 200, 90, 255])
    expect(at(195, 115)).toEqual([10, 200, 90, 255])
    expect(at(100, 60)[0]).toBeGreaterThan(190)
    expect(outcome.extension).toBe('png')
  })

  it('with a background, format=auto gives a JPG', async () => {
    const { outcome } = await run(
      { background: { kind: 'colour', alpha: 255, r: 255, g: 255, b: 255 } },
      await inputOf(200, 120),
    )
    expect(outcome).toMatchObject({ extension: 'jpg', contentType: 'image/jpeg' })
  })

  it('the watermark is drawn after the background is filled, so that it covers the background too', async () => {
    const at = await pixelsOf(
      (await run({ background: GREEN, watermark: true, format: 'png' }, await inputOf(400, 240))).output,
    )
    let marked = 0
    for (let y = 0; y < 50; y++) {
      for (let x = 0; x < 400; x++) if (at(x, y).some((value, i) => value !== [10, 200, 90][i])) marked += 1
    }
    expect(marked).toBeGreaterThan(500)
  })

  it('the watermark does not make the cut-away part visible again', async () => {
    const at = await pixelsOf((await run({ watermark: true }, await inputOf(400, 240))).output)
    for (let x = 0; x < 400; x++) expect(at(x, 20)).toEqual([0, 0, 0, 0])
  })

  it('without a watermark the subject keeps its colours', async () => {
    const at = await pixelsOf((await run({ format: 'png' }, await inputOf(400, 240))).output)
    for (let x = 120; x < 280; x++) {
      for (const [i, value] of [200, 60, 30].entries()) expect(Math.abs(at(x, 120)[i]! - value)).toBeLessThanOrEqual(4)
    }
  })
})

describe('a preview', () => {
  /** The colours of the subject, which lies in the middle half of the photo, wherever it is on the result. */
  async function subjectOf(job: Partial<CutoutJob>, input: string): Promise<number[]> {
    const { outcome, output } = await run({ ...job, watermark: true, format: 'png' }, input)
    const at = await pixelsOf(output)
    const { left, top, width, height } = outcome.foreground
    const inner = { left: left + 8, top: top + 8, width: width - 16, height: height - 16 }
    return Array.from({ length: inner.width * inner.height }, (_, i) =>
      at(inner.left + (i % inner.width), inner.top + Math.floor(i / inner.width)).slice(0, 3),
    ).flat()
  }
  const GRAIN = 12
  const differing = (one: number[], other: number[]): number => {
    expect(other.length).toBe(one.length)
    return one.filter((value, i) => Math.abs(value - other[i]!) > GRAIN).length / one.length
  }

  it('has the same letters on the subject, whatever else is asked for: there is nothing to gain from combining several', async () => {
    const input = await inputOf(400, 240)
    const plain = await subjectOf({}, input)
    expect(
      differing(
        plain,
        Array.from(plain, (_, i) => [200, 60, 30][i % 3]!),
      ),
    ).toBeGreaterThan(0.15)
    const none = { value: 0, unit: 'px' } as const
    const margin = { value: 31, unit: 'px' } as const
    // Of the few pixels along the outline some differ: they are drawn with what lies behind them.
    for (const job of [
      { background: GREEN },
      { channels: 'rgba', position: { xPercent: 10, yPercent: 90 } },
      { crop: { top: none, right: none, bottom: none, left: none } },
      { crop: { top: margin, right: none, bottom: none, left: margin }, background: GREEN },
    ] satisfies Partial<CutoutJob>[])
      expect(differing(plain, await subjectOf(job, input))).toBeLessThan(0.02)
  })

  it('of another photo has other letters', async () => {
    const [input, other] = [await inputOf(400, 240), nextFile()]
    await writeFile(other, Buffer.concat([await readFile(input), Buffer.from('.')]))
    expect(differing(await subjectOf({}, input), await subjectOf({}, other))).toBeGreaterThan(0.05)
  })

  it('has its size, but not the edge of the result', async () => {
    const [width, height] = [2000, 400]
    const [left, right] = [width / 4, (width * 3) / 4]
    const file = nextFile()
    const inside = { create: { width: right - left, height: height / 2, channels: 3, background: '#c83c1e' } } as const
    await sharp({ create: { width, height, channels: 3, background: '#1e3cc8' } })
      .composite([{ input: await sharp(inside).png().toBuffer(), left, top: height / 4 }])
      .png()
      .toFile(file)
    const steepest = async (watermark: boolean): Promise<number> => {
      const { output } = await run({ watermark, format: 'png' }, file)
      const { data, info } = await sharp(output).extractChannel(3).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([width, height])
      const row = data.subarray((height / 2) * width, (height / 2 + 1) * width)
      return Math.max(...row.map((value, x) => Math.abs(value - (row[x - 1] ?? value))))
    }
    expect(await steepest(false)).toBeGreaterThan(100)
    expect(await steepest(true)).toBeLessThan(80)
  })
})

describe('the deadline', () => {
  /** Passes at its n-th check. */
  const passesAt = (check: number): Deadline & { checks: number } => ({
    checks: 0,
    check() {
      this.checks += 1
      if (this.checks >= check) throw new DeadlinePassed('late')
    },
  })

  it.each([1, 2, 3, 4])('a job that is late after step %i of 4 ends there with DeadlinePassed', async (step) => {
    const deadline = passesAt(step)
    const input = await inputOf(100, 80)
    await expect(run({ watermark: true }, input, { deadline })).rejects.toBeInstanceOf(DeadlinePassed)
    expect(deadline.checks).toBe(step)
  })

  it('a job whose time is over before it starts does not ask the networks', async () => {
    const network = stub(64, rectangle)
    const files = { input: await inputOf(100, 80), output: nextFile() }
    const tools = {
      findSubject: createSubjectFinder({ network, refineEdges, judge }, LOOKS.fast),
      findFaces: async () => [],
      findNearest,
      limits: LIMITS,
      deadline: createDeadline(-1),
    }
    await expect(runJob(JOB, files, tools)).rejects.toBeInstanceOf(DeadlinePassed)
    expect(network.seen.length).toBe(0)
  })
})

describe('a file that cannot be used', () => {
  it('ends the job with an AppError and writes nothing', async () => {
    const output = nextFile()
    const network = stub(64, rectangle)
    const tools = {
      findSubject: createSubjectFinder({ network, refineEdges, judge }, LOOKS.fast),
      findFaces: async () => [],
      findNearest,
      limits: LIMITS,
      deadline: createDeadline(60_000),
    }
    const input = await inputOf(20, 20)
    await expect(runJob(JOB, { input, output }, tools)).rejects.toMatchObject({ kind: 'invalid_image' })
    await expect(stat(output)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(network.seen.length).toBe(0)
  })
})
