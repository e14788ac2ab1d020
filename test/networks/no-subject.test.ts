/** The real network before pictures that show nothing, and before simple things that it must not overlook. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { SubjectJudge } from '../../src/imaging/detect/class/judge.js'
import { createSubjectFinder, type FindSubject } from '../../src/imaging/matte/find-subject.js'
import { LOOKS } from '../../src/imaging/matte/looks.js'
import { loadMattingNetwork } from '../../src/imaging/matte/matting-network.js'
import { type Box, type Photo, squareOf } from '../../src/imaging/raster/picture.js'
import { loadManifest } from '../../src/models/manifest.js'
import { createModelStore } from '../../src/models/store.js'
import { refineEdges } from '../support/edges.js'
import { repositoryModels } from '../support/project.js'

const SIDE = 640
const anything: SubjectJudge = async (_photo, { data }) => ({ matte: data, subjectClass: 'other' })
let find: FindSubject

beforeAll(async () => {
  const { matte } = await createModelStore(repositoryModels, loadManifest()).networks()
  find = createSubjectFinder({ network: await loadMattingNetwork(matte!, 2), refineEdges, judge: anything }, LOOKS.fast)
})

type Grey = (x: number, y: number) => number

const draw = (grey: Grey): Photo => ({
  ...squareOf(SIDE),
  colour: Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, i) => {
    const at = Math.floor(i / 3)
    return grey(at % SIDE, Math.floor(at / SIDE))
  }),
  alpha: undefined,
})
const share = (alpha: Uint8Array): number => alpha.filter((value) => value > 127).length / alpha.length

const within = (left: number, top: number, width: number, height: number) => (x: number, y: number) =>
  x >= left && x < left + width && y >= top && y < top + height

/** Lines of words: dark marks of several widths with gaps between them. */
const text: Grey = (x, y) => {
  const [line, row] = [Math.floor(y / 24), y % 24]
  const isMark = row > 6 && row < 18 && (x * 7 + line * 131) % 61 > 12 && (x + line * 17) % 5 > 1
  return isMark && x > 40 && x < SIDE - 40 ? 30 : 250
}

describe('a picture of nothing', () => {
  it.each<[string, Grey]>([
    ['one colour', () => 137],
    ['a gradient', (x) => (x / SIDE) * 255],
    ['upright stripes', (x) => (Math.floor(x / 26) % 2) * 200 + 30],
    ['narrow stripes', (x) => (Math.floor(x / 7) % 2) * 200 + 30],
    ['level stripes', (_x, y) => (Math.floor(y / 51) % 2) * 120 + 80],
    ['slanting stripes', (x, y) => (Math.floor((x + y) / 40) % 2) * 180 + 40],
    ['a chessboard', (x, y) => ((Math.floor(x / 64) + Math.floor(y / 64)) % 2) * 220 + 20],
    ['a small chessboard', (x, y) => ((Math.floor(x / 18) + Math.floor(y / 18)) % 2) * 220 + 20],
    ['a page of text', text],
    ['noise', (x, y) => ((x * 7919 + y * 104729 + x * y * 31) % 251) + 2],
  ])('%s has no foreground', async (_name, grey) => {
    await expect(find(draw(grey), { classify: false })).rejects.toMatchObject({ kind: 'no_foreground' })
  })
})

describe('a simple thing', () => {
  const ball =
    (radius: number, colour: number): Grey =>
    (x, y) =>
      Math.hypot(x - 320, y - 300) < radius ? colour : 200
  it.each<[string, number, number]>([
    ['a small one', 20, 60],
    ['a pale one', 110, 186],
    ['a large one', 230, 40],
  ])('%s is found', async (_name, radius, colour) => {
    const { alpha } = await find(draw(ball(radius, colour)), { classify: false })
    expect(share(alpha) / ((Math.PI * radius ** 2) / SIDE ** 2)).toBeCloseTo(1, 0)
  })

  it('is certain, and one that hardly stands out from a pattern is doubtful', async () => {
    const certain = await find(draw(ball(110, 60)), { classify: false, certainty: true })
    expect(certain.confidence).toBeGreaterThan(0.97)
    expect(certain.pieces).toHaveLength(1)

    const [disc, block] = [(x: number, y: number) => Math.hypot(x - 220, y - 250) < 90, within(390, 300, 120, 200)]
    const pattern: Grey = (x, y) => 130 + 50 * Math.sin(x / 67 + Math.sin(y / 51)) * Math.cos(y / 83)
    const hidden: Grey = (x, y) => pattern(x, y) + (disc(x, y) ? 30 : 0) - (block(x, y) ? 15 : 0)
    const doubtful = await find(draw(hidden), { classify: false, certainty: true })
    expect(doubtful.confidence).toBeLessThan(0.9)
    const [clear, faint] = doubtful.pieces!
    expect(faint!.confidence).toBeLessThan(clear!.confidence - 0.1)
  })

  it('inside a region it is found alone, and nothing lies outside the region', async () => {
    const two: Grey = (x, y) => (Math.hypot(x - 160, y - 320) < 90 || Math.hypot(x - 520, y - 320) < 25 ? 50 : 210)
    const roi: Box = { left: 470, top: 270, width: 100, height: 100 }
    const { alpha } = await find(draw(two), { classify: false, roi })
    expect(share(alpha) / ((Math.PI * 25 ** 2) / SIDE ** 2)).toBeCloseTo(1, 0)
    for (const at of [320 * SIDE + 160, 320 * SIDE + 300]) expect(alpha[at]).toBe(0)
  })
})
