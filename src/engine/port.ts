/**
 * What runs jobs. A caller first takes a place (that is where overload is refused), then runs its job in it, or one after
 * the other, and leaves.
 */
import type { Job, JobFiles, Outcome } from '../imaging/job.js'

export interface FinishedJob {
  outcome: Outcome
  /** How long the job waited for a worker. */
  queuedMs: number
}

export interface Place {
  /**
   * Rejects with an AppError: `invalid_image` or `no_foreground` from the picture, `internal` past the time limit,
   * `busy` when the engine closes. An aborted signal rejects with its reason and frees the place in the queue at once.
   */
  run(job: Job, files: JobFiles, signal: AbortSignal): Promise<FinishedJob>
  /** Must be called once the request is over, whatever happened. */
  leave(): void
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
  /** Throws AppError `busy` when all places are taken or the engine is draining. */
  admit(): Place
  state(): EngineState
  /** From now on nobody is admitted; who has a place keeps it. */
  drain(): void
  close(): Promise<void>
}
