/**
 * The embedded engine: a queue in front of a fixed number of worker processes.
 *
 * The queue is bounded by time: a request that would wait too long is refused at once, and one that did wait too long,
 * because jobs took longer than expected, is refused then. Accounts take turns.
 *
 * A native crash or a memory blow-up costs one worker, never the server: the worker is replaced and its job tried
 * again, ahead of the queue. A picture is blamed when two workers crashed on it; workers that were killed from outside,
 * by the kernel when memory is short for instance, are our problem. A job past its time limit, or whose client has
 * gone, is ended by its worker between two steps; if that does not happen, the worker is killed. A worker above its
 * memory limit is replaced between two jobs.
 */
import { AppError } from '../base/errors.js'
import type { FilesOf, Job, OutcomeOf } from '../imaging/job.js'
import { toAppError } from './described-error.js'
import { createFairQueue } from './fair-queue.js'
import { hardLimitMs } from './hard-limit.js'
import { createJobTimes } from './job-times.js'
import { createOpenSlots } from './open-slots.js'
import {
  busy,
  expectedWaitMs,
  forecastFor,
  oldestWaitingMs,
  outOfOrder,
  type Place,
  queueStateOf,
  refuseOverload,
  type Situation,
  shuttingDown,
} from './overload.js'
import { MAX_CRASHES, poisonJob } from './poison-job.js'
import type { Engine, EngineState, FinishedJob, OverloadOptions, RunOptions, Slot, SlotRequest } from './port.js'
import { type JobReply, WorkerDied } from './worker-process.js'
import { createWorkerSet, type WorkerHandle, type WorkerSetOptions } from './worker-set.js'

export interface PoolOptions extends OverloadOptions, Pick<WorkerSetOptions, 'workers' | 'startWorker' | 'onEvent'> {
  readonly jobTimeoutMs: number
  readonly workerMemoryBytes: number
}

interface Waiter {
  take(handle: WorkerHandle): void
  refuse(error: Error): void
}

export function createProcessPool(options: PoolOptions): Engine {
  const { maxWaitMs, jobTimeoutMs, onEvent } = options
  const jobTimes = createJobTimes()
  const queue = createFairQueue<Waiter>(jobTimes.expected)
  const slots = createOpenSlots()
  let closed = false

  const refuseAll = (error: Error): void => {
    for (let waiter = queue.next(); waiter; waiter = queue.next()) waiter.refuse(error)
  }
  /** Gives a free worker to the next job. */
  const offer = (handle: WorkerHandle): void => {
    const next = queue.next()
    handle.state = next ? 'busy' : 'idle'
    next?.take(handle)
  }
  const workerSet = createWorkerSet({
    ...options,
    onFree: offer,
    onOutage: () => refuseAll(outOfOrder(workerSet.outage()?.retryMs ?? 0)),
  })
  const places = new Set<Place>()
  const situation = (): Situation => ({
    places,
    workers: workerSet.count(),
    outage: workerSet.outage(),
    expectedMs: jobTimes.expected,
    now: performance.now(),
  })

  const takeWorker = (place: Place, signal: AbortSignal, retried: boolean): Promise<WorkerHandle> => {
    signal.throwIfAborted()
    if (closed) throw shuttingDown()
    const outage = workerSet.outage()
    if (outage) throw outOfOrder(outage.retryMs)
    const idle = workerSet.handles.find((handle) => handle.state === 'idle')
    if (idle) {
      idle.state = 'busy'
      return Promise.resolve(idle)
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
      const giveUp = (): void => {
        queue.remove(waiter)
        waiter.refuse(signal.reason as Error)
      }
      const waiter: Waiter = {
        take: (handle) => {
          leave()
          resolve(handle)
        },
        refuse: (error) => {
          leave()
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        queue.remove(waiter)
        waiter.refuse(busy('No worker was free in time', expectedWaitMs(place, situation())))
      }, maxWaitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      if (retried) queue.addFirst(waiter)
      else queue.add(waiter, place)
    })
  }

  /** One try on one worker, which afterwards is back in the pool, recycled or dead. */
  const runOn = async (handle: WorkerHandle, job: Job, files: FilesOf<Job>, signal: AbortSignal): Promise<JobReply> => {
    const { worker } = handle
    let overdue = false
    const timer = setTimeout(() => {
      overdue = true
      worker.kill()
    }, hardLimitMs(jobTimeoutMs))
    signal.addEventListener('abort', worker.cancel, { once: true })
    try {
      const reply = await worker.run(job, files, jobTimeoutMs)
      if (worker.memoryBytes > options.workerMemoryBytes) {
        onEvent('worker recycled', { pid: worker.pid, memoryMb: Math.round(worker.memoryBytes / 2 ** 20) })
        handle.state = 'starting'
        worker.kill()
      } else {
        offer(handle)
      }
      return reply
    } catch (error) {
      handle.state = 'starting' // dead: the set replaces it
      if (overdue) throw new AppError('internal', 'The job passed its time limit', { cause: error })
      if (!closed) onEvent('worker died', { pid: worker.pid, reason: (error as Error).message })
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', worker.cancel)
    }
  }

  const runWithRetry = async <J extends Job>(
    place: Place,
    job: J,
    files: FilesOf<J>,
    signal: AbortSignal,
  ): Promise<FinishedJob<OutcomeOf<J>>> => {
    let queuedMs = 0
    const deaths = { itself: 0, others: 0 }
    for (let attempt = 1; ; attempt++) {
      const waitingSince = performance.now()
      place.due = true
      place.since = waitingSince
      const handle = await takeWorker(place, signal, attempt > 1) // a retry does not go to the end of the queue
      place.due = false
      if (signal.aborted) offer(handle)
      signal.throwIfAborted()
      place.startedAt = performance.now()
      queuedMs += place.startedAt - waitingSince
      try {
        const reply = await runOn(handle, job, files, signal)
        signal.throwIfAborted() // the client has gone: the result is not wanted
        if (reply.type === 'failed') throw toAppError(reply.error)
        jobTimes.learn(job.kind, performance.now() - place.startedAt)
        return { outcome: reply.outcome as OutcomeOf<J>, queuedMs }
      } catch (error) {
        if (!(error instanceof WorkerDied)) throw error
        if (closed) throw shuttingDown()
        deaths[error.by] += 1
        if (deaths.itself === MAX_CRASHES) throw poisonJob(error)
        if (deaths.others === MAX_CRASHES) throw busy('Workers were killed while they processed the image', 5000)
      } finally {
        place.startedAt = undefined
      }
    }
  }

  const createSlot = (slotRequest: SlotRequest): Slot => {
    const place: Place = { ...slotRequest, due: true, since: performance.now(), startedAt: undefined }
    const forecast = forecastFor(slotRequest, situation())
    if (!slotRequest.fetchesFirst) places.add(place)
    const release = slots.open()
    return {
      forecast,
      run: async <J extends Job>(job: J, files: FilesOf<J>, signal: AbortSignal, { rank }: RunOptions = {}) => {
        if (!places.has(place)) refuseOverload(slotRequest, options, situation())
        places.add(place)
        place.rank = rank ?? slotRequest.rank
        place.kind = job.kind
        try {
          return await runWithRetry(place, job, files, signal)
        } finally {
          place.due = false
        }
      },
      release: () => {
        places.delete(place)
        release()
      },
    }
  }

  return {
    start: () => workerSet.start(),
    admit: async (slotRequest) => {
      slots.refuseWhenDraining()
      refuseOverload(slotRequest, options, situation())
      return createSlot(slotRequest)
    },
    state: async (): Promise<EngineState> => {
      const count = workerSet.count()
      const reason = reasonNotToBeReady(slots.draining, workerSet.outage() !== undefined, count)
      return {
        ready: reason === undefined,
        ...(reason && { reason }),
        workers: count,
        waiting: queue.length,
        expectedWaitMs: expectedWaitMs({ account: '', rank: 'free', kind: 'cutout' }, situation()),
        oldestWaitingMs: oldestWaitingMs(situation()),
        workerMemoryBytes: workerSet.handles.map((handle) => handle.worker.memoryBytes),
      }
    },
    queueStateOf: async (account) => queueStateOf(account, situation()),
    drain: () => slots.drain(),
    close: async () => {
      void slots.drain()
      closed = true
      refuseAll(shuttingDown())
      await workerSet.close()
    },
  }
}

function reasonNotToBeReady(
  draining: boolean,
  outage: boolean,
  { idle, busy: working }: EngineState['workers'],
): EngineState['reason'] {
  if (draining) return 'draining'
  if (outage) return 'workers cannot start'
  return idle + working === 0 ? 'starting' : undefined
}
