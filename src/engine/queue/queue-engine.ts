/**
 * The engine of many machines, as an API node sees it: pictures go to the object store, the job into a queue in Redis;
 * a worker on any machine takes it, and the result comes back the same way. `queue-worker.ts` is the other end.
 *
 * Admission follows the same rules as on one machine, applied to what all nodes know (`fleet-state.ts`). Order: by
 * rank, then by turns, counted in the time that jobs take (`fair-queue.ts`). An account's next job gets a turn after
 * its last one, but never one that has passed: so accounts with waiting jobs alternate, and a newcomer joins at the
 * present turn. The turns of a rank become priorities of BullMQ.
 *
 * If this node dies, its places expire: workers drop its jobs, other nodes delete its objects.
 */

import type { QueueEvents } from 'bullmq'
import type { AppError } from '../../base/errors.js'
import type { Passage } from '../../base/passage.js'
import { randomToken } from '../../base/random-ids.js'
import type { FilesOf, Job, OutcomeOf } from '../../imaging/job.js'
import type { RedisLink } from '../../redis/link.js'
import { toAppError } from '../described-error.js'
import { hardLimitMs } from '../hard-limit.js'
import { createOpenSlots } from '../open-slots.js'
import {
  busy,
  expectedWaitMs,
  forecastFor,
  oldestWaitingMs,
  queueStateOf,
  refuseOverload,
  shuttingDown,
} from '../overload.js'
import type {
  Engine,
  EngineState,
  FinishedJob,
  Forecast,
  OverloadOptions,
  RunOptions,
  Slot,
  SlotRequest,
} from '../port.js'
import type { FleetMembers } from './fleet-members.js'
import { type FleetState, type FleetView, type PlaceInfo, priorityOf, queueAway } from './fleet-state.js'
import { createKeyedMutex } from './keyed-mutex.js'
import { type FileName, isWritten, objectKey, type QueueReply, resultKey } from './messages.js'
import { troubleOf } from './redis-trouble.js'
import { createTidying } from './tidying.js'
import { createWaiters, type JobQueue } from './waiters.js'

export interface QueueEngineOptions extends OverloadOptions {
  readonly jobTimeoutMs: number
  /** Told when something could not be tidied up; the sweep does it later. */
  readonly onError: (error: unknown) => void
  /** The open trace, if there is one. */
  readonly traceparent?: () => string | undefined
}

export interface QueueEngineParts {
  readonly link: RedisLink
  readonly fleetState: FleetState
  readonly fleetMembers: FleetMembers
  readonly queue: JobQueue
  readonly events: QueueEvents
  readonly objects: Passage
}

const RENEW_EVERY_MS = 5000
/** After the longest wait, how often to check whether the job is still waiting. */
const LOOK_AGAIN_MS = 1000
/** A reply is kept long enough to be found by a node that missed the event. */
const KEPT_SECONDS = 60
const lostInTransit = (): AppError => busy('The result was lost in transit; please try again', 1000)
const noWorkers = (): AppError => busy('No worker is connected', 5000)

export function createQueueEngine(options: QueueEngineOptions, parts: QueueEngineParts): Engine {
  const { maxWaitMs, jobTimeoutMs, onError } = options
  const { link, fleetState, fleetMembers, queue, events, objects } = parts
  const waiters = createWaiters(queue, events, link)
  const tidying = createTidying(objects, fleetState, onError)
  /** The places of this node. Slots that download first have none yet. */
  const places = new Map<string, PlaceInfo>()
  const slots = createOpenSlots()
  /** Jobs that wait or run, and how to end them. */
  const running = new Map<string, (error: Error) => void>()
  /** What must be finished before this node closes. */
  const unfinished = new Set<Promise<unknown>>()
  const beforeClosing = <T>(work: Promise<T>): Promise<T> => {
    unfinished.add(work)
    return work.finally(() => unfinished.delete(work))
  }
  const mutex = createKeyedMutex()
  let closed = false
  // Twice the longest wait and the longest run, and some time to spare.
  const objectLifeMs = 2 * (maxWaitMs + hardLimitMs(jobTimeoutMs)) + 60_000

  const forecastOrRefuse = (slotRequest: SlotRequest, view: FleetView): Forecast => {
    if (view.nodes.length === 0) throw noWorkers()
    refuseOverload(slotRequest, options, view)
    return forecastFor(slotRequest, view)
  }
  const takePlace = async (slot: string, slotRequest: SlotRequest): Promise<Forecast> => {
    const { account, rank, kind } = slotRequest
    const info = { account, rank, kind, since: Date.now() }
    const before = await fleetState.enter(slot, info)
    try {
      const forecast = forecastOrRefuse(slotRequest, before)
      places.set(slot, info)
      return forecast
    } catch (error) {
      leavePlace(slot)
      throw error
    }
  }
  // Commands of one connection keep their order: a request for a place from now on finds this one free.
  const leavePlace = (slot: string): void => void fleetState.leave(slot).catch(() => {}) // it expires

  /** Removes a job that no worker has begun; one that is running has to be told to stop. */
  const takeBack = async (jobId: string): Promise<'removed' | 'runs' | 'unknown'> => {
    const removed = await link.attempt(() => queue.remove(jobId))
    if (removed === 1) return 'removed'
    return removed === undefined ? 'unknown' : 'runs'
  }

  /** The reply, or the reason for giving up on it. */
  const awaitReply = async (jobId: string, info: PlaceInfo, signal: AbortSignal): Promise<QueueReply> => {
    const reply = waiters.replyTo(jobId)
    const giveUp = (error: Error): void => waiters.forget(jobId, error)
    running.set(jobId, giveUp)
    const leave = async (): Promise<void> => {
      if ((await takeBack(jobId)) === 'removed') return giveUp(signal.reason as Error)
      await fleetState.notWanted(jobId).catch(() => giveUp(signal.reason as Error))
    }
    const onAbort = (): void => void leave()
    const tooLong = async (): Promise<void> => {
      if ((await takeBack(jobId)) !== 'removed') {
        timer = setTimeout(tooLong, LOOK_AGAIN_MS)
        return
      }
      const waitMs = await fleetState.view().then(
        (view) => view.outage?.retryMs ?? expectedWaitMs(info, view),
        () => maxWaitMs,
      )
      giveUp(busy('No worker was free in time', waitMs))
    }
    let timer = setTimeout(tooLong, maxWaitMs)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    try {
      return await reply
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      running.delete(jobId)
    }
  }

  const run = async <J extends Job>(
    slot: string,
    info: PlaceInfo,
    job: J,
    files: FilesOf<J>,
    signal: AbortSignal,
    keep: boolean,
  ): Promise<FinishedJob<OutcomeOf<J>>> => {
    signal.throwIfAborted()
    if (closed) throw shuttingDown()
    const jobId = `job-${randomToken()}`
    const paths = Object.entries(files) as [FileName, string][]
    const inputs = paths.filter(([name]) => !isWritten(name))
    const keys = paths.map(([name]) => objectKey(jobId, name))
    const inTurn = mutex(`${info.rank} ${info.account}`) // an account's jobs arrive in the order of their turns
    try {
      const turn = await fleetState.takeTurn(slot, info, { keys, lifeMs: objectLifeMs })
      try {
        await Promise.all(inputs.map(([name, file]) => objects.upload(objectKey(jobId, name), file)))
        await inTurn.acquire()
        signal.throwIfAborted()
        if (closed) throw shuttingDown()
        const names = paths.map(([name]) => name)
        const trace = options.traceparent?.()
        const { account, rank } = info
        const adoption = keep ? { adoptedWithinMs: objectLifeMs } : {}
        const data = { job, files: names, slot, account, rank, turn, ...adoption, ...(trace && { trace }) }
        const kept = { age: KEPT_SECONDS }
        const settings = { jobId, priority: priorityOf(rank, turn), removeOnComplete: kept, removeOnFail: kept }
        const added = await link.attempt(() => queue.add(job.kind, data, settings))
        if (!added) throw queueAway() // if it did arrive, it is dropped with the slot
        inTurn.release()
        const reply = await awaitReply(jobId, info, signal)
        const result = storedIn(reply)
        if (signal.aborted && result) tidying.remove([result.key])
        signal.throwIfAborted() // the client has gone: the result is not wanted
        return await received<J>(reply, jobId, slot, paths)
      } finally {
        tidying.remove(keys)
      }
    } finally {
      inTurn.release()
    }
  }

  const received = async <J extends Job>(
    reply: QueueReply,
    jobId: string,
    slot: string,
    paths: readonly (readonly [FileName, string])[],
  ): Promise<FinishedJob<OutcomeOf<J>>> => {
    if (reply.type === 'failed') throw toAppError(reply.error)
    if (reply.type === 'dropped') throw busy('The queue lost contact with this server; please try again', 1000)
    const finished = { outcome: reply.outcome as OutcomeOf<J>, queuedMs: reply.queuedMs }
    const result = storedIn(reply)
    if (result) return { ...finished, stored: { id: result.id, adopt: () => adopt(slot, result.key) } }
    for (const [name, file] of paths.filter(([it]) => isWritten(it))) {
      if (!(await objects.download(objectKey(jobId, name), file))) {
        throw lostInTransit()
      }
    }
    return finished
  }
  const adopt = async (slot: string, key: string): Promise<void> => {
    places.delete(slot) // it leaves with the result
    if (!(await fleetState.adopt(slot, key))) throw lostInTransit()
  }

  const createSlot = (id: string, slotRequest: SlotRequest, forecast: Forecast): Slot => {
    const release = slots.open()
    return {
      forecast,
      run: async <J extends Job>(job: J, files: FilesOf<J>, signal: AbortSignal, options: RunOptions = {}) => {
        const { rank = slotRequest.rank, keep = false } = options
        if (!places.has(id)) await takePlace(id, slotRequest)
        const info = { account: slotRequest.account, rank, kind: job.kind, since: Date.now() }
        places.set(id, info)
        return beforeClosing(run(id, info, job, files, signal, keep))
      },
      release: () => {
        if (places.delete(id)) leavePlace(id)
        release()
      },
    }
  }

  const renewal = setInterval(() => void fleetState.renewPlaces(places).catch(() => {}), RENEW_EVERY_MS).unref()

  return {
    // Workers come and go; a node without any is not ready, and says so.
    start: async () => void fleetMembers.join(),
    admit: async (slotRequest) => {
      slots.refuseWhenDraining()
      const id = randomToken()
      const forecast = slotRequest.fetchesFirst
        ? forecastOrRefuse(slotRequest, await fleetState.view())
        : await takePlace(id, slotRequest)
      return createSlot(id, slotRequest, forecast)
    },
    state: async (): Promise<EngineState> => {
      try {
        const view = await fleetState.view()
        const waiting = await link.attempt(() => queue.getJobCountByTypes('wait', 'prioritized'))
        const members = await fleetMembers.members()
        if (waiting === undefined || !members) throw queueAway()
        const reason = slots.draining ? 'draining' : (troubleOf(link) ?? reasonNotToBeReady(view))
        return {
          ready: reason === undefined,
          ...(reason && { reason }),
          workers: view.workers,
          waiting,
          expectedWaitMs: expectedWaitMs({ account: '', rank: 'free', kind: 'cutout' }, view),
          oldestWaitingMs: oldestWaitingMs(view),
          workerMemoryBytes: members.flatMap(({ missing, workerMemoryBytes }) => (missing ? [] : workerMemoryBytes)),
          members,
        }
      } catch {
        return { ...NOTHING_KNOWN, reason: slots.draining ? 'draining' : (troubleOf(link) ?? 'queue unreachable') }
      }
    },
    queueStateOf: async (account) => queueStateOf(account, await fleetState.view()),
    drain: () => slots.drain(),
    close: async () => {
      void slots.drain()
      if (closed) return
      closed = true
      for (const [jobId, giveUp] of [...running]) {
        giveUp(shuttingDown())
        if ((await takeBack(jobId)) !== 'removed') await fleetState.notWanted(jobId).catch(() => {})
      }
      while (unfinished.size > 0) await Promise.allSettled(unfinished)
      await tidying.close()
      await fleetMembers.leave()
      clearInterval(renewal)
      waiters.close()
      // Not waited for: BullMQ would wait for ever for a connection that is just coming back. The link ends them all.
      for (const closing of [events.close(), queue.close()]) closing.catch(() => {})
      link.close()
    },
  }
}

/** The result that a worker has stored. */
function storedIn(reply: QueueReply): { id: string; key: string } | undefined {
  if (reply.type !== 'done' || reply.stored === undefined || !('extension' in reply.outcome)) return undefined
  return { id: reply.stored, key: resultKey(`${reply.stored}.${reply.outcome.extension}`) }
}

const NOTHING_KNOWN = {
  ready: false,
  workers: { idle: 0, busy: 0, starting: 0 },
  waiting: 0,
  expectedWaitMs: 0,
  workerMemoryBytes: [],
  members: [],
} as const

function reasonNotToBeReady(view: FleetView): EngineState['reason'] {
  const { nodes, foreignNodes, outage, workers } = view
  if (nodes.length === 0) return foreignNodes ? 'workers of another version only' : 'no workers'
  if (outage) return outage.reason
  return workers.idle + workers.busy === 0 ? 'starting' : undefined
}
