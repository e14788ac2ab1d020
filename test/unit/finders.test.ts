/** What a job's `detail` means in a worker. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { hashesOf } from '../../src/base/file-hash.js'
import { createDeadline, DeadlinePassed } from '../../src/imaging/deadline.js'
import { createSubjectFinder } from '../../src/imaging/matte/find-subject.js'
import { createSubjectFinders, onlyOurs } from '../../src/imaging/matte/finders.js'
import { LOOKS } from '../../src/imaging/matte/looks.js'
import { drawnFigure } from '../../src/imaging/raster/drawn-figure.js'
import { drawnMatteNetwork, SIDE } from '../fixtures/drawn-matte-network.js'
import { refineEdges } from '../support/edges.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const file = path.join(temporaryFolder(), 'dark.onnx')
writeFileSync(file, drawnMatteNetwork())
const added = {
  name: 'dark',
  file,
  sha256: (await hashesOf(file, ['sha256'])).sha256,
  memoryMb: 1,
  recipe: {
    input: 'x',
    output: 'answer',
    size: SIDE,
    layout: 'NCHW',
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    answers: 'logits',
  },
} as const

/** Of our own network, only how often it looked is of interest. */
function findersWith(detail: string, gone = false) {
  const looks: number[] = []
  const ours = {
    size: 320,
    predict: async () => {
      looks.push(320)
      return { size: 320, logits: new Float32Array(320 * 320).fill(-9) }
    },
  }
  const judge = () => Promise.reject(new Error('nobody asked for the class'))
  const network = gone ? { ...added, file: `${file}.gone` } : added
  const setup = { ...onlyOurs('fast'), detail, added: [network], roomMb: 10, idleMs: 1000 }
  return { looks, finders: createSubjectFinders({ network: ours, refineEdges, judge }, setup, { threads: 1 }) }
}

const REQUEST = { classify: false }

test('an added network finds the subject, with everything that follows as for ours', async () => {
  const { looks, finders } = findersWith('fast')
  const photo = drawnFigure()
  const { alpha } = await finders.finderFor('dark')(photo, REQUEST)
  const at = (x: number, y: number): number => alpha[y * photo.width + x]!
  expect([at(240, 580), at(240, 120), at(10, 10), at(470, 300)]).toEqual([255, 255, 0, 0])
  expect(looks).toEqual([])
})

test('a quality is a way to look of our own network; a job that names none gets the usual one', async () => {
  const { looks, finders } = findersWith('best')
  for (const detail of ['fast', undefined]) {
    await expect(finders.finderFor(detail)(drawnFigure(), REQUEST)).rejects.toThrow('No foreground')
  }
  expect(looks).toHaveLength(1 + 2)
  expect((await findersWith('dark').finders.finderFor(undefined)(drawnFigure(), REQUEST)).alpha).toContain(255)
})

test('a network that this worker does not have is refused before any work, with those that it has', () => {
  const { finders } = findersWith('fast')
  const refuse = () => finders.finderFor('birefnet')
  expect(refuse).toThrow(AppError)
  expect(refuse).toThrow(
    'detail: no network birefnet here; the worker that took this job has fast, balanced, best, dark',
  )
  try {
    refuse()
  } catch (error) {
    expect(error).toMatchObject({ kind: 'invalid_request', parameter: 'detail' })
  }
})

test('a job whose time is over once its network is loaded ends there; the next one finds it loaded', async () => {
  const { finders } = findersWith('fast')
  let now = 0
  const late = createDeadline(10, { now: () => now })
  const finding = finders.finderFor('dark', late)(drawnFigure(), REQUEST)
  now = 11
  await expect(finding).rejects.toThrow(DeadlinePassed)
  expect((await finders.finderFor('dark')(drawnFigure(), REQUEST)).alpha).toContain(255)
})

test('warming includes the usual network: a worker that cannot load it does not start', async () => {
  await findersWith('dark').finders.warm()
  await expect(findersWith('dark', true).finders.warm()).rejects.toThrow('ENOENT')
  await findersWith('fast', true).finders.warm()
})

test('the edge is looked at no finer than is asked for, nor than the quality allows', async () => {
  const asked: number[] = []
  const logits = Float32Array.from({ length: 320 * 320 }, (_, i) => (Math.abs((i % 320) - 160) < 80 ? 9 : -9))
  const network = { size: 320, predict: async () => ({ size: 320, logits }) }
  const edges: typeof refineEdges = (matte, photo, plan) => {
    asked.push(plan.largest)
    return refineEdges(matte, photo, plan)
  }
  const judge = () => Promise.reject(new Error('nobody asked for the class'))
  const find = createSubjectFinder({ network, refineEdges: edges, judge }, LOOKS.fast)
  for (const enough of [640, 1000, undefined]) await find(drawnFigure(), { classify: false, enough })
  expect(asked).toEqual([640, 800, 800])
})
