/** What runs jobs. A caller takes a slot (overload is refused there), runs one or more jobs in it, and releases it. */
import type { FilesOf, Job, Outcome, OutcomeOf } from '../imaging/job.js'

/** The order of service: paid work, then lists that nobody waits for, then free previews, then small jobs such as thumbnails. */
export const RANKS = ['paid', 'batch', 'free', 'small'] as const
export type Rank = (typeof RANKS)[number]

/** What a slot is requested for. */
export interface SlotRequest {
  /** Accounts take turns, however much each of them requests. */
  readonly account: string
  readonly rank: Rank
  readonly kind: Job['kind']
  /**
   * The picture has to be downloaded first. Such a slot takes its place in the queue only with its first job, so that
   * slow hosts do not block the queue; the job may then still be refused as `busy`.
   */
  readonly fetchesFirst?: boolean
}

/** When a request for a slot is refused; service/images/gates.ts has the server's values. */
export interface OverloadOptions {
  /** Jobs that may wait, however short the wait, for up to four workers; more workers, more jobs in proportion. */
  readonly queueSize: number
  /** The part of the queue that a lone account leaves to newcomers; none unless given. */
  readonly leftToOthers?: number
  /** A job that has waited this long is refused. */
  readonly maxWaitMs: number
  /**
   * Waits are estimates, so requests are admitted up to this share of the longest wait; up to all of it unless given.
   */
  readonly admittedShareOfWait?: number
}

/** The forecast for a request at the time it is admitted. */
export interface Forecast {
  /** How many waiting jobs go before it. */
  readonly ahead: number
  readonly waitMs: number
  /** How long such a job takes. */
  readonly workMs: number
}

/** The state of an account's jobs. */
export interface AccountQueueState {
  readonly running: number
  readonly waiting: number
  /** The forecast for the first of the waiting jobs. */
  readonly next?: Forecast
}

export interface FinishedJob<O extends Outcome = Outcome> {
  outcome: O
  /** How long the job waited for a worker. */
  queuedMs: number
  /** Where a result to be kept has been stored already. Without it, the picture is in the file. */
  stored?: StoredResult
}

/** In the object store as `<id>.<extension>`; unless it is adopted in time, the engine deletes it. */
export interface StoredResult {
  readonly id: string
  /**
   * To be called once there is a record by which it will be found and deleted, and before anybody is told of it.
   * Rejects with AppError `busy` when it is too late or not known. No other job may run in the slot afterwards.
   */
  adopt(): Promise<void>
}

export interface RunOptions {
  /** Left out: the request's. */
  readonly rank?: Rank
  /** The result will be kept in the object store: an engine whose workers reach it lets them store it themselves. */
  readonly keep?: boolean
}

export interface Slot {
  /** As of when the slot was given. */
  readonly forecast: Forecast
  /**
   * Rejects with an AppError: `invalid_image` or `no_foreground` because of the picture, `internal` past the time
   * limit, `busy` when no worker was free in time, when workers were killed from outside, or when the engine closes. An
   * aborted signal rejects with its reason: at once while the job waits, and after the current step while it runs, so
   * that no worker still writes to the job's files.
   */
  run<J extends Job>(
    job: J,
    files: FilesOf<J>,
    signal: AbortSignal,
    options?: RunOptions,
  ): Promise<FinishedJob<OutcomeOf<J>>>
  /** Must be called at the end of the request, whatever happened. */
  release(): void
}

/** Why a running machine takes no jobs, and when it tries again. */
export interface Hindrance {
  readonly reason: 'workers cannot start' | 'workers cannot store pictures' | 'workers cannot reach the queue'
  readonly retryMs: number
}

export interface EngineState {
  /** At least one worker has warm networks, and the engine is not draining. */
  readonly ready: boolean
  /** Why it is not ready; safe to publish. */
  readonly reason?:
    | 'starting'
    | Hindrance['reason']
    | 'draining'
    | 'no workers'
    | 'workers of another version only'
    | 'queue unreachable'
    | 'Redis is full'
  readonly workers: { readonly idle: number; readonly busy: number; readonly starting: number }
  readonly waiting: number
  /** How long a new free preview would wait. */
  readonly expectedWaitMs: number
  /** How long the oldest waiting job of each kind has waited; absent where that is not known. */
  readonly oldestWaitingMs?: Readonly<Record<Job['kind'], number>>
  readonly workerMemoryBytes: readonly number[]
  /** All members that share the queue, servers first; absent where this node works alone. */
  readonly members?: readonly FleetMember[]
}

export const totalOf = ({ idle, busy, starting }: EngineState['workers']): number => idle + busy + starting

/** The size of a queue is meant for up to so many workers: more of them get through a longer one in the same time. */
const CREW = 4
/** How many may wait. */
export const roomFor = (queueSize: number, workers: EngineState['workers']): number =>
  Math.floor(queueSize * Math.max(1, totalOf(workers) / CREW))

/** A server or a worker machine. */
export interface FleetMember {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly version: string
  /** Servers of a fleet have none. */
  readonly workers?: EngineState['workers']
  /** Why its workers take no jobs, if they do not. */
  readonly hindrance?: Hindrance['reason']
  readonly workerMemoryBytes: readonly number[]
  /** Including its workers. */
  readonly memoryBytes: number
  /** Whether it is this process. */
  readonly here: boolean
  /** The time since its last report. */
  readonly silentMs: number
  /** Silent for too long: killed, or cut off. */
  readonly missing: boolean
}

/** Reported to the operator in one line: the cause is in the network files or in the machine, not in our code. */
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
  queueStateOf(account: string): Promise<AccountQueueState>
  /** Admits no more requests; open slots stay valid. Resolves when the last of them is released. */
  drain(): Promise<void>
  close(): Promise<void>
}
