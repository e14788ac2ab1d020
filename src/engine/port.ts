/** What runs jobs. A caller takes a slot (overload is refused there), runs one or more jobs in it, and releases it. */
import type { Job, JobFiles, Outcome } from '../imaging/job.js'

export interface FinishedJob {
  outcome: Outcome
  /** How long the job waited for a worker. */
  queuedMs: number
}

export interface Slot {
  /**
   * Rejects with an AppError: `invalid_image` or `no_foreground` from the picture, `internal` past the time limit,
   * `busy` when the engine closes. An aborted signal rejects with its reason and leaves the queue at once.
   */
  run(job: Job, files: JobFiles, signal: AbortSignal): Promise<FinishedJob>
  /** Must be called once the request is over, whatever happened. */
  release(): void
}

export interface EngineState {
  /** At least one worker has warm networks, and the engine is not draining. */
  readonly ready: boolean
  readonly workers: { readonly idle: number; readonly busy: number; readonly starting: number }
  readonly waiting: number
  readonly workerMemoryBytes: readonly number[]
}

export interface Engine {
  /** Resolves when the networks of all workers are warm; rejects when they cannot be loaded. */
  start(): Promise<void>
  /** Throws AppError `busy` when all slots are taken or the engine is draining. */
  admit(): Slot
  state(): EngineState
  /** From now on nobody is admitted; whoever has a slot keeps it. */
  drain(): void
  close(): Promise<void>
}
