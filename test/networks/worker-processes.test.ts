/** The engine as it is in the product: the process pool with a real worker process, which signals hold and end. */
import { EventEmitter, once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkerProcess } from '../../src/engine/worker-process.js'
import { onlyOurs } from '../../src/imaging/matte/finders.js'
import { chooseNetworks } from '../../src/imaging/networks/choose.js'
import { loadManifest } from '../../src/models/manifest.js'
import { createModelStore } from '../../src/models/store.js'
import { type EngineUnderTest, engineContract, QUEUE_SIZE } from '../contract/engine.js'
import { built } from '../support/built.js'
import { repositoryModels, samplePhoto } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const { createProcessPool } = await built<typeof import('../../src/engine/process-pool.js')>('engine/process-pool')
const { startWorkerProcess } = await built<typeof import('../../src/engine/worker-process.js')>('engine/worker-process')

async function loadSetup() {
  const networks = chooseNetworks(await createModelStore(repositoryModels, loadManifest()).networks())
  return { networks, matting: onlyOurs('fast'), threads: 1, limits: { pixels: 1e6, minSide: 1, maxSide: 1000 } }
}

async function startEngine(): Promise<EngineUnderTest> {
  const setup = await loadSetup()
  const events = new EventEmitter()
  let worker: WorkerProcess
  let held = false
  const signal = (name: NodeJS.Signals) => process.kill(worker.pid!, name)
  const engine = createProcessPool({
    workers: 1,
    queueSize: QUEUE_SIZE,
    leftToOthers: 1 / 4,
    maxWaitMs: 60_000,
    jobTimeoutMs: 60_000,
    workerMemoryBytes: 2 ** 40,
    startWorker: () => {
      worker = startWorkerProcess(setup)
      return worker
    },
    onEvent: (event) => {
      if (event === 'worker ready' && held) signal('SIGSTOP')
      events.emit(event)
    },
  })
  await engine.start()
  return {
    engine,
    hold: () => {
      held = true
      signal('SIGSTOP')
    },
    release: () => {
      held = false
      signal('SIGCONT')
    },
    crash: async (by) => {
      const died = once(events, 'worker died')
      signal(by === 'itself' ? 'SIGABRT' : 'SIGKILL')
      signal('SIGCONT') // a stopped process dies of nothing but SIGKILL
      await died
    },
    close: () => engine.close(),
  }
}

/** Loading networks takes seconds: an engine that is as good as new serves the next test, too. */
let open: EngineUnderTest | undefined
afterAll(() => open?.close())

engineContract(
  'The process pool with a real process',
  async () => {
    if (open && !(await open.engine.state()).ready) {
      await open.close()
      open = undefined
    }
    open ??= await startEngine()
    return { ...open, close: async () => {} }
  },
  { crashes: true },
)

const folder = temporaryFolder()

describe('a worker', () => {
  let worker: WorkerProcess
  beforeAll(async () => {
    worker = startWorkerProcess({ ...(await loadSetup()), limits: { pixels: 1e8, minSide: 1, maxSide: 10_000 } })
    await worker.ready
  })
  afterAll(() => worker?.kill())

  test('ends a job that is cancelled at its next step, and lives on', async () => {
    const run = (name: string) =>
      worker.run(
        { kind: 'convert', maxSide: 64, format: 'png' },
        { input: samplePhoto, output: path.join(folder, name) },
        60_000,
      )
    process.kill(worker.pid!, 'SIGSTOP') // so that both messages are there before it has done anything
    const unwanted = run('unwanted')
    worker.cancel()
    process.kill(worker.pid!, 'SIGCONT')
    expect(await unwanted).toMatchObject({ type: 'failed' })
    worker.cancel() // too late for the one, and not meant for the other
    expect(await run('wanted')).toMatchObject({ type: 'done' })
  })

  // A device that is always full: Linux has one.
  test.runIf(process.platform === 'linux')('reports a full disk by its code, whoever writes the file', async () => {
    const files = { input: samplePhoto, output: '/dev/full' }
    for (const format of ['png', 'jpg'] as const) {
      const reply = await worker.run({ kind: 'convert', maxSide: 640, format }, files, 60_000)
      expect(reply, format).toMatchObject({ type: 'failed', error: { kind: 'internal', code: 'ENOSPC' } })
    }
  })
})
