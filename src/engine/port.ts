/** What runs jobs. A caller takes a slot (overload is refused there), runs one or more jobs in it, and releases it. */
import type { Job, JobFiles, Outcome } from '../imaging/job.js'

/** Who goes first: paid work, then free previews, then small works such as thumbnails. */
export const RANKS = ['paid', 'free', 'small'] as const
export type Rank = (typeof RANKS)[number]

/** What somebody wants a slot for. */
export interface SlotRequest {
  /** Accounts take turns, however much each of them asks for. */
  readonly account: string
  readonly rank: Rank
  readonly kind: Job['kind']
  /**
   * The picture has to be downloaded first. Such a slot takes its place in the queue with its first job only, so that
   * slow hosts keep nobody out; the job may then still be refused as `busy`.
   */
  readonly fetchesFirst?: boolean
}

/** What is likely, when somebody asks for a slot. */
export interface Forecast {
  /** How many waiting jobs go first. */
  readonly ahead: number
  readonly waitMs: number
  /** How long such a job takes. */
  readonly workMs: number
}

/** How the jobs of an account stand at the moment. */
export interface Standing {
  readonly running: number
  readonly waiting: number
  /** Of the waiting ones, that which goes first. */
  readonly next?: Forecast
}

export interface FinishedJob {
  outcome: Outcome
  /** How long the job waited for a worker. */
  queuedMs: number
}

export interface Slot {
  /** As it was when the slot was given. */
  readonly forecast: Forecast
  /**
   * Rejects with an AppError: `invalid_image` or `no_foreground` from the picture, `internal` past the time limit,
   * `busy` when no worker came free in time, when workers were killed by others, or when the engine closes. An aborted
   * signal rejects with its reason: in the queue at once, in a worker after the step that is running, so that nobody
   * writes to the job's files any more. `rank` is that of the request unless the job turned out to be another.
   */
  run(job: Job, files: JobFiles, signal: AbortSignal, rank?: Rank): Promise<FinishedJob>
  /** Must be called once the request is over, whatever happened. */
  release(): void
}

/** Why a machine takes no jobs although it is there, and when it tries again. */
export interface Hindrance {
  readonly reason: 'workers cannot start' | 'workers cannot store pictures' | 'workers cannot reach the queue'
  readonly retryMs: number
}

export interface EngineState {
  /** At least one worker has warm networks, and the engine is not draining. */
  readonly ready: boolean
  /** Why it is not ready; fit for strangers' eyes. */
  readonly reason?:
    | 'starting'
    | Hindrance['reason']
    | 'draining'
    | 'no workers'
    | 'workers of another version only'
    | 'queue unreachable'
  readonly workers: { readonly idle: number; readonly busy: number; readonly starting: number }
  readonly waiting: number
  /** How long a newcomer with a free preview would wait. */
  readonly expectedWaitMs: number
  readonly workerMemoryBytes: readonly number[]
  /** All who share the queue, servers first; absent where this node works alone. */
  readonly members?: readonly FleetMember[]
}

/** A server or a machine of workers. */
export interface FleetMember {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly version: string
  /** Servers of a fleet have none. */
  readonly workers?: EngineState['workers']
  /** Why its workers take no jobs, where they do not. */
  readonly hindrance?: Hindrance['reason']
  readonly workerMemoryBytes: readonly number[]
  /** With that of its workers. */
  readonly memoryBytes: number
  /** Whether it is this process. */
  readonly here: boolean
  /** How long it has not been heard of. */
  readonly silentMs: number
  /** Silent for too long: killed, or cut off. */
  readonly missing: boolean
}

/** Told to the operator in one line: the reason is in the networks' files or in the machine, not in our code. */
export class EngineCannotStart extends Error {
  override readonly name = 'EngineCannotStart'

  constructor(reason: string) {
    super(`The networks cannot be loaded: ${reason.replace(/\s*\n\s*/g, ' ')}`)
  }
}

export interface Engine {
  /** Resolves when the networks of all workers are warm; rejects with EngineCannotStart when they cannot be loaded. */
  start(): Promise<void>
  /**
   * Rejects with AppError `busy` when the wait would be too long, when all places or the account's share of them are
   * taken, when no worker can start, or when the engine is draining. `retryAfterSeconds` is how long the wait would be.
   */
  admit(slotRequest: SlotRequest): Promise<Slot>
  state(): Promise<EngineState>
  standingOf(account: string): Promise<Standing>
  /** From now on nobody is admitted; whoever has a slot keeps it. Resolves when the last of them is released. */
  drain(): Promise<void>
  close(): Promise<void>
}
