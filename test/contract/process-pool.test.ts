/** The process pool with scripted workers instead of processes. */
import path from 'node:path'
import { createProcessPool } from '../../src/engine/process-pool.js'
import type { JobReply } from '../../src/engine/worker-process.js'
import type { Job, JobFiles } from '../../src/imaging/job.js'
import { ScriptedWorker } from '../support/scripted-worker.js'
import { DAMAGED, engineContract, QUEUE_SIZE } from './engine.js'

const FAILURE = {
  kind: 'invalid_image',
  message: 'damaged',
  parameter: undefined,
  reason: undefined,
  cause: undefined,
} as const

/** Does its jobs by itself, unless it is held. */
class ObedientWorker extends ScriptedWorker {
  held = false
  private input = ''

  override run(job: Job, files: JobFiles, budgetMs: number): Promise<JobReply> {
    const reply = super.run(job, files, budgetMs)
    this.input = path.basename(files.input)
    if (!this.held) this.work()
    return reply
  }

  release(): void {
    this.held = false
    this.work()
  }

  private work(): void {
    if (this.input !== DAMAGED) this.finish()
    else this.finish({ type: 'failed', error: FAILURE, memoryBytes: this.memoryBytes })
  }
}

engineContract(
  'The process pool',
  async () => {
    let worker: ObedientWorker | undefined
    let died = (): void => {}
    const engine = createProcessPool({
      workers: 1,
      queueSize: QUEUE_SIZE,
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
