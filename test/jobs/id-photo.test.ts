/**
 * The whole job from file to file on drawn people: everything but the networks is real, so that the result can be
 * measured to the pixel.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findBackground, findSpec, type IdPhotoSpec, idPhotoCatalog } from '../../src/catalog/id-photo-formats.js'
import { pixelsAt } from '../../src/catalog/print-sheets.js'
import { createDeadline } from '../../src/imaging/deadline.js'
import type { Face } from '../../src/imaging/detect/faces/find-faces.js'
import { toFace } from '../../src/imaging/id-photo/frame.js'
import { planIdPhoto } from '../../src/imaging/id-photo/plan.js'
import { readPortrait } from '../../src/imaging/id-photo/portrait.js'
import { poseOf } from '../../src/imaging/id-photo/pose.js'
import { pagesOf } from '../../src/imaging/id-photo/print-sheet.js'
import { atPermittedSize } from '../../src/imaging/id-photo/size.js'
import type { IdPhotoJob, IdPhotoOutcome } from '../../src/imaging/job.js'
import type { Point } from '../../src/imaging/raster/point.js'
import { runJob } from '../../src/imaging/run-job.js'
import { idPhotoColour } from '../../src/parameters/colours.js'
import { type CustomSize, customFormat } from '../../src/parameters/custom-size.js'
import { forPaper, paper, printSheetOf, type SheetGiven } from '../../src/parameters/print-sheet.js'
import { type Drawing, type DrawnPortrait, drawPortrait } from '../fixtures/drawn-portrait.js'
import { findNearest } from '../support/no-prompts.js'

const LIMITS = { pixels: 50_000_000, minSide: 32, maxSide: 10_000 }
let folder: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'id-photo-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Made {
  outcome: IdPhotoOutcome
  file: Buffer
  at(x: number, y: number): number[]
}

interface Options extends Pick<IdPhotoJob, 'sheet' | 'preview' | 'finestDpi'> {
  spec?: string | IdPhotoSpec
  background?: string
  faces?: (face: Face) => readonly Face[]
  /** In the finished photo. */
  found?: (face: Face) => readonly Face[]
}

async function make(drawn: DrawnPortrait, options: Options = {}): Promise<Made> {
  const { spec = SQUARE, background = 'blue', faces, found = (face) => [face], ...delivery } = options
  const format = typeof spec === 'string' ? findSpec(spec)! : spec
  const { width, height, colour } = drawn.photo
  const [input, output] = [path.join(folder, `${count++}.png`), path.join(folder, `${count++}.jpg`)]
  await sharp(colour, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'nobody should see this' } })
    .png({ compressionLevel: 1 })
    .toFile(input)
  const outcome = await runJob(
    {
      kind: 'id-photo',
      spec: format,
      background: idPhotoColour().read(background, 'bg_color'),
      ...delivery,
    },
    { input, output },
    {
      findFaces: async (picture) =>
        picture.width === width ? (faces?.(drawn.face) ?? [drawn.face]) : found(faceInResult(drawn, format)),
      findSubject: async () => ({ alpha: drawn.alpha.slice() }),
      findNearest,
      limits: LIMITS,
      deadline: createDeadline(60_000),
    },
  )
  const file = await readFile(output)
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  return { outcome, file, at: (x, y) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)] }
}

function paint(
  { width, colour }: DrawnPortrait['photo'],
  rgb: readonly number[],
  where: (x: number, y: number) => boolean,
) {
  for (let at = 0; at * 3 < colour.length; at++) if (where(at % width, Math.floor(at / width))) colour.set(rgb, at * 3)
}

/** Pixels of a square photo on either side of the face, above the neck. */
function countOfHead(counts: (x: number, y: number) => boolean): number {
  let count = 0
  for (let y = 60; y < 300; y++) for (let x = 100; x < 500; x += x === 200 ? 200 : 1) if (counts(x, y)) count += 1
  return count
}

/** Where somebody who looks at the result finds the face. */
function faceInResult({ photo, alpha, face }: DrawnPortrait, spec: IdPhotoSpec): Face {
  const { frame, fit: usual } = planIdPhoto(readPortrait(photo, alpha, face), spec)
  const { fit } = atPermittedSize(spec, usual)
  const move = (point: Point): Point => {
    const { u, v } = toFace(frame, point)
    return { x: fit.eyes.x + u * fit.scale, y: fit.eyes.y + v * fit.scale }
  }
  const { left, right } = face.pupils
  return {
    ...face,
    mesh: face.mesh.map((point) => ({ ...move(point), z: point.z })),
    pupils: { left: move(left), right: move(right) },
  }
}

/** In the very frame that it was drawn in. */
const planDrawn = ({ photo, alpha, face, frame }: DrawnPortrait, spec: IdPhotoSpec) =>
  planIdPhoto(readPortrait(photo, alpha, face, { ...poseOf(face), frames: [frame] }), spec)

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]!)))

const BLUE = [0x43, 0x8e, 0xdb]
const roomy: Drawing = { width: 900, height: 1000, x: 450, y: 380, D: 130 }
const near: Drawing = { width: 770, height: 735, x: 385, y: 336, D: 133 }
/** For formats of many pixels, and for what is said about sharpness. */
const large: Drawing = { width: 1100, height: 1050, x: 550, y: 480, D: 190 }
/** Without file limits: a plain drawing makes small files, and they would be made larger. */
const SQUARE = { ...findSpec('us_passport')!, min_kb: null, max_kb: null, px_range: null }

const sheetFor = (spec: IdPhotoSpec, name: string, more: SheetGiven = {}) =>
  printSheetOf({ sheet: paper.read(name, 'sheet'), ...more }, spec, (field) => field)!

const custom = (size: CustomSize): IdPhotoSpec => customFormat(size) as IdPhotoSpec

/** The first format of every combination of rules that lead through other code; more of the same kind show nothing new. */
function oneOfEachKind(): readonly IdPhotoSpec[] {
  const small = idPhotoCatalog().specs.filter(({ height_px }) => height_px < 700)
  const kindOf = ({ min_kb, max_kb, px_range, crown, rotate }: IdPhotoSpec): string =>
    [min_kb !== null, max_kb !== null, px_range !== null, crown, rotate].join()
  return [...new Map(small.toReversed().map((spec) => [kindOf(spec), spec])).values()]
}

/** The first row, from the top, that is not background in the middle of the picture. */
function crownRow({ at, outcome }: Made, background: readonly number[]): number {
  const middle = Math.round(outcome.width / 2)
  for (let y = 0; y < outcome.height; y++) if (distance(at(middle, y), background) > 60) return y
  return outcome.height
}

describe('a photo for paper', () => {
  it('has as many pixels per inch as there are in the photo, at least 300', async () => {
    const spec = forPaper(findSpec('schengen_visa')!, 300)
    const widthOf = async (drawing: Drawing): Promise<number> =>
      (await make(drawPortrait(drawing), { spec, finestDpi: 600 })).outcome.width
    expect(await widthOf(near)).toBe(413)
    const width = await widthOf(large)
    expect(width).toBeGreaterThan(450)
    expect(width).toBeLessThan(600)
  })
})

describe('the result', () => {
  it.each([-20, 0, 7, 20])('lies where the solver says, with a roll of %i degrees', async (rollDegrees) => {
    const drawn = drawPortrait({ ...roomy, rollDegrees })
    const spec = findSpec('us_passport')!
    const { fit } = planDrawn(drawn, spec)
    expect(Math.abs(fit.head.crown - drawn.top) / (drawn.frame.chin - drawn.top)).toBeLessThan(0.008)
    const made = await make(drawn)
    expect([made.outcome.width, made.outcome.height]).toEqual([600, 600])
    expect(Math.abs(crownRow(made, BLUE) / 600 - fit.t)).toBeLessThan(0.008)
    // Left and right edge of the head at the height of the eyes: the middle, and no roll.
    const edges = [0, 40].map((below) => {
      const y = Math.round(fit.eyes.y) + below
      const row = Array.from({ length: 600 }, (_, x) => distance(made.at(x, y), BLUE) > 60)
      return (row.indexOf(true) + row.lastIndexOf(true) + 1) / 2
    })
    expect(Math.abs(edges[0]! - 300)).toBeLessThan(0.005 * 600)
    expect((Math.atan2(edges[1]! - edges[0]!, 40) * 180) / Math.PI).toBeLessThan(1.5)
  })

  it('has exact pixels, density and nothing of the input, in every kind of format', async () => {
    const drawn = drawPortrait(near)
    for (const spec of oneOfEachKind()) {
      const { outcome, file } = await make(drawn, { spec: spec.id, background: 'white' })
      const found = await sharp(file).metadata()
      expect(found, spec.id).toMatchObject({ format: 'jpeg', channels: 3, space: 'srgb' })
      expect([found.width, found.height]).toEqual([outcome.width, outcome.height])
      if (!spec.px_range)
        expect([found.width, found.height, found.density]).toEqual([spec.width_px, spec.height_px, spec.dpi])
      expect(file.includes('nobody should see this')).toBe(false)
      expect(outcome.bytes).toBe(file.length)
    }
  })

  it('is exactly the background where the photo does not reach, and the body reaches the bottom', async () => {
    const drawn = drawPortrait({ width: 700, height: 760, x: 350, y: 260, D: 140 })
    const made = await make(drawn)
    for (const [x, y] of [
      [2, 2],
      [597, 2],
      [300, 4],
    ] as const) {
      expect(distance(made.at(x, y), BLUE)).toBeLessThanOrEqual(2)
    }
    for (let x = 210; x < 390; x++) expect(distance(made.at(x, 599), [150, 110, 90]), `column ${x}`).toBeLessThan(12)
  })

  it('shows no halo: a red wall leaves no red around the head on blue, and the reverse', async () => {
    for (const [background, wall, spill] of [
      ['blue', [220, 20, 20], 0],
      ['red', [30, 60, 220], 2],
    ] as const) {
      const drawn = drawPortrait({ ...roomy, background: wall, person: [70, 70, 70] })
      const made = await make(drawn, { background })
      const { r, g, b } = findBackground(background)!
      const behind = [r, g, b]
      let max = 0
      for (let y = 60; y < 420; y++) {
        for (let x = 100; x < 500; x++) {
          // Between the person and the new background no channel may leave what lies between the two.
          max = Math.max(max, made.at(x, y)[spill]! - Math.max(70, behind[spill]!))
        }
      }
      expect(max, background).toBeLessThan(20)
    }
  })

  it('does not depend on the photo’s size, the place in it, or mirroring', async () => {
    const spec = findSpec('us_passport')!
    const plan = (drawing: Drawing) => {
      const drawn = drawPortrait(drawing)
      return planDrawn(drawn, spec).fit
    }
    const base = plan({ width: 1000, height: 1200, x: 500, y: 450, rollDegrees: 5 })
    for (const [factor, drawing] of [
      [0.5, { width: 500, height: 600, x: 250, y: 225, D: 75, rollDegrees: 5 }],
      [1.5, { width: 1500, height: 1800, x: 750, y: 675, D: 225, rollDegrees: 5 }],
      [1, { width: 1200, height: 1300, x: 620, y: 520, rollDegrees: 5 }],
      [1, { width: 1000, height: 1200, x: 500, y: 450, rollDegrees: -5 }],
    ] as const) {
      const fit = plan(drawing)
      expect(Math.abs(fit.h - base.h)).toBeLessThan(0.003)
      expect(Math.abs(fit.t - base.t)).toBeLessThan(0.003)
      expect(Math.abs(fit.scale * factor - base.scale) / base.scale).toBeLessThan(0.006)
    }
  })

  it('does not move for a hand beside the head, stray hairs or a small second face', async () => {
    const spec = findSpec('us_passport')!
    const base = drawPortrait(roomy)
    const before = planDrawn(base, spec).fit
    for (const also of [
      (u: number, v: number) => u > 0.8 && u < 1.2 && v > -1.6 && v < 2,
      (u: number, v: number) => Math.abs(u) < 0.01 && v > -1.6 && v < 0,
      (u: number, v: number) => (u + 2.2) ** 2 + v ** 2 < 0.1,
    ]) {
      const drawn = drawPortrait({ ...roomy, also })
      const { fit } = planDrawn(drawn, spec)
      expect(Math.abs(fit.h - before.h) + Math.abs(fit.t - before.t)).toBeLessThan(0.01)
    }
    const small: Face = { ...base.face, score: 0.9, box: { left: 0, top: 0, width: 90, height: 90 } }
    await expect(make(base, { faces: (face) => [small, face] })).resolves.toBeDefined()
  })

  it('fills a hole in the chest, also one that is open at the lower border', async () => {
    const drawn = drawPortrait(roomy)
    const { width, height } = drawn.photo
    for (let y = 600; y < height; y++) drawn.alpha.fill(0, y * width + 440, y * width + 460)
    const made = await make(drawn)
    for (let x = 210; x < 390; x++) expect(distance(made.at(x, 599), [150, 110, 90])).toBeLessThan(20)
  })
})

describe('a size of the caller’s own', () => {
  it('has exact pixels and density, stays within its file limit, and no colour is objected to', async () => {
    const drawn = drawPortrait(near)
    const { outcome, file } = await make(drawn, { spec: custom({ width_mm: 40, height_mm: 50, dpi: 254, max_kb: 9 }) })
    expect(await sharp(file).metadata()).toMatchObject({ width: 400, height: 500, density: 254 })
    expect(file.length).toBeLessThanOrEqual(9000)
    expect(outcome.warnings).not.toContain('background_not_allowed')
  })

  it('has the head between the heights asked for', async () => {
    const drawn = drawPortrait(roomy)
    const spec = custom({ width_px: 600, height_px: 600, head_min: 40, head_max: 44 })
    const made = await make(drawn, { spec })
    const { fit } = planDrawn(drawn, spec)
    expect(fit.h).toBeGreaterThanOrEqual(0.4)
    expect(fit.h).toBeLessThanOrEqual(0.44)
    expect(Math.abs(crownRow(made, BLUE) / 600 - fit.t)).toBeLessThan(0.008)
  })
})

describe('a sheet', () => {
  it('is paper with copies of the photo, whatever file limits the photo has', async () => {
    const drawn = drawPortrait(large)
    const spec = custom({ width_mm: 35, height_mm: 45, dpi: 600, max_kb: 5 })
    await expect(make(drawn, { spec })).rejects.toThrow('The file cannot meet the size limit')
    const sheet = sheetFor(spec, '4x6')
    const made = await make(drawn, { spec: sheet.photos[0]!.spec, sheet })
    expect(await sharp(made.file).metadata()).toMatchObject({ format: 'jpeg', width: 1800, height: 1200, density: 300 })
    expect(made.outcome).toMatchObject({ width: 1800, height: 1200, bytes: made.file.length })
    const places = pagesOf(sheet).flat(2)
    expect(places).toHaveLength(8)
    for (const place of places) {
      const [left, top] = [pixelsAt(300, place.left), pixelsAt(300, place.top)]
      expect(distance(made.at(left + 4, top + 4), BLUE)).toBeLessThan(8)
      expect(distance(made.at(left + 206, top + 527), BLUE)).toBeGreaterThan(40)
    }
    expect(made.at(4, 4)).toEqual([255, 255, 255])
  })

  it('of several formats has them all, and the warnings of each', async () => {
    const photos = ['us_passport', 'in_oci'].map((id) => ({ spec: findSpec(id)!, copies: 1 }))
    const sheet = sheetFor(SQUARE, 'a6', { sheet_photos: photos })
    const { outcome } = await make(drawPortrait(near), { spec: sheet.photos[0]!.spec, sheet })
    const [us, india] = outcome.formats!
    expect(us).toMatchObject({ format: 'us_passport' })
    expect(us!.warnings).toContain('authority_refuses_edits')
    expect(india!.warnings).not.toContain('authority_refuses_edits')
    expect(outcome.warnings).toEqual([...new Set([...us!.warnings, ...india!.warnings])].sort())
  })

  it('says which format a photo does not suit', async () => {
    const photos = ['1inch', 'us_passport'].map((id) => ({ spec: findSpec(id)!, copies: 1 }))
    const sheet = sheetFor(SQUARE, 'a6', { sheet_photos: photos })
    const narrow = drawPortrait({ ...roomy, width: 420, x: 210 })
    await expect(make(narrow, { spec: sheet.photos[0]!.spec, sheet })).rejects.toThrow(
      / \(this concerns us_passport\)$/,
    )
  })
})

describe('a preview', () => {
  it.each<[string, IdPhotoSpec | string, IdPhotoJob['sheet'], [number, number]]>([
    ['of a photo', 'ca_passport', undefined, [286, 400]],
    ['of a small photo', 'sa_evisa', undefined, [200, 200]],
    ['of a sheet', '1inch', sheetFor(findSpec('1inch')!, 'a4', { sheet_format: 'pdf' }), [400, 283]],
  ])('%s is small, and never larger than the result', async (_name, spec, sheet, [width, height]) => {
    const drawn = drawPortrait(large)
    const { outcome, file } = await make(drawn, { spec, ...(sheet && { sheet }), preview: true })
    expect([outcome.width, outcome.height]).toEqual([width, height])
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width, height })
  })

  it('has the watermark all over, the same warnings, and the photo behind it', async () => {
    const drawn = drawPortrait({ ...near, rollDegrees: 11 })
    const [real, preview] = [await make(drawn), await make(drawn, { preview: true })]
    expect(preview.outcome.warnings).toEqual(real.outcome.warnings)
    expect(preview.outcome.warnings).toContain('head_tilted')
    const quarters = [0, 0, 0, 0]
    let unmarked = 0
    for (let y = 0; y < 400; y++) {
      for (let x = 0; x < 400; x++) {
        const moved = distance(preview.at(x, y), real.at(Math.floor(x * 1.5), Math.floor(y * 1.5)))
        if (moved > 40) quarters[Math.floor(y / 200) * 2 + Math.floor(x / 200)]! += 1 / 40_000
        if (moved < 20) unmarked += 1 / 160_000
      }
    }
    for (const share of quarters) expect(share).toBeGreaterThan(0.04)
    expect(unmarked).toBeGreaterThan(0.5)
  })
})

describe('refusals', () => {
  const refused = (drawing: Drawing, options?: Options) => make(drawPortrait(drawing), options)
  const scaled = (face: Face, factor: number): Face => ({
    ...face,
    box: { ...face.box, width: face.box.width * factor, height: face.box.height * factor },
  })

  it.each<[reason: string, message: string, drawing: Drawing, options: Options]>([
    ['no_face', 'No face was found', {}, { faces: () => [] }],
    ['no_face', 'No face was found', {}, { faces: (face) => [{ ...face, score: 0.55 }] }],
    ['no_face', 'No face was found', { eyes: 0.9 }, {}],
    ['several_faces', 'More than one face was found', {}, { faces: (face) => [face, scaled(face, 0.7)] }],
    [
      'several_faces',
      'More than one face was found',
      {},
      { faces: (face) => [face, ...[0.4, 0.3, 0.2].map((factor) => scaled(face, factor))] },
    ],
    ['face_too_small', 'The face is too small', {}, { faces: (face) => [scaled(face, 0.1)] }],
    ['face_too_small', 'The face is too small', { width: 300, height: 400, D: 30, y: 120 }, {}],
    ['head_cut_off', 'The top of the head is cut off', { y: 120 }, {}],
    ['head_side_cut_off', 'The head is cut off at the side on the left of the photo', { x: 80 }, {}],
    ['head_side_cut_off', 'The head is cut off at the side on the right of the photo', { x: 820 }, {}],
    ['shoulders_missing', 'The photo ends too close below the chin', { height: 700, y: 500 }, {}],
    ['side_cut_off', 'The body is cut off at the side', { width: 370 }, {}],
    ['pose', 'The head is turned or tilted too far', { rollDegrees: 27 }, {}],
    ['pose', 'The head is turned or tilted too far', { turn: 0.35 }, {}],
    ['pose', 'The head is turned or tilted too far', { asymmetry: 0.31 }, {}],
  ])('%s: %s', async (reason, message, drawing, options) => {
    const error = await refused(drawing, options).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ kind: 'invalid_image', reason })
    expect((error as Error).message.startsWith(message)).toBe(true)
  })

  it('a second face below the limits does not count', async () => {
    await make(drawPortrait(), { faces: (face) => [face, scaled(face, 0.5)] })
    await make(drawPortrait(), { faces: (face) => [face, { ...scaled(face, 0.9), score: 0.7 }] })
  })

  it('says how much of the shoulders is missing', async () => {
    const error = await refused({ height: 690, y: 500 }, { spec: 'cn_driver_license' }).catch((caught: Error) => caught)
    expect((error as Error).message).toMatch(/\(by 0\.\d\d head heights, \d+ px of your photo\)/)
  })
})

describe('something beside the neck that was taken for the person', () => {
  const flag = (side: number): DrawnPortrait => {
    const isFlag = (u: number, v: number): boolean => u > 0.58 && u < 0.62 + side && v > 0.3 && v < 0.3 + side
    const drawn = drawPortrait({ ...roomy, also: isFlag })
    paint(drawn.photo, [190, 20, 40], (x, y) => {
      const { u, v } = toFace(drawn.frame, { x, y })
      return isFlag(u / drawn.frame.chin, v / drawn.frame.chin)
    })
    return drawn
  }

  it('is warned of when it is small, and refused when it is not', async () => {
    expect((await make(flag(0.09))).outcome.warnings).toContain('background_residue')
    await expect(make(flag(0.5))).rejects.toMatchObject({ kind: 'invalid_image', reason: 'residue' })
  })

  it('is cleared where it is the background seen between hair and shoulder', async () => {
    const isWedge = (u: number, v: number): boolean => u > 0.5 && u < 0.85 && v > 0.2 && v < 0.7
    const drawn = drawPortrait({ ...roomy, also: isWedge })
    paint(drawn.photo, [60, 120, 60], (x, y) => isWedge((x - 450) / 130 - 0.16, (y - 380) / 130))
    const { frame, fit } = planDrawn(drawn, SQUARE)
    // The middle of the wedge, as far from any edge as can be: nothing but its colour tells it from the person.
    const { u, v } = toFace(frame, { x: 450 + 0.755 * 130, y: 380 + 0.45 * 130 })
    const { at } = await make(drawn)
    expect(
      distance(at(Math.round(fit.eyes.x + u * fit.scale), Math.round(fit.eyes.y + v * fit.scale)), BLUE),
    ).toBeLessThan(8)
  })

  it('is cleared where it is a rim of the background along the head', async () => {
    const drawn = drawPortrait(roomy)
    const { width } = drawn.photo
    const exact = drawn.alpha.slice()
    for (let at = 4; at < 480 * width; at++) drawn.alpha[at] = Math.max(exact[at - 4]!, exact[at]!, exact[at + 4]!)
    const [wide, right] = [await make(drawn), await make({ ...drawn, alpha: exact })]
    expect(countOfHead((x, y) => distance(wide.at(x, y), right.at(x, y)) > 60)).toBeLessThan(100)
  })

  it('is no more than a tint at the edge of the head, which goes', async () => {
    const drawn = drawPortrait({ ...roomy, background: [40, 90, 170] })
    const isAtEdge = (x: number, y: number): boolean => {
      const at = y * drawn.photo.width + x
      return drawn.alpha[at] === 255 && (drawn.alpha[at - 3] !== 255 || drawn.alpha[at + 3] !== 255)
    }
    paint(drawn.photo, [113, 103, 117], (x, y) => y < 480 && isAtEdge(x, y))
    const { at } = await make(drawn, { background: 'white' })
    expect(countOfHead((x, y) => at(x, y)[2]! - at(x, y)[0]! > 9)).toBe(0)
  })

  it('may have any colour that clothes or hair have', async () => {
    const drawn = drawPortrait({ ...roomy, also: (u, v) => u > 0.5 && u < 1 && v > 0.4 && v < 1 })
    expect((await make(drawn)).outcome.warnings).not.toContain('background_residue')
  })
})

describe('the last look', () => {
  it('refuses a photo in which the face is found elsewhere, or not at all', async () => {
    const drawn = drawPortrait(roomy)
    const elsewhere = (face: Face): Face => ({
      ...face,
      pupils: { left: shifted(face.pupils.left), right: shifted(face.pupils.right) },
    })
    const shifted = ({ x, y }: Point): Point => ({ x, y: y + 30 })
    await expect(make(drawn, { found: (face) => [elsewhere(face)] })).rejects.toMatchObject({ reason: 'geometry' })
    await expect(make(drawn, { found: () => [] })).rejects.toMatchObject({ reason: 'no_face' })
  })

  it('refuses haze around the person', async () => {
    const drawn = drawPortrait(roomy)
    const { width } = drawn.photo
    for (let at = 0; at < drawn.alpha.length; at++) {
      const { u, v } = toFace(drawn.frame, { x: at % width, y: Math.floor(at / width) })
      const near = Math.hypot(u, v) < 1.9 * drawn.frame.chin && v < 0
      if (near && drawn.alpha[at] === 0) drawn.alpha[at] = 90
    }
    await expect(make(drawn)).rejects.toMatchObject({ reason: 'residue' })
  })
})

describe('a statue', () => {
  it('of stone is refused where the photo has colours', async () => {
    const stone = make(drawPortrait({ ...roomy, person: [170, 168, 160] }))
    const message = expect.stringMatching(/^No face was found .*: use a photo of a living person/)
    await expect(stone).rejects.toMatchObject({ kind: 'invalid_image', reason: 'no_person', message })
  })
})

describe('a tilted head in a photo that ends soon', () => {
  const drawing: Drawing = { width: 360, height: 405, x: 180, y: 220, D: 130, rollDegrees: 9 }
  const spec = findSpec('2inch')!
  const { photo, alpha, face } = drawPortrait(drawing)
  const pose = poseOf(face)
  const keptOf = ({ roll }: { roll: number }): number => 9 - (roll * 180) / Math.PI
  const planWith = (isAllowed: (kept: number) => boolean) => {
    const frames = pose.frames.filter((frame) => isAllowed(keptOf(frame))) as unknown as typeof pose.frames
    return planIdPhoto({ ...readPortrait(photo, alpha, face), pose: { ...pose, frames } }, spec)
  }

  it('keeps as little of its roll as has to be, and no more than is permitted', () => {
    expect(() => planWith((kept) => kept < 0.1)).toThrow(/cut off at the side|too close below the chin/)
    const kept = keptOf(planWith(() => true).frame)
    expect(kept).toBeGreaterThan(1)
    expect(() => planWith((less) => less < kept - 0.1)).toThrow()
    expect(Math.max(...pose.frames.map(keptOf))).toBeLessThanOrEqual(8)
  })
})

describe('warnings', () => {
  const warningsOf = async (drawing: Drawing, options: Options = {}): Promise<readonly string[]> =>
    (await make(drawPortrait({ ...near, ...drawing }), { background: 'white', spec: '1inch', ...options })).outcome
      .warnings ?? []

  it('a good photo has none; the same without any detail in the face is blurred', async () => {
    const drawn = drawPortrait(large)
    const sheen = drawn.face.mesh[1]!
    paint(drawn.photo, [220, 190, 175], (x, y) => Math.hypot(x - sheen.x, y - sheen.y) < 20)
    expect((await make(drawn, { spec: '1inch' })).outcome.warnings).toEqual([])
    paint(drawn.photo, [150, 110, 90], (x, y) => Math.hypot(x - large.x!, y - large.y!) < 100)
    expect((await make(drawn, { spec: '1inch' })).outcome.warnings).toContain('blurred')
  })

  it.each<[codes: readonly string[], drawing: Drawing, options: Options]>([
    [
      ['authority_refuses_edits', 'background_not_allowed', 'eyes_closed', 'head_tilted', 'mouth_open'],
      { rollDegrees: 11, lidGap: 0.02, lipGap: 0.2 },
      { spec: 'us_visa', background: '#123456' },
    ],
    [['head_tilted'], { rollDegrees: 3 }, { spec: 'cn_chsi_graduate' }],
    [['head_turned'], { turn: 0.22 }, {}],
    [['head_turned'], { asymmetry: 0.23 }, {}],
    [['skin_colour'], { person: [140, 140, 140], background: [90, 90, 90] }, {}],
    [
      ['low_resolution', 'skin_colour'],
      { width: 500, height: 600, x: 250, y: 220, D: 95, person: [90, 150, 110] },
      { spec: '2inch' },
    ],
    [['certified_only'], large, { spec: 'de_passport' }],
    [['exposure'], { person: [4, 4, 4] }, {}],
    [['exposure'], { person: [252, 252, 252], background: [120, 120, 120] }, { background: 'blue' }],
    [['head_width'], { eyes: 0.46 }, { spec: 'cn_id_card' }],
    [['geometry_relaxed'], { height: 543 }, { spec: 'cn_visa' }],
  ])('%s', async (codes, drawing, options) => {
    const found = await warningsOf(drawing, options)
    expect(found).toEqual(expect.arrayContaining([...codes]))
    expect(found, 'in alphabetical order').toEqual([...found].sort())
  })

  it('a face without any light on it is too dark, dark skin in good light is not', async () => {
    const dark = drawPortrait({ ...near, person: [70, 50, 42] })
    expect((await make(dark, { spec: '1inch' })).outcome.warnings).toContain('exposure')
    const [{ x, y }] = [dark.face.mesh[1]!]
    paint(dark.photo, [170, 140, 130], (column, row) => Math.hypot(column - x, row - y) < 20)
    expect((await make(dark, { spec: '1inch' })).outcome.warnings).not.toContain('exposure')
  })

  it('a smile that shows teeth is no open mouth, a dark gap of the same height is', async () => {
    const smile = drawPortrait({ ...near, lipGap: 0.12 })
    expect((await make(smile, { spec: '1inch' })).outcome.warnings).not.toContain('mouth_open')
    const { photo, face } = smile
    const [upper, lower] = [face.mesh[13]!, face.mesh[14]!]
    paint(photo, [30, 10, 10], (x, y) => y > upper.y && y < lower.y && Math.abs(x - upper.x) < 42)
    expect((await make(smile, { spec: '1inch' })).outcome.warnings).toContain('mouth_open')
  })

  it('a hat is one where it has another colour than the hair, and tall hair is none', async () => {
    const tall = drawPortrait({ ...near, also: (u, v) => Math.abs(u) < 0.5 && v > -1.8 && v < 0 })
    expect((await make(tall, { spec: '1inch' })).outcome.warnings).not.toContain('hat_or_hand')
    paint(tall.photo, [190, 40, 50], (_, y) => y < 336 - 1.1 * 133)
    expect((await make(tall, { spec: '1inch' })).outcome.warnings).toContain('hat_or_hand')
  })

  it('a cap that fits closely is one by its edge on the forehead, and a ragged fringe is none', async () => {
    const low = (ragged: number): DrawnPortrait => {
      const drawn = drawPortrait(near)
      const hairline = (x: number): number => 336 - 133 * (0.45 - 0.0005 * Math.abs(x - 385)) - ragged * ((x * 7) % 5)
      paint(drawn.photo, [40, 40, 60], (x, y) => y < hairline(x) && drawn.alpha[y * 770 + x] === 255)
      return drawn
    }
    expect((await make(low(0), { spec: '1inch' })).outcome.warnings).toContain('hat_or_hand')
    expect((await make(low(5), { spec: '1inch' })).outcome.warnings).not.toContain('hat_or_hand')
  })

  it('skin beside the jaw is a hand, anything else is hair or clothes', async () => {
    const propped = drawPortrait({ ...near, also: (u, v) => u > 0.4 && u < 1.1 && v > 0.3 && v < 1.2 })
    expect((await make(propped, { spec: '1inch' })).outcome.warnings).toContain('hat_or_hand')
    paint(propped.photo, [60, 45, 40], (x, y) => x > 385 + 0.65 * 133 && y < 336 + 1.2 * 133)
    expect((await make(propped, { spec: '1inch' })).outcome.warnings).not.toContain('hat_or_hand')
  })

  it('eyes with skin where the pupils should be are closed, however open the lids are said to be', async () => {
    const drawn = drawPortrait(near) // whose eyes are open: see the good photo
    const { left, right } = drawn.face.pupils
    paint(drawn.photo, [150, 110, 90], (x, y) => [left, right].some((eye) => Math.hypot(x - eye.x, y - eye.y) < 21))
    expect((await make(drawn, { spec: '1inch' })).outcome.warnings).toContain('eyes_closed')
  })

  it('eyes behind dark glasses are hidden', async () => {
    const drawn = drawPortrait(near)
    paint(drawn.photo, [16, 16, 20], (x, y) => {
      const eyes = [drawn.face.pupils.left, drawn.face.pupils.right]
      return eyes.some((eye) => Math.hypot(x - eye.x, y - eye.y) < 0.4 * drawn.frame.eyeDistance)
    })
    expect((await make(drawn, { spec: '1inch' })).outcome.warnings).toContain('eyes_hidden')
  })

  it('white is applied where the authority refuses it, with a warning', async () => {
    expect(await warningsOf({}, { spec: 'in_oci' })).toContain('background_not_allowed')
    expect(await warningsOf({}, { spec: 'in_oci', background: 'light_grey' })).not.toContain('background_not_allowed')
  })

  it('a format that forbids turning leaves the tilt in the picture', async () => {
    const drawn = drawPortrait({ ...near, rollDegrees: 6 })
    const upright = await make(drawn, { spec: 'cn_postgrad_exam' })
    const tilted = await make(drawn, { spec: 'cn_chsi_graduate' })
    expect(upright.outcome.warnings).not.toContain('head_tilted')
    expect(tilted.outcome.warnings).toContain('head_tilted')
  })
})
