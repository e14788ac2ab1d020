/**
 * The embedded engine: a queue in front of a fixed number of worker processes.
 *
 * The queue is bounded by time: whoever would wait too long is refused at once, and whoever did wait too long, because
 * jobs took longer than expected, is refused then. Accounts take turns.
 *
 * A native crash or a memory blow-up costs one worker, never the server: the worker is replaced and its job tried again,
 * ahead of the queue. A picture is blamed when two workers crashed over it by themselves; workers killed by others, the
 * kernel short of memory for instance, are our problem. A job past its time limit, or whose client has gone, is ended by
 * its worker between two steps; if that does not happen, the worker is killed. A worker above its memory limit is
 * replaced between two jobs.
 */
import { AppError } from '../errors.js'
import type { Job, JobFiles } from '../imaging/job.js'
import { type CrewOptions, createCrew, type Seat } from './crew.js'
import { DEATHS, deadly } from './deadly-job.js'
import { toAppError } from './described-error.js'
import { createFairQueue } from './fair-queue.js'
import { hardLimitMs } from './hard-limit.js'
import { createJobTimes } from './job-times.js'
import {
  busy,
  expectedWaitMs,
  forecastFor,
  type OverloadOptions,
  outOfOrder,
  type Place,
  refuseOverload,
  type Situation,
  shuttingDown,
  standingOf,
} from './overload.js'
import type { Engine, EngineState, FinishedJob, Slot, SlotRequest } from './port.js'
import { type JobReply, WorkerDied } from './worker-process.js'

export interface PoolOptions extends OverloadOptions, Pick<CrewOptions, 'workers' | 'startWorker' | 'onEvent'> {
  readonly jobTimeoutMs: number
  readonly workerMemoryBytes: number
}

interface Waiter {
  take(seat: Seat): void
  refuse(error: Error): void
}

export function createProcessPool(options: PoolOptions): Engine {
  const { maxWaitMs, jobTimeoutMs, onEvent } = options
  const jobTimes = createJobTimes()
  const queue = createFairQueue<Waiter>(jobTimes.expected)
  const slots = new Set<Slot>()
  let emptied: (() => void) | undefined
  let draining = false
  let closed = false

  const refuseAll = (error: Error): void => {
    for (let waiter = queue.next(); waiter; waiter = queue.next()) waiter.refuse(error)
  }
  /** Gives a free worker to whoever is next. */
  const offer = (seat: Seat): void => {
    const next = queue.next()
    seat.state = next ? 'busy' : 'idle'
    next?.take(seat)
  }
  const crew = createCrew({
    ...options,
    onFree: offer,
    onOutage: () => refuseAll(outOfOrder(crew.outage()?.retryMs ?? 0)),
  })
  const places = new Set<Place>()
  const situation = (): Situation => ({
    places,
    workers: crew.count(),
    outage: crew.outage(),
    expectedMs: jobTimes.expected,
    now: performance.now(),
  })

  const takeWorker = (place: Place, signal: AbortSignal, retried: boolean): Promise<Seat> => {
    signal.throwIfAborted()
    if (closed) throw shuttingDown()
    const outage = crew.outage()
    if (outage) throw outOfOrder(outage.retryMs)
    const idle = crew.seats.find((seat) => seat.state === 'idle')
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
        take: (seat) => {
          leave()
          resolve(seat)
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

  /** One try on one worker; the worker goes back to the pool, is recycled, or is dead afterwards. */
  const runOn = async (seat: Seat, job: Job, files: JobFiles, signal: AbortSignal): Promise<JobReply> => {
    const { worker } = seat
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
        seat.state = 'starting'
        worker.kill()
      } else {
        offer(seat)
      }
      return reply
    } catch (error) {
      seat.state = 'starting' // dead: the crew replaces it
      if (overdue) throw new AppError('internal', 'The job passed its time limit', { cause: error })
      if (!closed) onEvent('worker died', { pid: worker.pid, reason: (error as Error).message })
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', worker.cancel)
    }
  }

  const runWithRetry = async (place: Place, job: Job, files: JobFiles, signal: AbortSignal): Promise<FinishedJob> => {
    let queuedMs = 0
    const deaths = { itself: 0, others: 0 }
    for (let attempt = 1; ; attempt++) {
      const waitingSince = performance.now()
      place.due = true
      const seat = await takeWorker(place, signal, attempt > 1) // whoever already waited is not sent to the end
      place.due = false
      if (signal.aborted) offer(seat)
      signal.throwIfAborted()
      place.startedAt = performance.now()
      queuedMs += place.startedAt - waitingSince
      try {
        const reply = await runOn(seat, job, files, signal)
        signal.throwIfAborted() // whatever the worker made of it, nobody wants it
        if (reply.type === 'failed') throw toAppError(reply.error)
        jobTimes.learn(job.kind, performance.now() - place.startedAt)
        return { outcome: reply.outcome, queuedMs }
      } catch (error) {
        if (!(error instanceof WorkerDied)) throw error
        if (closed) throw shuttingDown()
        deaths[error.by] += 1
        if (deaths.itself === DEATHS) throw deadly(error)
        if (deaths.others === DEATHS) throw busy('Workers were killed while they processed the image', 5000)
      } finally {
        place.startedAt = undefined
      }
    }
  }

  const createSlot = (slotRequest: SlotRequest): Slot => {
    const place: Place = { ...slotRequest, due: true, startedAt: undefined }
    const forecast = forecastFor(slotRequest, situation())
    if (!slotRequest.fetchesFirst) places.add(place)
    const slot: Slot = {
      forecast,
      run: async (job, files, signal, rank = slotRequest.rank) => {
        if (!places.has(place)) refuseOverload(slotRequest, options, situation())
        places.add(place)
        place.rank = rank
        place.kind = job.kind
        try {
          return await runWithRetry(place, job, files, signal)
        } finally {
          place.due = false
        }
      },
      release: () => {
        places.delete(place)
        slots.delete(slot)
        if (slots.size === 0) emptied?.()
      },
    }
    slots.add(slot)
    return slot
  }

  return {
    start: () => crew.start(),
    admit: async (slotRequest) => {
      if (draining) throw shuttingDown()
      refuseOverload(slotRequest, options, situation())
      return createSlot(slotRequest)
    },
    state: async (): Promise<EngineState> => {
      const count = crew.count()
      const reason = reasonNotToBeReady(draining, crew.outage() !== undefined, count)
      return {
        ready: reason === undefined,
        ...(reason && { reason }),
        workers: count,
        waiting: queue.length,
        expectedWaitMs: expectedWaitMs({ account: '', rank: 'free', kind: 'cutout' }, situation()),
        workerMemoryBytes: crew.seats.map((seat) => seat.worker.memoryBytes),
      }
    },
    standingOf: async (account) => standingOf(account, situation()),
    drain: () => {
      draining = true
      return new Promise((resolve) => {
        emptied = resolve
        if (slots.size === 0) resolve()
      })
    },
    close: async () => {
      draining = true
      closed = true
      refuseAll(shuttingDown())
      await crew.close()
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
