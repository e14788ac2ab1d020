/** Who is let in: by how long a newcomer would wait, and by each account's share of the places. */
import { AppError } from '../errors.js'
import type { Job } from '../imaging/job.js'
import type { Crew } from './crew.js'
import { aheadOf } from './fair-queue.js'
import type { JobTimes } from './job-times.js'
import type { Rank, SlotRequest } from './port.js'

export interface OverloadOptions {
  readonly workers: number
  /** A bound for the number of those who wait, however short the wait. */
  readonly queueSize: number
  readonly maxWaitMs: number
}

/** A slot's place in the queue or in a worker. */
export interface Place {
  account: string
  rank: Rank
  kind: Job['kind']
  /** Whether it waits, or is about to. */
  due: boolean
  /** When a worker began with it. */
  startedAt: number | undefined
}

/** Times are estimates: room is left, so that nearly all who are admitted are served within the longest wait. */
const ADMITTED_SHARE_OF_WAIT = 0.75

/** One account alone leaves this part of the queue to newcomers. */
const LEFT_TO_OTHERS = 1 / 4

export const busy = (message: string, waitMs: number): AppError =>
  new AppError('busy', message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
export const outOfOrder = (retryMs: number): AppError =>
  busy('The service is out of order: no worker can start', retryMs)

export function createOverloadGuard(
  { workers, queueSize, maxWaitMs }: OverloadOptions,
  crew: Pick<Crew, 'count' | 'outage'>,
  jobTimes: JobTimes,
) {
  const places = new Set<Place>()

  const expectedWaitMs = (newcomer: Pick<SlotRequest, 'account' | 'rank'>): number => {
    const now = performance.now()
    const { idle, busy: working } = crew.count()
    const all = [...places]
    const ahead = aheadOf(
      newcomer,
      all.filter(({ due }) => due),
    )
    if (ahead.length < idle) return 0
    const aheadMs = ahead.map(({ kind }) => jobTimes.expected(kind))
    const runningMs = all.map(({ kind, startedAt }) =>
      startedAt === undefined ? 0 : Math.max(0, jobTimes.expected(kind) - (now - startedAt)),
    )
    return [...aheadMs, ...runningMs].reduce((sum, ms) => sum + ms, 0) / (idle + working || workers)
  }

  /** Alone, an account leaves some places to newcomers; with others, it has as many as each of them. */
  const shareOf = (account: string): number => {
    const accounts = new Set([...places, { account }].map((place) => place.account)).size
    return accounts === 1
      ? workers + queueSize - Math.floor(queueSize * LEFT_TO_OTHERS)
      : Math.ceil((workers + queueSize) / accounts)
  }

  const refuseOverload = (slotRequest: SlotRequest): void => {
    const outage = crew.outage()
    if (outage) throw outOfOrder(outage.retryMs)
    const waitMs = expectedWaitMs(slotRequest)
    if (places.size >= workers + queueSize) throw busy('All workers are busy and the queue is full', waitMs)
    const own = [...places].filter(({ account }) => account === slotRequest.account).length
    if (own >= shareOf(slotRequest.account)) throw busy("This account's share of the queue is used up", waitMs)
    if (waitMs > maxWaitMs * ADMITTED_SHARE_OF_WAIT) throw busy('All workers are busy', waitMs)
  }

  return { places, expectedWaitMs, refuseOverload }
}
