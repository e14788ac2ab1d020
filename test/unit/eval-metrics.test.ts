/**
 * The measures of the evaluation, on pictures small enough to check by hand, and against golden numbers of the
 * reference scorer. Where the numbers are reported, a wrong formula would look just like a better or worse product.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decidednessOf } from '../../eval/decidedness.js'
import { loadEvaluationSet, loadPhotos, loadPortraits, loadTruth } from '../../eval/evaluation-set.js'
import { colourIntegrity, type Plane, type Scores, scoreAlpha } from '../../eval/metrics.js'
import { contour, dilateDisk, erodeSquare } from '../../eval/morphology.js'
import { atLeast, roundHalfEven } from '../../eval/plane.js'
import { renderTable, type ScoredPicture, summarise } from '../../eval/table.js'

function paint(width: number, height: number, value: (x: number, y: number) => number): Plane {
  return {
    data: Float64Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width))),
    width,
    height,
  }
}

/** Alpha 1 in 40x40 pixels of a 100x100 picture. */
function square(left: number, top: number): Plane {
  return paint(100, 100, (x, y) => (x >= left && x < left + 40 && y >= top && y < top + 40 ? 1 : 0))
}

function repaint(plane: Plane, change: (alpha: number) => number): Plane {
  return { ...plane, data: plane.data.map(change) }
}

/** To the 256 steps of a PNG, as real predictions are. */
const quantise = (value: number) => roundHalfEven(Math.min(1, Math.max(0, value)) * 255) / 255
const disc = (x: number, y: number, cx: number, cy: number, radius: number, softness: number) =>
  Math.min(1, Math.max(0, 0.5 + (radius - Math.sqrt((x - cx) ** 2 + (y - cy) ** 2)) / softness))
const ripple = (x: number, y: number, amount: number) => amount * Math.sin(x / 5) * Math.cos(y / 7)

function expectScores(actual: Scores, expected: Partial<Scores>): void {
  for (const [name, value] of Object.entries(expected)) {
    const scale = Math.max(1e-6, Math.abs(value))
    expect(Math.abs(actual[name as keyof Scores] - value) / scale, `${name} of ${value}`).toBeLessThan(1e-6)
  }
}

const PERFECT: Scores = { SAD: 0, MAE: 0, MSE: 0, Grad: 0, bMAE: 0, IoU: 1, maxF: 1, S: 1, BF: 1, BIoU: 1 }

describe('scoreAlpha', () => {
  it('finds no fault with a perfect prediction', () => {
    expectScores(scoreAlpha(square(20, 20), square(20, 20)), PERFECT)
  })

  it('measures how far a square was shifted', () => {
    // 1200 of 2000 pixels in common. The rims are 3 deep, 40² - 34² = 444 pixels each, and meet in 2 strips of 30 x 3.
    expectScores(scoreAlpha(square(30, 20), square(20, 20)), {
      SAD: 0.8,
      MAE: 0.08,
      MSE: 0.08,
      IoU: 0.6,
      maxF: 0.75,
      BIoU: 180 / (2 * 444 - 180),
    })
  })

  it('gives an inverted prediction nothing but its contour', () => {
    const inverted = repaint(square(20, 20), (alpha) => 1 - alpha)
    expectScores(scoreAlpha(inverted, square(20, 20)), { MAE: 1, MSE: 1, bMAE: 1, IoU: 0, maxF: 0, BF: 1, BIoU: 0 })
  })

  it('takes half of everything for the whole picture', () => {
    const scores = scoreAlpha(
      paint(100, 100, () => 0.5),
      square(20, 20),
    )
    expectScores(scores, {
      SAD: 5,
      MAE: 0.5,
      MSE: 0.25,
      bMAE: 0.5,
      IoU: 0.16,
      maxF: (1.3 * 0.16) / (0.3 * 0.16 + 1),
      BF: 0,
    })
  })

  it('asks for nothing where there is nothing to find', () => {
    const nothing = paint(40, 30, () => 0)
    expectScores(scoreAlpha(nothing, nothing), PERFECT)
    const everything = paint(40, 30, () => 1)
    expectScores(scoreAlpha(everything, nothing), { MAE: 1, bMAE: 0, IoU: 0, maxF: 0, S: 0, BF: 1, BIoU: 0 })
  })

  it('never counts an ignored pixel', () => {
    const truth = square(20, 20)
    const wrongBelow = paint(100, 100, (x, y) => (y < 50 ? truth.data[y * 100 + x]! : 0.7))
    const below = paint(100, 100, (_, y) => (y < 50 ? 0 : 1))
    expectScores(scoreAlpha(wrongBelow, truth, below), PERFECT)
    const all = paint(100, 100, () => 1)
    expectScores(scoreAlpha(wrongBelow, truth, all), { SAD: 0, MAE: 0, MSE: 0, Grad: 0, bMAE: 0, IoU: 1 })
    // A wrong pixel that does count weighs more when fewer pixels count.
    const above = paint(100, 100, (_, y) => (y < 50 ? 1 : 0))
    const blank = paint(100, 100, () => 0)
    expectScores(scoreAlpha(blank, truth, above), { SAD: 0.4, MAE: 400 / 5000, IoU: 1200 / 1600 })
  })

  it('gives single and double precision the same score, and reads values beyond 0..1 as the nearest end', () => {
    const double = paint(100, 100, (x, y) => disc(x, y, 50, 50, 30, 8))
    const single: Plane = { ...double, data: Float32Array.from(double.data) }
    expectScores(scoreAlpha(single, square(30, 30)), scoreAlpha(double, square(30, 30)))
    const loud = repaint(square(20, 20), (alpha) => 3 * alpha - 1)
    expectScores(scoreAlpha(loud, square(20, 20)), PERFECT)
  })

  it('refuses to compare different sizes', () => {
    const small = paint(10, 10, () => 0)
    expect(() => scoreAlpha(small, square(0, 0))).toThrow('Cannot score 10x10 against 100x100')
    expect(() => scoreAlpha(square(0, 0), square(0, 0), small)).toThrow(RangeError)
  })
})

/**
 * Golden numbers: the `score` function of the evaluation set's metrics.py (numpy 1.24) on the same formulas, i.e.
 * `np.round(np.clip(a, 0, 1) * 255) / 255` over `y, x = np.mgrid[:h, :w]`, printed with all digits.
 */
describe('the reference scorer agrees', () => {
  const truth = paint(120, 90, (x, y) => quantise(disc(x, y, 60, 44, 30, 6)))
  const rippled = paint(120, 90, (x, y) => quantise(disc(x, y, 60, 44, 30, 6) + ripple(x, y, 0.6)))

  it('on a disc in the wrong place', () => {
    const shifted = paint(120, 90, (x, y) => quantise(disc(x, y, 64, 47, 28, 14)))
    expectScores(scoreAlpha(shifted, truth), {
      SAD: 0.6885254901960784,
      MAE: 0.06375236020334059,
      MSE: 0.02565056174975437,
      Grad: 1.1362047177310104,
      bMAE: 0.24815971081169896,
      IoU: 0.7865853658536586,
      maxF: 0.9204164404560408,
      S: 0.8903437283785953,
      BF: 0.2447231569287244,
      BIoU: 0.18330308529945555,
    })
  })

  it('on a rippled disc', () => {
    expectScores(scoreAlpha(rippled, truth), {
      SAD: 1.4522862745098042,
      MAE: 0.13447095134350037,
      MSE: 0.04997059962692412,
      Grad: 2.0893551672722857,
      bMAE: 0.17035637346186144,
      IoU: 0.7354933726067747,
      maxF: 0.9311361449896037,
      S: 0.8484731180412832,
      BF: 0.2968934040047114,
      BIoU: 0.22456351595424442,
    })
  })

  it('on a rippled disc with ignored stripes', () => {
    const stripes = paint(120, 90, (x, y) => ((x + 2 * y) % 50 < 20 ? 1 : 0))
    expectScores(scoreAlpha(rippled, truth, stripes), {
      SAD: 0.8322549019607842,
      MAE: 0.128236502613372,
      MSE: 0.047426573517711866,
      Grad: 1.3464429079286373,
      bMAE: 0.14929299372731278,
      IoU: 0.8450031826861871,
      maxF: 0.9379093393842505,
      S: 0.8991526336298017,
      BF: 0.4842347701122078,
      BIoU: 0.3800578034682081,
    })
  })

  it('on a larger picture, where the tolerances are wider', () => {
    const prediction = paint(640, 360, (x, y) => quantise(disc(x, y, 310, 160, 130, 9) + ripple(x, y, 0.3)))
    const large = paint(640, 360, (x, y) => quantise(disc(x, y, 300, 170, 120, 2)))
    expectScores(scoreAlpha(prediction, large), {
      SAD: 21.941168627450985,
      MAE: 0.09523076661220045,
      MSE: 0.041331663703062925,
      Grad: 24.048651673824228,
      bMAE: 0.40612973385798007,
      IoU: 0.8329826260218618,
      maxF: 0.88344449975112,
      S: 0.872201444572444,
      BF: 0.4367602046276676,
      BIoU: 0.3041830367460134,
    })
  })
})

describe('morphology', () => {
  const [width, height] = [41, 29]
  const mask = atLeast(
    paint(width, height, (x, y) => Math.sin(x * 0.9) * Math.cos(y * 0.7) + 0.3 * Math.sin(x * y)),
    0.4,
  )
  const isSet = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && mask.data[y * width + x] === 1
  /** Every offset of a square of the given radius. */
  const offsets = (radius: number) =>
    Array.from({ length: (2 * radius + 1) ** 2 }, (_, i) => [
      (i % (2 * radius + 1)) - radius,
      Math.floor(i / (2 * radius + 1)) - radius,
    ]) as [dx: number, dy: number][]

  it.each([0, 1, 2, 3, 5])('dilates by every pixel of a disk of radius %i', (radius) => {
    const disk = offsets(radius).filter(([dx, dy]) => dx * dx + dy * dy <= radius * radius)
    const expected = paint(width, height, (x, y) => (disk.some(([dx, dy]) => isSet(x + dx, y + dy)) ? 1 : 0))
    expect([...dilateDisk(mask, radius).data]).toEqual([...expected.data])
  })

  it.each([1, 2, 15])('erodes by every pixel of a square of radius %i', (radius) => {
    const dense = dilateDisk(mask, 2)
    const set = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && dense.data[y * width + x] === 1
    const expected = paint(width, height, (x, y) => (offsets(radius).every(([dx, dy]) => set(x + dx, y + dy)) ? 1 : 0))
    expect([...erodeSquare(dense, radius).data]).toEqual([...expected.data])
  })

  it('draws the contour on the upper and left side of an edge', () => {
    const dot = { data: Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0), width: 3, height: 3 }
    expect([...contour(dot).data]).toEqual([0, 1, 0, 1, 1, 0, 0, 0, 0])
  })

  it('rounds halves to even, as the reference does', () => {
    expect([0.5, 1.5, 2.5, 2.4, 2.6, 127.5].map(roundHalfEven)).toEqual([0, 2, 2, 2, 3, 128])
  })
})

describe('colourIntegrity', () => {
  const input = { data: Uint8Array.of(10, 20, 30, 40, 50, 60), width: 2, height: 1, channels: 3 } as const
  const cutout = { data: Uint8Array.of(11, 18, 30, 255, 0, 0, 0, 9), width: 2, height: 1, channels: 4 } as const
  const opaqueLeft = paint(2, 1, (x) => (x === 0 ? 1 : 0.5))

  it('compares colours where both are opaque', () => {
    const opaque = paint(2, 1, () => 1)
    expect(colourIntegrity(cutout, input, opaqueLeft, opaque)).toBe(1)
    expect(colourIntegrity(cutout, input, opaque, opaque)).toBe((3 + 150) / 6)
  })

  it('has no answer where nothing is opaque or the sizes differ', () => {
    const clear = paint(2, 1, () => 0)
    expect(colourIntegrity(cutout, input, clear, opaqueLeft)).toBeUndefined()
    const single = paint(1, 1, () => 1)
    expect(colourIntegrity(cutout, input, single, single)).toBeUndefined()
  })
})

describe('decidednessOf', () => {
  // The margin is 3 pixels inside and 6 outside: certain are 34x34 pixels of the square, and what is 7 away from it.
  const truth = square(30, 30)
  const inside = 34 * 34

  it('finds no fault with the truth, and none where nothing is certain', () => {
    expect(decidednessOf(truth, truth)).toMatchObject({ seeThroughShare: 0, ghostShare: 0 })
    const unsure = paint(100, 100, () => 0.5)
    expect(decidednessOf(unsure, unsure)).toEqual({
      seeThroughShare: 0,
      ghostShare: 0,
      seeThrough: false,
      ghosted: false,
    })
  })

  it('counts what is not opaque well inside, and nothing near the edge', () => {
    const hole = (side: number): Plane =>
      paint(100, 100, (x, y) =>
        x >= 40 && x < 40 + side && y >= 40 && y < 40 + side ? 249 / 255 : truth.data[y * 100 + x]!,
      )
    expect(decidednessOf(hole(7), truth)).toMatchObject({ seeThroughShare: 49 / inside, seeThrough: false })
    expect(decidednessOf(hole(8), truth)).toMatchObject({ seeThroughShare: 64 / inside, seeThrough: true })
    const softRim = paint(100, 100, (x, y) => (x < 33 || y < 33 || x >= 67 || y >= 67 ? 0 : truth.data[y * 100 + x]!))
    expect(decidednessOf(softRim, truth).seeThroughShare).toBe(0)
  })

  it('alpha 250 is opaque', () => {
    expect(
      decidednessOf(
        repaint(truth, (alpha) => alpha * (250 / 255)),
        truth,
      ).seeThrough,
    ).toBe(false)
  })

  it('counts what is faintly visible well outside: neither nothing nor a thing of its own', () => {
    const withStripe = (level: number): Plane =>
      paint(100, 100, (x, y) => (y < 2 ? level / 255 : truth.data[y * 100 + x]!))
    for (const level of [3, 60]) expect(decidednessOf(withStripe(level), truth).ghosted).toBe(true)
    for (const level of [2, 61, 255]) expect(decidednessOf(withStripe(level), truth).ghosted).toBe(false)
    const halo = paint(100, 100, (x, y) =>
      x >= 26 && x < 74 && y >= 26 && y < 74 ? Math.max(0.1, truth.data[y * 100 + x]!) : 0,
    )
    expect(decidednessOf(halo, truth).ghostShare).toBe(0)
  })

  it('leaves out what is unknown', () => {
    const everything = paint(100, 100, () => 1)
    expect(
      decidednessOf(
        paint(100, 100, () => 0.1),
        truth,
        everything,
      ),
    ).toMatchObject({ seeThrough: false, ghosted: false })
  })

  it('large pictures are judged on every n-th pixel', () => {
    const large = paint(1024, 512, (x) => (x < 512 ? 1 : 0))
    const lost = paint(1024, 512, (x, y) => (x < 512 && (x % 2 === 1 || y % 2 === 1) ? 1 : 0))
    expect(decidednessOf(lost, large).seeThroughShare).toBe(1)
  })
})

describe('the table', () => {
  const picture = (id: string, category: string, gt_kind: string, MAE: number, ...tags: string[]): ScoredPicture => ({
    id,
    category,
    gt_kind,
    tags,
    scores: { ...PERFECT, MAE, rgbE: id === 'b' ? 2 : undefined, edgeE: id === 'b' ? 3 : undefined },
    faults: { seeThrough: gt_kind === 'alpha', ghosted: id === 'a' },
  })
  const pictures = [
    picture('a', 'people', 'binary', 0.1, 'hair'),
    picture('b', 'cars', 'alpha', 0.2, 'cluttered'),
    picture('c', 'people', 'alpha', 0.3),
  ]

  it('has a row per category and kind of truth, the core, and all', () => {
    const rows = summarise(pictures).map(({ group, n, columns }) => [group, n, columns.MAE?.toFixed(3), columns.rgbE])
    expect(rows).toEqual([
      ['category/cars', 1, '0.200', 2],
      ['category/people', 2, '0.200', undefined],
      ['gt/alpha', 2, '0.250', 2],
      ['gt/binary', 1, '0.100', undefined],
      ['core (not ambiguous/cluttered)', 2, '0.200', undefined],
      ['ALL', 3, '0.200', 2],
    ])
  })

  it('counts see-through bodies and ghosts, group by group', () => {
    const rows = summarise(pictures).map(({ counts }) => [counts.seeThrough, counts.ghosted])
    expect(rows).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ])
  })

  it('is aligned', () => {
    const lines = renderTable(pictures).split('\n')
    expect(new Set(lines.map((line) => line.length)).size).toBe(1)
    expect(lines[0]).toMatch(
      /^group +n +SAD +MAE +MSE +Grad +bMAE +IoU +maxF +S +BF +BIoU +rgbE +edgeE +seeThrough +ghosted$/,
    )
    expect(lines.at(-1)).toMatch(
      /^ALL +3 +0\.000 +0\.2000 +0\.0000 +0\.000 +0\.0000( +1\.0000){5} +2\.00 +3\.00 +2 +1$/,
    )
    expect(lines[2]).toMatch(/ - +1 +1$/)
  })

  it('takes all pictures for the core where every one is hard', () => {
    const hard = [picture('a', 'people', 'binary', 0.1, 'ambiguous')]
    expect(summarise(hard).map(({ n }) => n)).toEqual([1, 1, 1, 1])
  })
})

describe('the evaluation set', () => {
  async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'silhouette-eval-'))
    try {
      await use(folder)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  const grey = (...bytes: number[]) =>
    sharp(Uint8Array.from(bytes), { raw: { width: bytes.length, height: 1, channels: 1 } })
      .png()
      .toBuffer()
  const pair = {
    id: 'one',
    kind: 'pair',
    category: 'people',
    file: 'one.jpg',
    gt: 'gt.png',
    ignore: 'ignore.png',
    gt_kind: 'alpha',
    tags: ['hair'],
  }

  it('may be absent', async () => {
    expect(await loadEvaluationSet(join(tmpdir(), 'no-evaluation-set-here'))).toBeUndefined()
  })

  it('gives the pairs and their truth', () =>
    inFolder(async (folder) => {
      const portrait = { id: 'two', kind: 'portrait' }
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ entries: [portrait, pair] }))
      await writeFile(join(folder, 'gt.png'), await grey(0, 51, 255))
      await writeFile(join(folder, 'ignore.png'), await grey(127, 128, 255))
      const entries = await loadEvaluationSet(folder)
      const paths = { file: join(folder, 'one.jpg'), gt: join(folder, 'gt.png'), ignore: join(folder, 'ignore.png') }
      expect(entries).toEqual([{ ...pair, ...paths }])
      const truth = await loadTruth(entries![0]!)
      expect(truth.alpha).toEqual({ data: Float64Array.of(0, 0.2, 1), width: 3, height: 1 })
      expect(truth.ignore).toEqual({ data: Float64Array.of(0, 1, 1), width: 3, height: 1 })
      expect((await loadTruth({ gt: paths.gt, ignore: undefined })).ignore).toBeUndefined()
    }))

  it('is refused when it is broken', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ entries: [{ ...pair, gt: undefined }] }))
      await expect(loadEvaluationSet(folder)).rejects.toThrow()
    }))

  it('may be a plain folder: photos, and masks of the same names', () =>
    inFolder(async (folder) => {
      for (const name of ['photos', 'masks']) await mkdir(join(folder, name))
      for (const name of ['photos/cat.jpg', 'photos/dog.jpg', 'photos/notes.txt', 'masks/cat.png'])
        await writeFile(join(folder, name), '')
      const [cat, dog] = [join(folder, 'photos/cat.jpg'), join(folder, 'photos/dog.jpg')]
      const pairs = await loadEvaluationSet(folder)
      expect(pairs?.map(({ id, file, gt }) => [id, file, gt])).toEqual([['cat', cat, join(folder, 'masks/cat.png')]])
      expect((await loadPortraits(folder))?.map(({ file }) => file)).toEqual([cat, dog])
    }))

  it('may have its photos in the folder itself, where no masks are needed', () =>
    inFolder(async (folder) => {
      await writeFile(join(folder, 'one.webp'), '')
      expect(await loadPhotos(folder)).toEqual([{ id: 'one', file: join(folder, 'one.webp') }])
      expect(await loadEvaluationSet(folder)).toBeUndefined()
    }))
})
