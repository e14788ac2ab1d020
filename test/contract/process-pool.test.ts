/** The process pool with scripted workers instead of processes. */
import { createProcessPool } from '../../src/engine/process-pool.js'
import { ObedientWorker } from '../support/obedient-worker.js'
import { engineContract, QUEUE_SIZE } from './engine.js'

engineContract(
  'The process pool',
  async () => {
    let worker: ObedientWorker | undefined
    let died = (): void => {}
    const engine = createProcessPool({
      workers: 1,
      queueSize: QUEUE_SIZE,
      leftToOthers: 1 / 4,
      maxWaitMs: 60_000,
      jobTimeoutMs: 60_000,
      workerMemoryBytes: 2 ** 40,
      startWorker: () => {
        const { held = false, pid = 0 } = worker ?? {}
        worker = new ObedientWorker(pid + 1)
        worker.held = held
        worker.warm()
        return worker
      },
      onEvent: (event) => event === 'worker died' && died(),
    })
    await engine.start()
    return {
      engine,
      hold: () => {
        worker!.held = true
      },
      release: () => worker!.release(),
      crash: (by) =>
        new Promise((resolve) => {
          died = resolve
          worker!.die(by === 'itself' ? 'SIGSEGV' : 'SIGKILL')
        }),
      close: () => engine.close(),
    }
  },
  { crashes: true },
)
