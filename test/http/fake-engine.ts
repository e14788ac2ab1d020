/**
 * An engine at the port, without processes and networks: it records what it was asked, and writes a small real PNG.
 * What happens in between is the test's choice.
 */
import { readFile, writeFile } from 'node:fs/promises'
import type { Engine, EngineState } from '../../src/engine/port.js'
import { AppError } from '../../src/errors.js'
import type { Job, JobFiles, Outcome } from '../../src/imaging/job.js'

/** A picture of 2 x 2 pixels. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVR4nGP4z8DwHwwZGP6DCAYAP9IF+9wCo9QAAAAASUVORK5CYII=',
  'base64',
)

export interface SeenJob {
  readonly job: Job
  readonly input: Buffer
}

export class FakeEngine implements Engine {
  /** What the engine was asked to do, in order. */
  seen: SeenJob[] = []
  /** Slots taken and not yet released. */
  taken = 0
  full = false
  networksWarm = true
  /** Runs between reading the input and writing the result; what it throws is the job's failure. */
  work: (signal: AbortSignal) => Promise<void> = async () => {}
  /** Makes real results instead of the small PNG. */
  execute: ((job: Job, files: JobFiles) => Promise<Outcome>) | undefined
  private draining = false

  reset(): void {
    this.seen = []
    this.full = false
    this.networksWarm = true
    this.draining = false
    this.work = async () => {}
    this.execute = undefined
  }

  async start(): Promise<void> {}
  async close(): Promise<void> {}

  drain(): void {
    this.draining = true
  }

  admit() {
    if (this.full || this.draining) throw new AppError('busy', 'All workers are busy', { retryAfterSeconds: 7 })
    this.taken += 1
    return {
      run: async (job: Job, files: JobFiles, signal: AbortSignal) => {
        signal.throwIfAborted()
        this.seen.push({ job, input: await readFile(files.input) })
        const outcome = this.execute ? await this.execute(job, files) : await writeSmallPng(files)
        await this.work(signal)
        return { outcome, queuedMs: 1 }
      },
      release: () => {
        this.taken -= 1
      },
    }
  }

  state(): EngineState {
    return {
      ready: this.networksWarm && !this.draining,
      workers: { idle: 1, busy: 2, starting: 3 },
      waiting: 4,
      workerMemoryBytes: [5],
    }
  }
}

const OUTCOME: Outcome = {
  width: 2,
  height: 2,
  contentType: 'image/png',
  extension: 'png',
  bytes: PNG.length,
  foreground: { left: 0, top: 0, width: 2, height: 2 },
  timingsMs: { decode: 1, infer: 1, compose: 1, encode: 1 },
}

async function writeSmallPng({ output }: JobFiles): Promise<Outcome> {
  await writeFile(output, PNG)
  return OUTCOME
}

/** Work that goes on until the test opens the gate, or, like a job that waits for a worker, until the client has gone. */
export function gate() {
  let open = (): void => {}
  let reach = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const work = async (signal: AbortSignal): Promise<void> => {
    reach()
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    await Promise.race([opened, left])
  }
  return { work, reached, open }
}
