/**
 * An engine at the port, without processes and networks: it records what it was asked, and writes a small real PNG.
 * What happens in between is the test's choice.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { AppError } from '../../src/base/errors.js'
import { createFairQueue } from '../../src/engine/fair-queue.js'
import type {
  AccountQueueState,
  Engine,
  EngineState,
  Forecast,
  RunOptions,
  Slot,
  SlotRequest,
} from '../../src/engine/port.js'
import type {
  CutoutOutcome,
  FilesOf,
  FrameLook,
  Job,
  JobFiles,
  NearestStyles,
  OutcomeOf,
  PortraitStyleOutcome,
} from '../../src/imaging/job.js'

/** A picture of 2 x 2 pixels. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVR4nGP4z8DwHwwZGP6DCAYAP9IF+9wCo9QAAAAASUVORK5CYII=',
  'base64',
)

export interface SeenJob {
  readonly job: Job
  readonly input: Buffer
}

/** What a test says about a result; its kind is that of the job. */
export type Made = Omit<CutoutOutcome, 'kind' | 'warnings'> &
  Partial<{ warnings: readonly string[] } & Pick<PortraitStyleOutcome, 'styleRecipe'>>

export class FakeEngine implements Engine {
  /** What the engine was asked to do, in order. */
  seen: SeenJob[] = []
  /** Slots taken and not yet released. */
  taken = 0
  full = false
  networksWarm = true
  forecast: Forecast = { ahead: 0, waitMs: 0, workMs: 1000 }
  queueState: AccountQueueState = { running: 0, waiting: 0 }
  /** Runs between reading the input and writing the result; what it throws is the job's failure. */
  work: (signal: AbortSignal) => Promise<void> = async () => {}
  /** Makes real results instead of the small PNG. */
  execute: ((job: Job, files: JobFiles) => Promise<Made>) | undefined
  /** What prompts mean whose words say nothing. */
  nearest: NearestStyles | undefined
  /** What is seen in the frames of a camera. */
  look: FrameLook = { refused: 'no_face' }
  private busy = 0
  private readonly waiting = createFairQueue<() => void>(() => 1)
  /** Those of slots that have run a job, or did not have to download first. */
  private places = 0
  private readonly closed = new AbortController()
  private draining = false
  private emptied = (): void => {}

  /** More of both than any test needs, unless it says otherwise. */
  constructor(
    private readonly workers = 100,
    private readonly queueSize = 100,
  ) {}

  reset(): void {
    this.seen = []
    this.full = false
    this.networksWarm = true
    this.forecast = { ahead: 0, waitMs: 0, workMs: 1000 }
    this.queueState = { running: 0, waiting: 0 }
    this.draining = false
    this.work = async () => {}
    this.execute = undefined
    this.nearest = undefined
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    void this.drain()
    this.closed.abort(busy())
  }

  drain(): Promise<void> {
    this.draining = true
    return new Promise((resolve) => {
      this.emptied = resolve
      if (this.taken === 0) resolve()
    })
  }

  async admit({ account, rank: claimed, kind, fetchesFirst }: SlotRequest): Promise<Slot> {
    if (this.draining) throw busy()
    let placed = false
    const takePlace = (): void => {
      if (this.full || this.places >= this.workers + this.queueSize) throw busy()
      this.places += 1
      placed = true
    }
    if (!fetchesFirst) takePlace()
    else if (this.full) throw busy()
    this.taken += 1
    let left = false
    return {
      forecast: this.forecast,
      run: async <J extends Job>(
        job: J,
        files: FilesOf<J>,
        signal: AbortSignal,
        { rank = claimed }: RunOptions = {},
      ) => {
        if (!placed) takePlace()
        await this.takeWorker({ account, rank, kind }, signal)
        try {
          const outcome = await unless(this.closed.signal, this.carryOut(job, files, signal))
          signal.throwIfAborted()
          return { outcome, queuedMs: 1 }
        } finally {
          this.giveWorkerBack()
        }
      },
      release: () => {
        if (left) return
        left = true
        this.taken -= 1
        if (placed) this.places -= 1
        if (this.taken === 0) this.emptied()
      },
    }
  }

  async state(): Promise<EngineState> {
    const reason = this.draining ? 'draining' : this.networksWarm ? undefined : 'starting'
    return {
      ready: reason === undefined,
      ...(reason && ({ reason } as const)),
      workers: { idle: this.workers - this.busy, busy: this.busy, starting: 0 },
      waiting: this.waiting.length,
      expectedWaitMs: 0,
      workerMemoryBytes: Array.from({ length: this.workers }, () => 0),
    }
  }

  async queueStateOf(): Promise<AccountQueueState> {
    return this.queueState
  }

  private async carryOut<J extends Job>(job: J, files: FilesOf<J>, signal: AbortSignal): Promise<OutcomeOf<J>> {
    const { input } = files
    this.seen.push({ job, input: input === undefined ? Buffer.alloc(0) : await readFile(input) })
    const made = await this.make(job, files)
    await this.work(signal)
    return { ...made, kind: job.kind } as OutcomeOf<J>
  }

  private async make(job: Job, files: FilesOf<Job>): Promise<object> {
    if (job.kind === 'read-prompt') return { ...TIMINGS, nearest: this.nearest }
    if (job.kind === 'face-hints') return { ...TIMINGS, look: this.look }
    return this.execute ? this.execute(job, files as JobFiles) : writeSmallPng(files as JobFiles)
  }

  private async takeWorker(slotRequest: Omit<SlotRequest, 'fetchesFirst'>, client: AbortSignal): Promise<void> {
    client.throwIfAborted()
    if (this.busy < this.workers) {
      this.busy += 1
      return
    }
    let go = (): void => {}
    const turn = new Promise<void>((resolve) => {
      go = resolve
    })
    this.waiting.add(go, slotRequest)
    try {
      await unless(AbortSignal.any([client, this.closed.signal]), turn)
    } catch (error) {
      this.waiting.remove(go)
      throw error
    }
  }

  private giveWorkerBack(): void {
    const next = this.waiting.next()
    if (next) next()
    else this.busy -= 1
  }
}

const busy = (): AppError => new AppError('busy', 'All workers are busy', { retryAfterSeconds: 7 })

/** The work, or the signal's reason if that comes first. */
async function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const TIMINGS = { timingsMs: { decode: 1, infer: 1, compose: 1, encode: 1 } }

export const OUTCOME: Made = {
  width: 2,
  height: 2,
  contentType: 'image/png',
  extension: 'png',
  bytes: PNG.length,
  foreground: { left: 0, top: 0, width: 2, height: 2 },
  ...TIMINGS,
}

async function writeSmallPng({ output }: JobFiles): Promise<Made> {
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
