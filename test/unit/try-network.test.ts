/** What is accepted as a matte network: drawn files in every form, in the real runtime. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashesOf } from '../../src/base/file-hash.js'
import { loadAddedNetwork, predictionOf } from '../../src/imaging/matte/added-network.js'
import { type Trial, type TrialRequest, tryNetwork } from '../../src/imaging/matte/try-network.js'
import { type NetworkRecipe, NetworkRefused } from '../../src/imaging/networks/added-network.js'
import { requireProviders } from '../../src/imaging/networks/session.js'
import { type DrawnNetwork, drawnMatteNetwork, SIDE } from '../fixtures/drawn-matte-network.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
let count = 0

function fileWith(network: Uint8Array): string {
  const file = path.join(folder, `${count++}.onnx`)
  writeFileSync(file, network)
  return file
}

const PLAIN = { mean: [0, 0, 0], deviation: [1, 1, 1] } as const
const RUN = { threads: 1 }
const OURS = {
  file: fileWith(drawnMatteNetwork()),
  input: 'x',
  size: SIDE,
  mean: [0, 0, 0],
  deviation: [255, 255, 255],
} as const

const attempt = (network: DrawnNetwork, request: Partial<TrialRequest> = {}): Promise<Trial> =>
  tryNetwork({ file: fileWith(drawnMatteNetwork(network)), ...PLAIN, ours: OURS, run: RUN, ...request })

const NAMES = { input: 'x', output: 'answer', size: SIDE }

describe('accepted', () => {
  test.each<[string, DrawnNetwork, Partial<TrialRequest>, Partial<NetworkRecipe>]>([
    ['logits [1, 1, side, side]', {}, {}, { ...NAMES, layout: 'NCHW', answers: 'logits' }],
    ['probabilities', { answers: 'probability' }, {}, { answers: 'probability' }],
    ['an answer [1, side, side]', { flat: true }, {}, NAMES],
    ['channels last', { layout: 'NHWC' }, {}, { ...NAMES, layout: 'NHWC' }],
    ['several outputs, of which the first counts', { more: 3 }, {}, NAMES],
    ['half precision at both doors', { type: 'float16' }, {}, NAMES],
    ['an open batch', { shape: ['batch', 3, SIDE, SIDE] }, {}, NAMES],
    ['open sides, with --size', { shape: [1, 3, 'height', 'width'] }, { size: 96 }, { size: 96 }],
    ['one open side', { shape: [1, 3, SIDE, 'width'] }, {}, NAMES],
    [
      'what it says of itself, stated once more',
      { answers: 'probability' },
      { answers: 'probability', size: SIDE },
      NAMES,
    ],
  ])('%s', async (_, network, request, recipe) => {
    const trial = await attempt(network, request)
    expect(trial.recipe).toMatchObject({ ...recipe, ...PLAIN })
    expect(trial.ms).toBeGreaterThan(0)
    expect(trial.memoryMb).toBeGreaterThan(0)
    expect(trial.timesOurs).toBeGreaterThan(0)
  })
})

describe('refused', () => {
  test.each<[string, DrawnNetwork, Partial<TrialRequest>, string]>([
    ['one channel', { shape: [1, 1, SIDE, SIDE] }, {}, 'has no 3 channels'],
    ['four channels', { shape: [1, 4, SIDE, SIDE] }, {}, 'has no 3 channels'],
    ['two pictures at a time', { shape: [2, 3, SIDE, SIDE] }, {}, 'It takes 2 pictures at a time'],
    ['no picture', { shape: [1, 3] }, {}, 'it must be [1, 3, side, side]'],
    ['not square', { shape: [1, 3, SIDE, 2 * SIDE] }, {}, `It takes pictures of ${2 * SIDE} x ${SIDE} pixels`],
    ['any size, and none is stated', { shape: [1, 3, 'h', 'w'] }, {}, 'say with --size'],
    ['another size than stated', {}, { size: 320 }, `of ${SIDE} x ${SIDE} pixels and no others: leave out --size 320`],
    ['bytes', { type: 'uint8' }, {}, 'Its input x is uint8; export it with an input of float32 or float16'],
    ['two inputs', { secondInput: true }, {}, 'It takes 2 inputs (x, hint)'],
    ['all subject', { brighter: -9 }, {}, 'calls a whole picture of a person subject'],
    ['all background', { brighter: 9 }, {}, 'calls a whole picture of a person background'],
    ['no numbers', { gain: Number.NaN }, {}, 'values that are no numbers: check --mean'],
    ['probabilities called logits', { answers: 'probability' }, { answers: 'logits' }, 'say --output probability'],
    ['logits called probabilities', {}, { answers: 'probability' }, 'say --output logits'],
  ])('%s', async (_, network, request, reason) => {
    const refusal = await attempt(network, request).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(NetworkRefused)
    expect((refusal as Error).message).toContain(reason)
  })

  test('an answer that is not one number per pixel', async () => {
    // Over the rows of a picture that has channels last, instead of its channels.
    const refusal = attempt({ shape: [1, SIDE, SIDE, 3] })
    await expect(refusal).rejects.toThrow(`has the shape [1, 1, ${SIDE}, 3]; it must be [1, 1, ${SIDE}, ${SIDE}]`)
  })

  test('no ONNX file', async () => {
    const file = fileWith(Buffer.from('not a network'))
    await expect(tryNetwork({ file, ...PLAIN, ours: OURS, run: RUN })).rejects.toThrow('The runtime cannot load it')
  })
})

test('a provider that this build does not have is refused with those that it has', () => {
  expect(() => requireProviders(['cpu'])).not.toThrow()
  expect(() => requireProviders(['abacus', 'cpu'])).toThrow(/does not have abacus; it has .*cpu/)
})

describe('an added network', () => {
  const added = async (network: DrawnNetwork, change: Partial<NetworkRecipe> = {}) => {
    const { recipe } = await attempt(network)
    const file = fileWith(drawnMatteNetwork(network))
    const { sha256 } = await hashesOf(file, ['sha256'])
    return { name: 'mine', file, sha256, memoryMb: 1, recipe: { ...recipe, ...change } }
  }
  /** Left half dark, right half bright. */
  const halves = (bright: number): Uint8Array =>
    Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, at) => (Math.floor(at / 3) % SIDE < SIDE / 2 ? 0 : bright))

  test.each<[string, DrawnNetwork]>([
    ['logits', {}],
    ['probabilities', { answers: 'probability' }],
    ['half precision', { type: 'float16', answers: 'probability' }],
    ['channels last', { layout: 'NHWC' }],
  ])('answers with logits: %s', async (_, network) => {
    const loaded = await loadAddedNetwork(await added(network), RUN)
    const { size, logits } = await loaded.predict(halves(255))
    expect([size, loaded.size]).toEqual([SIDE, SIDE])
    // -20 * (0 - 0.5) = 10 is clamped, since a probability of 1 says no more than that.
    expect(logits[0]).toBeCloseTo(9.2, 0)
    expect(logits[SIDE - 1]).toBeCloseTo(-9.2, 0)
    await loaded.release()
  })

  test('sees a picture scaled by its own largest value', async () => {
    const loaded = await loadAddedNetwork(await added({}), RUN)
    const [dim, bright] = [await loaded.predict(halves(60)), await loaded.predict(halves(255))]
    expect(dim.logits).toEqual(bright.logits)
    const black = await loaded.predict(new Uint8Array(SIDE * SIDE * 3))
    expect(Math.min(...black.logits)).toBeCloseTo(9.2, 1)
    await loaded.release()
  })

  test('whose file has changed since is not loaded', async () => {
    const network = await added({})
    writeFileSync(network.file, drawnMatteNetwork({ gain: -19 }))
    await expect(loadAddedNetwork(network, RUN)).rejects.toThrow('is not the file that was added (sha256)')
  })

  test('of a fine answer, means are taken', () => {
    const size = 640
    const stripes = Float32Array.from({ length: size * size }, (_, at) => at % 2)
    const { size: side, logits } = predictionOf(stripes, { size, answers: 'probability' })
    expect(side).toBe(320)
    expect(new Set(logits)).toEqual(new Set([0]))
    expect(predictionOf(new Float32Array(9), { size: 3, answers: 'logits' }).size).toBe(3)
  })
})
