import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWorkerProcess, WorkerDied, type WorkerProcess } from '../../src/engine/worker-process.js'
import { onlyOurs } from '../../src/imaging/matte/finders.js'
import type { NetworkOptions } from '../../src/imaging/networks/network-options.js'

let folder: string
let worker: WorkerProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'worker-process-'))
})

afterEach(async () => {
  worker?.kill()
  await worker?.ended
  await rm(folder, { recursive: true })
})

function start(file: string): WorkerProcess {
  const network: NetworkOptions = { file, input: 'input', size: 32, mean: [0, 0, 0], deviation: [1, 1, 1] }
  worker = startWorkerProcess({
    networks: {
      matte: network,
      edge: network,
      nanodet: network,
      blazeface: network,
      facemesh: network,
      iris: network,
    },
    matting: onlyOurs('fast'),
    threads: 1,
    limits: { pixels: 1000, minSide: 1, maxSide: 100 },
  })
  return worker
}

function isAlive(pid: number | undefined): boolean {
  try {
    process.kill(pid!, 0)
    return true
  } catch {
    return false
  }
}

test('a network file that is nonsense makes it unusable, with a message that names the file; kill ends it', async () => {
  const file = path.join(folder, 'nonsense.onnx')
  await writeFile(file, 'this is no network')
  const { ready, pid, ended, kill } = start(file)
  await expect(ready).rejects.toThrow(file)

  expect(isAlive(pid), 'it waits to be ended by the pool').toBe(true)
  kill()
  await ended
  expect(isAlive(pid)).toBe(false)
})

test('killed before it is warm, it was never ready', async () => {
  const { ready, kill } = start(path.join(folder, 'missing.onnx'))
  kill()
  await expect(ready).rejects.toThrow(WorkerDied)
})

test('a network file that is missing makes it unusable, too; a job whose worker dies is rejected and not left waiting', async () => {
  const file = path.join(folder, 'missing.onnx')
  process.env.STYLE_BACKEND_KEY = 'a secret'
  const { pid, ready, run, kill } = start(file)
  delete process.env.STYLE_BACKEND_KEY
  await expect(ready).rejects.toThrow(file)
  if (process.platform === 'linux') await expectCleanEnvironment(pid)
  const job = {
    kind: 'cutout',
    cap: { longestSide: 1 },
    format: 'png',
    channels: 'rgba',
    watermark: false,
    classify: false,
  } as const
  const reply = run(job, { input: '/dev/null', output: path.join(folder, 'out') }, 1000)
  kill()
  await expect(reply).rejects.toThrow(WorkerDied)
})

/** It holds no secret of ours, and turns the telemetry of the runtime off. */
async function expectCleanEnvironment(pid: number | undefined): Promise<void> {
  const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
  expect(environment).toContain('ORT_DISABLE_TELEMETRY=1')
  expect(environment.join()).not.toContain('a secret')
}
