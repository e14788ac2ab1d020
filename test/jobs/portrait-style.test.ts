/** The whole job from file to file on a drawn person: everything but the networks of face and matte is real. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { createDeadline, DeadlinePassed } from '../../src/imaging/deadline.js'
import type { PortraitStyleOrder, PortraitStyleOutcome } from '../../src/imaging/job.js'
import type { FindSubject } from '../../src/imaging/matte/find-subject.js'
import { type JobTools, runJob } from '../../src/imaging/run-job.js'
import { createNearestFinder } from '../../src/imaging/style/prompt/nearest.js'
import { type FindNearest, recipeFor } from '../../src/imaging/style/prompt/read.js'
import { styles } from '../../src/imaging/style/recipes.js'
import { type DrawnPortrait, drawPortrait } from '../fixtures/drawn-portrait.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const LIMITS = { pixels: 50_000_000, minSide: 32, maxSide: 10_000 }
const folder = temporaryFolder()
const findNearest = createNearestFinder()

let count = 0

// Small, because every picture is painted at three times its size or more, and there are many styles.
const [WIDTH, HEIGHT] = [120, 150]
const small = (person: readonly [number, number, number] = [120, 84, 66]) =>
  drawPortrait({ width: WIDTH, height: HEIGHT, D: 23, person })

interface Made {
  outcome: PortraitStyleOutcome
  file: Buffer
  colour: Buffer
  width: number
  height: number
}

async function make(
  drawn: DrawnPortrait,
  wanted: Partial<PortraitStyleOrder> = {},
  { alpha, tools = {} }: { alpha?: Uint8Array; tools?: Partial<JobTools> } = {},
): Promise<Made> {
  const { width, height, colour } = drawn.photo
  const [input, output] = [path.join(folder, `${count++}.png`), path.join(folder, `${count++}`)]
  const opaque = sharp(colour, { raw: { width, height, channels: 3 } })
  const picture = alpha
    ? opaque.joinChannel(Buffer.from(alpha), { raw: { width, height, channels: 1 } })
    : opaque.withExif({ IFD0: { Copyright: 'nobody should see this' } })
  await picture.png({ compressionLevel: 1 }).toFile(input)
  const order = { style: 'gouache', strength: 100, maxSide: 2048, format: 'auto', ...wanted } as const
  const outcome = await runJob(
    { ...order, kind: 'portrait-style', recipe: await recipeFor(order, findNearest) },
    { input, output },
    {
      findFaces: async () => [drawn.face],
      // As large as the photo it is asked for, which may have been cut or scaled down.
      findSubject: async (photo) => ({ alpha: drawn.alpha.slice(0, photo.width * photo.height) }),
      findNearest,
      limits: LIMITS,
      deadline: createDeadline(60_000),
      ...tools,
    },
  )
  const file = await readFile(output)
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { outcome, file, colour: data, width: info.width, height: info.height }
}

const noNetworks = () => ({
  findFaces: async () => [],
  findSubject: async () => Promise.reject(new Error('looked for a subject')),
  limits: LIMITS,
  deadline: createDeadline(60_000),
})

function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!)
  return sum / a.length
}

describe('the result', () => {
  it('has the size of the photo, is a JPEG and holds nothing of the input’s metadata', async () => {
    const { outcome, file, width, height } = await make(small())
    expect(outcome).toMatchObject({ width: WIDTH, height: HEIGHT, contentType: 'image/jpeg', extension: 'jpg' })
    expect([width, height]).toEqual([WIDTH, HEIGHT])
    expect(outcome.bytes).toBe(file.length)
    expect(outcome.styleRecipe).toBe('style=gouache; strength=100')
    expect(file.includes('nobody should see this')).toBe(false)
  })

  it('is scaled down to the longest side', async () => {
    const { width, height } = await make(small(), { maxSide: 75 })
    expect([width, height]).toEqual([60, 75])
  })

  it('keeps transparency, as PNG; JPG lies on white', async () => {
    const alpha = new Uint8Array(WIDTH * HEIGHT).fill(255)
    alpha.fill(0, 0, WIDTH * 30)
    const { outcome, file } = await make(small(), {}, { alpha })
    expect(outcome.contentType).toBe('image/png')
    const mask = await sharp(file).extractChannel(3).raw().toBuffer()
    expect([mask[0], mask[WIDTH * (HEIGHT - 1)]]).toEqual([0, 255])
    const flat = await make(small(), { format: 'jpg' }, { alpha })
    expect([...flat.colour.subarray(0, 3)].every((value) => value > 250)).toBe(true)
  })

  it('is the same for the same request, and differs for another style', async () => {
    const [first, again] = [
      await make(small(), { style: 'watercolour' }),
      await make(small(), { style: 'watercolour' }),
    ]
    expect(again.file).toEqual(first.file)
    expect(difference(first.colour, (await make(small(), { style: 'film-noir' })).colour)).toBeGreaterThan(8)
  })

  it('approaches the photo as strength goes down', async () => {
    const drawn = small()
    const at = async (strength: number): Promise<number> => {
      const { colour } = await make(drawn, { style: 'risograph', strength, format: 'png' })
      return difference(colour, drawn.photo.colour)
    }
    const [none, half, full] = [await at(0), await at(50), await at(100)]
    expect(none).toBeLessThan(0.6)
    expect(half).toBeGreaterThan(none)
    expect(full).toBeGreaterThan(half * 1.5)
  })

  it('is the part of the photo that was asked for', async () => {
    const { width, height } = await make(small(), { crop: { left: 20, top: 30, width: 80, height: 100 } })
    expect([width, height]).toEqual([80, 100])
  })
})

describe('a preview', () => {
  it('is the picture itself, at most 400 px, with the watermark all over', async () => {
    const drawn = drawPortrait({ width: 600, height: 750, D: 115, person: [120, 84, 66] })
    const wanted = { style: 'silver-portrait', format: 'png' } as const
    const [real, preview] = [await make(drawn, wanted), await make(drawn, { ...wanted, preview: true })]
    expect(preview.outcome).toMatchObject({ width: 320, height: 400, styleRecipe: real.outcome.styleRecipe })
    expect([preview.width, preview.height]).toEqual([320, 400])
    const { left, width } = preview.outcome.foreground
    expect(left + width).toBeLessThanOrEqual(320)
    const small = await sharp(real.file).resize(320, 400).removeAlpha().raw().toBuffer()
    const quarters = [0, 0, 0, 0]
    let unmarked = 0
    for (let i = 0; i < 320 * 400; i++) {
      const moved = Math.abs(preview.colour[i * 3]! - small[i * 3]!)
      if (moved > 25) quarters[Math.floor(i / 320 / 200) * 2 + Math.floor((i % 320) / 160)]! += 1 / 32_000
      if (moved < 4) unmarked += 1 / 128_000
    }
    for (const share of quarters) expect(share).toBeGreaterThan(0.03)
    expect(unmarked).toBeGreaterThan(0.5)
  })

  it('of a small photo is not enlarged, and keeps transparency', async () => {
    const alpha = new Uint8Array(WIDTH * HEIGHT).fill(255)
    alpha.fill(0, 0, WIDTH * 30)
    const { outcome, file } = await make(small(), { preview: true }, { alpha })
    expect(outcome).toMatchObject({ width: WIDTH, height: HEIGHT, contentType: 'image/png' })
    expect((await sharp(file).extractChannel(3).raw().toBuffer())[0]).toBe(0)
  })
})

describe('every style', () => {
  /** Of the middle of the face: eyes, nose and mouth apart, it is plain skin. */
  function skinTone({ face, photo }: DrawnPortrait, colour: Uint8Array): number {
    const { left, top, width, height } = face.box
    let [sum, n] = [0, 0]
    for (let y = Math.round(top + height * 0.2); y < top + height * 0.8; y++) {
      for (let x = Math.round(left + width * 0.25); x < left + width * 0.75; x++, n++) {
        const at = (y * photo.width + x) * 3
        sum += 0.299 * colour[at]! + 0.587 * colour[at + 1]! + 0.114 * colour[at + 2]!
      }
    }
    return sum / n / 255
  }

  it.each(styles().map(({ id }) => id))('%s changes the photo and keeps the skin tone, dark or light', async (id) => {
    // So far apart that no tone is near both.
    for (const person of [
      [70, 46, 36],
      [226, 190, 170],
    ] as const) {
      const drawn = small(person)
      const { colour } = await make(drawn, { style: id, format: 'png' })
      expect(difference(colour, drawn.photo.colour)).toBeGreaterThan(3)
      expect(Math.abs(skinTone(drawn, colour) - skinTone(drawn, drawn.photo.colour))).toBeLessThan(0.22)
    }
  })
})

describe('pictures that are no portraits', () => {
  const noFace = { findFaces: async () => [] }
  const nothing = {
    ...noFace,
    findSubject: async () => {
      throw new AppError('no_foreground', 'No foreground was found')
    },
  }

  it.each(['watercolour', 'starry-night', 'risograph', 'comic-book', 'ink-sketch', 'film-noir'])(
    'are styled as a whole: %s',
    async (id) => {
      const drawn = small()
      for (const tools of [noFace, nothing]) {
        const { colour, outcome } = await make(drawn, { style: id }, { tools })
        expect(difference(colour, drawn.photo.colour)).toBeGreaterThan(2)
        expect(outcome.foreground.width).toBeGreaterThan(0)
      }
    },
  )

  it('a background is replaced only where there is a subject before it', async () => {
    const drawn = small()
    const corner = ({ colour }: Made): number => colour[0]! + colour[1]! + colour[2]!
    const withSubject = await make(drawn, { style: 'ink-sketch' })
    expect(corner(withSubject)).toBeGreaterThan(3 * 235)
    const without = await make(drawn, { style: 'silver-portrait' }, { tools: nothing })
    expect(corner(without)).toBeLessThan(3 * 160)
  })

  it('nor where the cut-out is doubtful', async () => {
    const paintedWith = async (tools: Partial<JobTools> = {}) =>
      (await make(small(), { style: 'studio-portrait', format: 'png' }, { tools })).colour
    const asWhole = await paintedWith({ findSubject: nothing.findSubject })
    const unsure = { alpha: small().alpha, confidence: 0.96 }
    const chin = Math.max(...small().face.mesh.map(({ y }) => y))
    const headAlone = { alpha: small().alpha.fill(0, Math.ceil(chin) * WIDTH) }
    for (const found of [unsure, headAlone])
      expect(await paintedWith({ findSubject: async () => found })).toEqual(asWhole)
    expect(difference(await paintedWith(), asWhole)).toBeGreaterThan(2)
  })

  it('a painted edge is looked at less closely than a photographed one', async () => {
    const drawn = small()
    const asked: number[] = []
    const findSubject: FindSubject = async (photo, { enough = 0 }) => {
      asked.push(enough)
      return { alpha: drawn.alpha.slice(0, photo.width * photo.height) }
    }
    for (const style of ['oil-painting', 'silver-portrait']) await make(drawn, { style }, { tools: { findSubject } })
    expect(asked[0]).toBeGreaterThan(400)
    expect(asked[1]).toBeGreaterThan(asked[0]!)
  })

  it('other failures are not hidden', async () => {
    const failing = { findSubject: async () => Promise.reject(new Error('out of memory')) }
    await expect(make(small(), {}, { tools: failing })).rejects.toThrow('out of memory')
  })
})

describe('a prompt', () => {
  it('says what is painted, and what was understood', async () => {
    const { outcome } = await make(small(), { prompt: 'subtle red pencil sketch', strength: 50 })
    expect(outcome.styleRecipe).toBe('style=pencil-sketch; colours=red #c8202c; strength=28')
  })

  it('is given a meaning without any file', async () => {
    const nearest = { parts: [{ style: 'banknote', weight: 1 }], similarity: 0.61, isClear: true } as const
    const asked: unknown[] = []
    const find: FindNearest = async (...question) => {
      asked.push(question)
      return nearest
    }
    const job = { kind: 'read-prompt', text: 'cut into a floor', unwanted: ['gouache'] } as const
    const outcome = await runJob(job, {}, { ...noNetworks(), findNearest: find })
    expect(outcome).toEqual({ kind: 'read-prompt', nearest, timingsMs: expect.any(Object) })
    expect(asked).toEqual([['cut into a floor', ['gouache']]])
    expect(await runJob(job, {}, { ...noNetworks(), findNearest })).not.toHaveProperty('nearest')
  })

  it('gives the same picture for the same words', async () => {
    const [a, b] = [await make(small(), { prompt: 'blue comic' }), await make(small(), { prompt: 'blue comic' })]
    expect(b.file).toEqual(a.file)
  })

  it('colours the picture as it says, but not with the colours of things', async () => {
    const blueness = async (prompt: string): Promise<number> => {
      const { colour } = await make(small(), { prompt })
      let sum = 0
      for (let at = 0; at < colour.length; at += 3) sum += colour[at + 2]! - colour[at]!
      return sum / (colour.length / 3)
    }
    const [blue, red] = [await blueness('blue oil painting'), await blueness('red oil painting')]
    expect(blue).toBeGreaterThan(red + 25)
    const plain = await blueness('oil painting')
    expect(Math.abs((await blueness('oil painting with a blue balloon')) - plain)).toBeLessThan((blue - plain) / 5)
  })
})

describe('limits', () => {
  it('the deadline is checked between steps', async () => {
    const deadline = createDeadline(-1)
    await expect(make(small(), {}, { tools: { deadline } })).rejects.toBeInstanceOf(DeadlinePassed)
  })

  it('a style that does not exist is refused', async () => {
    await expect(make(small(), { style: 'dali' })).rejects.toMatchObject({ kind: 'invalid_request' })
  })
})
