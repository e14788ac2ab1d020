/**
 * The engine of many machines, as an API node sees it: pictures go to the object store, the job into a queue in Redis,
 * workers on any machine take it, and what they made comes back the same way. `queue-worker.ts` is the other end.
 *
 * Who is admitted is decided by the same rules as on one machine, over what all nodes know (`board.ts`). Order: by rank,
 * then by turns, counted in the time that jobs take (`fair-queue.ts`). An account's next job has a turn after its last one,
 * but none that is over: so accounts with jobs waiting alternate, and an account that comes later joins at the present turn. Turns of a rank become priorities of BullMQ.
 *
 * If this node dies, its places expire: workers drop its jobs, other nodes delete its objects.
 */
import type { QueueEvents } from 'bullmq'
import type { AppError } from '../../errors.js'
import type { Job, JobFiles } from '../../imaging/job.js'
import { randomToken } from '../../random-ids.js'
import type { RedisLink } from '../../redis/link.js'
import { toAppError } from '../described-error.js'
import { hardLimitMs } from '../hard-limit.js'
import {
  busy,
  expectedWaitMs,
  forecastFor,
  type OverloadOptions,
  refuseOverload,
  shuttingDown,
  standingOf,
} from '../overload.js'
import type { Engine, EngineState, FinishedJob, Forecast, Slot, SlotRequest } from '../port.js'
import { type Board, type FleetView, type PlaceInfo, priorityOf, queueAway } from './board.js'
import { createLines } from './lines.js'
import { type InputName, type JobObjects, objectKey, type QueueReply } from './messages.js'
import type { Roll } from './roll.js'
import { createWaiters, type JobQueue } from './waiters.js'

export interface QueueEngineOptions extends OverloadOptions {
  readonly jobTimeoutMs: number
  /** Told when something could not be tidied up; the sweep does it later. */
  readonly onError: (error: unknown) => void
}

export interface QueueEngineParts {
  readonly link: RedisLink
  readonly board: Board
  readonly roll: Roll
  readonly queue: JobQueue
  readonly events: QueueEvents
  readonly objects: JobObjects
}

const RENEW_EVERY_MS = 5000
const SWEEP_EVERY_MS = 30_000
/** Nodes that admit at the same moment: one wins, the others look again. */
const ADMISSION_TRIES = 20
/** After the longest wait, how often it is looked whether the job still waits. */
const LOOK_AGAIN_MS = 1000
/** A reply is kept long enough to be found by whoever missed the event. */
const KEPT_SECONDS = 60
const noWorkers = (): AppError => busy('No worker is connected', 5000)

export function createQueueEngine(options: QueueEngineOptions, parts: QueueEngineParts): Engine {
  const { maxWaitMs, jobTimeoutMs, onError } = options
  const { link, board, roll, queue, events, objects } = parts
  const waiters = createWaiters(queue, events, link)
  /** Of this node. Those that download first have none yet. */
  const places = new Map<string, PlaceInfo>()
  const slots = new Set<string>()
  /** Jobs that wait or run, and what ends them. */
  const running = new Map<string, (error: Error) => void>()
  /** What is to be over before this node closes. */
  const unfinished = new Set<Promise<unknown>>()
  const beforeClosing = <T>(work: Promise<T>): Promise<T> => {
    unfinished.add(work)
    return work.finally(() => unfinished.delete(work))
  }
  const lineUp = createLines()
  let draining = false
  let closed = false
  let emptied: (() => void) | undefined
  // Twice through wait and work, each as long as can be, and then some.
  const objectLifeMs = 2 * (maxWaitMs + hardLimitMs(jobTimeoutMs)) + 60_000

  const forecastOrRefuse = (slotRequest: SlotRequest, view: FleetView): Forecast => {
    if (view.crews.length === 0) throw noWorkers()
    refuseOverload(slotRequest, options, view)
    return forecastFor(slotRequest, view)
  }
  /** Nobody else may have taken a place between the look and the step. */
  const takePlace = async (slot: string, slotRequest: SlotRequest): Promise<Forecast> => {
    const { account, rank, kind } = slotRequest
    const inLine = lineUp('admission')
    try {
      await inLine.come()
      for (let tried = 0; tried < ADMISSION_TRIES; tried++) {
        const view = await board.view()
        const forecast = forecastOrRefuse(slotRequest, view)
        if (!(await board.takePlace(slot, { account, rank, kind }, view))) continue
        places.set(slot, { account, rank, kind })
        return forecast
      }
      throw busy('Too many requests arrive at once', 1000)
    } finally {
      inLine.leave()
    }
  }

  const tidy = async (keys: readonly string[]): Promise<void> => {
    await objects.delete(keys)
    await board.forgetObjects(keys)
  }
  /** A job that no worker has begun is gone; one that runs is told to stop. */
  const takeBack = async (jobId: string): Promise<'removed' | 'runs' | 'unknown'> => {
    const removed = await link.attempt(() => queue.remove(jobId))
    if (removed === 1) return 'removed'
    return removed === undefined ? 'unknown' : 'runs'
  }

  /** The reply, or the reason why nobody waits for it any more. */
  const awaitReply = async (jobId: string, info: PlaceInfo, signal: AbortSignal): Promise<QueueReply> => {
    const reply = waiters.replyTo(jobId)
    const giveUp = (error: Error): void => waiters.forget(jobId, error)
    running.set(jobId, giveUp)
    const leave = async (): Promise<void> => {
      if ((await takeBack(jobId)) === 'removed') return giveUp(signal.reason as Error)
      await board.notWanted(jobId).catch(() => giveUp(signal.reason as Error))
    }
    const onAbort = (): void => void leave()
    const tooLong = async (): Promise<void> => {
      if ((await takeBack(jobId)) !== 'removed') {
        timer = setTimeout(tooLong, LOOK_AGAIN_MS)
        return
      }
      const waitMs = await board.view().then(
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

  const run = async (
    slot: string,
    info: PlaceInfo,
    job: Job,
    files: JobFiles,
    signal: AbortSignal,
  ): Promise<FinishedJob> => {
    signal.throwIfAborted()
    if (closed) throw shuttingDown()
    const jobId = `job-${randomToken()}`
    const { output, ...inputFiles } = files
    const inputs = Object.keys(inputFiles) as InputName[]
    const keys = [...inputs, 'output' as const].map((name) => objectKey(jobId, name))
    const inTurn = lineUp(`${info.rank} ${info.account}`) // an account's jobs arrive in the order of their turns
    try {
      const [turn] = await Promise.all([board.takeTurn(slot, info), board.noteObjects(keys, objectLifeMs)])
      try {
        await Promise.all(inputs.map((name) => objects.upload(objectKey(jobId, name), inputFiles[name] as string)))
        await inTurn.come()
        signal.throwIfAborted()
        if (closed) throw shuttingDown()
        const data = { job, inputs, slot, account: info.account, rank: info.rank, turn }
        const kept = { age: KEPT_SECONDS }
        const settings = { jobId, priority: priorityOf(info.rank, turn), removeOnComplete: kept, removeOnFail: kept }
        const added = await link.attempt(() => queue.add(job.kind, data, settings))
        if (!added) throw queueAway() // if it did arrive, it is dropped with the slot
        inTurn.leave()
        const reply = await awaitReply(jobId, info, signal)
        signal.throwIfAborted() // whatever the worker made of it, nobody wants it
        return await received(reply, jobId, output)
      } finally {
        void beforeClosing(tidy(keys).catch(onError)) // nobody has to wait for it
      }
    } finally {
      inTurn.leave()
    }
  }

  const received = async (reply: QueueReply, jobId: string, output: string): Promise<FinishedJob> => {
    if (reply.type === 'failed') throw toAppError(reply.error)
    if (reply.type === 'dropped') throw busy('The queue took this server for dead; please try again', 1000)
    if (!(await objects.download(objectKey(jobId, 'output'), output))) {
      throw busy('The result was lost on its way; please try again', 1000)
    }
    return { outcome: reply.outcome, queuedMs: reply.queuedMs }
  }

  const createSlot = (id: string, slotRequest: SlotRequest, forecast: Forecast): Slot => {
    slots.add(id)
    return {
      forecast,
      run: async (job, files, signal, rank = slotRequest.rank) => {
        if (!places.has(id)) await takePlace(id, slotRequest)
        const info = { account: slotRequest.account, rank, kind: job.kind }
        places.set(id, info)
        return beforeClosing(run(id, info, job, files, signal))
      },
      release: () => {
        if (!slots.delete(id)) return
        // In the order of commands on one connection: whoever asks for a place from now on finds this one free.
        if (places.delete(id)) void board.leave(id).catch(() => {}) // it expires
        if (slots.size === 0) emptied?.()
      },
    }
  }

  const sweep = async (): Promise<void> => {
    const overdue = await board.overdueObjects()
    if (overdue.length > 0) await tidy(overdue)
  }
  const renewal = setInterval(() => void board.renewPlaces(places).catch(() => {}), RENEW_EVERY_MS).unref()
  const sweeping = setInterval(() => void sweep().catch(() => {}), SWEEP_EVERY_MS).unref()

  return {
    // Workers come and go; a node without any is not ready, and says so.
    start: async () => roll.join(),
    admit: async (slotRequest) => {
      if (draining) throw shuttingDown()
      const id = randomToken()
      const forecast = slotRequest.fetchesFirst
        ? forecastOrRefuse(slotRequest, await board.view())
        : await takePlace(id, slotRequest)
      return createSlot(id, slotRequest, forecast)
    },
    state: async (): Promise<EngineState> => {
      try {
        const view = await board.view()
        const waiting = await link.attempt(() => queue.getJobCountByTypes('wait', 'prioritized'))
        const members = await roll.members()
        if (waiting === undefined || !members) throw queueAway()
        const reason = draining ? 'draining' : reasonNotToBeReady(view)
        return {
          ready: reason === undefined,
          ...(reason && { reason }),
          workers: view.workers,
          waiting,
          expectedWaitMs: expectedWaitMs({ account: '', rank: 'free', kind: 'cutout' }, view),
          workerMemoryBytes: members.flatMap(({ missing, workerMemoryBytes }) => (missing ? [] : workerMemoryBytes)),
          members,
        }
      } catch {
        return { ...NOTHING_KNOWN, reason: draining ? 'draining' : 'queue unreachable' }
      }
    },
    standingOf: async (account) => standingOf(account, await board.view()),
    drain: () => {
      draining = true
      return new Promise((resolve) => {
        emptied = resolve
        if (slots.size === 0) resolve()
      })
    },
    close: async () => {
      draining = true
      if (closed) return
      closed = true
      for (const [jobId, giveUp] of [...running]) {
        giveUp(shuttingDown())
        if ((await takeBack(jobId)) !== 'removed') await board.notWanted(jobId).catch(() => {})
      }
      while (unfinished.size > 0) await Promise.allSettled(unfinished)
      await roll.leave()
      clearInterval(renewal)
      clearInterval(sweeping)
      waiters.close()
      // Not waited for: BullMQ would wait for ever for a connection that is just coming back. The link ends them all.
      for (const closing of [events.close(), queue.close()]) closing.catch(() => {})
      link.close()
    },
  }
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
  const { crews, foreignCrews, outage, workers } = view
  if (crews.length === 0) return foreignCrews ? 'workers of another version only' : 'no workers'
  if (outage) return outage.reason
  return workers.idle + workers.busy === 0 ? 'starting' : undefined
}
