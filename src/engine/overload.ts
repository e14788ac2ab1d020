/** Admission: by how long a newcomer would wait, and by each account's share of the places. */
import { AppError } from '../base/errors.js'
import type { Job } from '../imaging/job.js'
import { aheadOf } from './fair-queue.js'
import { FIRST_GUESS_MS } from './job-times.js'
import {
  type AccountQueueState,
  type EngineState,
  type Forecast,
  type OverloadOptions,
  RANKS,
  type Rank,
  roomFor,
  type SlotRequest,
  totalOf,
} from './port.js'

/** A slot's place in the queue or in a worker. */
export interface Place {
  account: string
  rank: Rank
  kind: Job['kind']
  /** Whether it is waiting, or about to. */
  due: boolean
  /** Since when it has been due. */
  since: number
  /** When a worker started on it. */
  startedAt: number | undefined
}

export const busy = (message: string, waitMs: number): AppError =>
  new AppError('busy', message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
export const outOfOrder = (retryMs: number): AppError =>
  busy('The service is unavailable: no worker can take jobs', retryMs)

/** The workers and the jobs that wait for one, on this machine or on many. */
export interface Situation {
  readonly places: Iterable<Place>
  readonly workers: EngineState['workers']
  /** No worker can take jobs; the time until the next attempt. */
  readonly outage?: { readonly retryMs: number } | undefined
  readonly expectedMs: (kind: Job['kind']) => number
  /** By the same clock as `since` and `startedAt`. */
  readonly now: number
}

type Newcomer = Pick<SlotRequest, 'account' | 'rank' | 'kind'>

/** What a request can expect if it asks now. */
export function forecastFor(newcomer: Newcomer, situation: Situation): Forecast {
  const { places, workers, expectedMs, now } = situation
  const { idle, busy: working } = workers
  const all = [...places]
  const waiting = all.filter(({ due }) => due)
  const ahead = aheadOf(newcomer, waiting, expectedMs)
  const workMs = expectedMs(newcomer.kind)
  if (ahead.length < idle) return { ahead: 0, waitMs: 0, workMs }
  const aheadMs = ahead.map(({ kind }) => expectedMs(kind))
  const runningMs = all.map(({ kind, startedAt }) =>
    startedAt === undefined ? 0 : Math.max(0, expectedMs(kind) - (now - startedAt)),
  )
  const sumMs = [...aheadMs, ...runningMs].reduce((sum, ms) => sum + ms, 0)
  return { ahead: ahead.length, waitMs: sumMs / (idle + working || totalOf(workers) || 1), workMs }
}

export const expectedWaitMs = (newcomer: Newcomer, situation: Situation): number =>
  forecastFor(newcomer, situation).waitMs

/** How long the oldest waiting job of each kind has waited. */
export function oldestWaitingMs({ places, now }: Pick<Situation, 'places' | 'now'>): Record<Job['kind'], number> {
  const oldest = zeroOfEach(FIRST_GUESS_MS)
  for (const { due, kind, since } of places) if (due) oldest[kind] = Math.max(oldest[kind], now - since)
  return oldest
}

const zeroOfEach = <Kinds extends Record<string, number>>(kinds: Kinds): Kinds =>
  Object.assign({ ...kinds }, Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])))

/** The state of the account's own jobs; the next of those that wait says what is ahead of it. */
export function queueStateOf(account: string, situation: Situation): AccountQueueState {
  const places = [...situation.places]
  const own = places.filter((place) => place.account === account)
  const waiting = own.filter(({ due }) => due).sort((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank))
  const running = own.filter(({ startedAt }) => startedAt !== undefined).length
  const [next] = waiting
  if (!next) return { running, waiting: 0 }
  const others = places.filter((place) => !waiting.includes(place))
  return { running, waiting: waiting.length, next: forecastFor(next, { ...situation, places: others }) }
}

export function refuseOverload(
  slotRequest: SlotRequest,
  { queueSize: meant, leftToOthers = 0, maxWaitMs, admittedShareOfWait = 1 }: OverloadOptions,
  situation: Situation,
): void {
  if (situation.outage) throw outOfOrder(situation.outage.retryMs)
  const places = [...situation.places]
  const workers = totalOf(situation.workers)
  const queueSize = roomFor(meant, situation.workers)
  const waitMs = expectedWaitMs(slotRequest, situation)
  if (places.length >= workers + queueSize) throw busy('All workers are busy and the queue is full', waitMs)
  const own = places.filter(({ account }) => account === slotRequest.account).length
  const reserved = Math.floor(queueSize * leftToOthers)
  if (own >= shareOf(slotRequest.account, places, workers + queueSize, reserved))
    throw busy("This account's share of the queue is used up", waitMs)
  if (waitMs > maxWaitMs * admittedShareOfWait) throw busy('All workers are busy', waitMs)
}

/** Alone, an account leaves some places to newcomers; otherwise all accounts have equal shares. */
function shareOf(account: string, places: readonly Place[], all: number, reserved: number): number {
  const accounts = new Set([...places, { account }].map((place) => place.account)).size
  return accounts === 1 ? all - reserved : Math.ceil(all / accounts)
}

export const shuttingDown = (): AppError => busy('The service is shutting down', 5000)
