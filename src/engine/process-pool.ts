/**
 * The embedded engine: a bounded queue in front of a fixed number of worker processes.
 *
 * A native crash or a memory blow-up costs one worker, never the server: the worker is replaced, its job tried once
 * more on a fresh one, then answered as a bad image. A job past its time limit is ended by its worker between two
 * steps; if that does not happen, the worker is killed. A worker above its memory limit is replaced between two jobs.
 */
import { AppError } from '../errors.js'
import type { Job, JobFiles } from '../imaging/job.js'
import type { Engine, EngineState, FinishedJob, Slot } from './port.js'
import { type JobReply, WorkerDied, type WorkerProcess } from './worker-process.js'

export interface PoolOptions {
  readonly workers: number
  readonly queueSize: number
  readonly jobTimeoutMs: number
  readonly workerMemoryBytes: number
  readonly startWorker: () => WorkerProcess
  readonly onEvent: (event: string, facts: Record<string, unknown>) => void
}

/** Where a worker process sits; when it dies, its successor takes the seat. */
interface Seat {
  worker: WorkerProcess
  state: 'starting' | 'idle' | 'busy'
}

interface Waiter {
  take(seat: Seat): void
  refuse(error: Error): void
}

/** A worker that checks its deadline between steps may overrun by one step. */
const hardLimitMs = (softLimitMs: number): number => softLimitMs + Math.max(2000, softLimitMs / 4)

const RESTART_DELAY_MS = { first: 200, max: 10_000 }

const busy = (message: string): AppError => new AppError('busy', message, { retryAfterSeconds: 5 })
const shuttingDown = (): AppError => busy('The service is shutting down')

export function createProcessPool(options: PoolOptions): Engine {
  const seats: Seat[] = []
  const queue: Waiter[] = []
  let admitted = 0
  let draining = false
  let closed = false

  /** Waits for the seat's worker to be warm, then to end, and replaces it until the pool closes. */
  const fill = async (seat: Seat, restartDelayMs: number = RESTART_DELAY_MS.first): Promise<void> => {
    const { worker } = seat
    seat.state = 'starting'
    const warm = worker.ready.then(
      () => {
        options.onEvent('worker ready', { pid: worker.pid, memoryMb: Math.round(worker.memoryBytes / 2 ** 20) })
        offer(seat)
        return true
      },
      (error: Error) => {
        options.onEvent('worker cannot start', { pid: worker.pid, reason: error.message })
        worker.kill()
        return false
      },
    )
    const startedWell = await warm
    await worker.ended
    if (closed) return
    const delayMs = startedWell ? 0 : restartDelayMs
    seat.state = 'starting'
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (closed) return
    seat.worker = options.startWorker()
    void fill(seat, startedWell ? RESTART_DELAY_MS.first : Math.min(RESTART_DELAY_MS.max, restartDelayMs * 2))
  }

  /** Gives a free worker to whoever has waited longest. */
  const offer = (seat: Seat): void => {
    const next = queue.shift()
    seat.state = next ? 'busy' : 'idle'
    next?.take(seat)
  }

  const takeWorker = (signal: AbortSignal, ahead: boolean): Promise<Seat> => {
    signal.throwIfAborted()
    const idle = seats.find((seat) => seat.state === 'idle')
    if (idle) {
      idle.state = 'busy'
      return Promise.resolve(idle)
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        queue.splice(queue.indexOf(waiter), 1)
        reject(signal.reason)
      }
      const waiter: Waiter = {
        take: (seat) => {
          signal.removeEventListener('abort', giveUp)
          resolve(seat)
        },
        refuse: (error) => {
          signal.removeEventListener('abort', giveUp)
          reject(error)
        },
      }
      signal.addEventListener('abort', giveUp, { once: true })
      if (ahead) queue.unshift(waiter)
      else queue.push(waiter)
    })
  }

  /** One try on one worker; the worker goes back to the pool, is recycled, or is dead afterwards. */
  const runOn = async (seat: Seat, job: Job, files: JobFiles): Promise<JobReply> => {
    const { worker } = seat
    let overdue = false
    const timer = setTimeout(() => {
      overdue = true
      worker.kill()
    }, hardLimitMs(options.jobTimeoutMs))
    try {
      const reply = await worker.run(job, files, options.jobTimeoutMs)
      if (worker.memoryBytes > options.workerMemoryBytes) {
        options.onEvent('worker recycled', { pid: worker.pid, memoryMb: Math.round(worker.memoryBytes / 2 ** 20) })
        seat.state = 'starting'
        worker.kill()
      } else {
        offer(seat)
      }
      return reply
    } catch (error) {
      seat.state = 'starting' // dead: `fill` replaces it
      if (overdue) throw new AppError('internal', 'The job passed its time limit', { cause: error })
      options.onEvent('worker died', { pid: worker.pid, reason: (error as Error).message })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  const runWithRetry = async (job: Job, files: JobFiles, signal: AbortSignal): Promise<FinishedJob> => {
    let queuedMs = 0
    for (let attempt = 1; ; attempt++) {
      const waitingSince = performance.now()
      const seat = await takeWorker(signal, attempt > 1) // whoever already waited is not sent to the end
      queuedMs += performance.now() - waitingSince
      try {
        const reply = await runOn(seat, job, files)
        if (reply.type === 'done') return { outcome: reply.outcome, queuedMs }
        throw toAppError(reply.error)
      } catch (error) {
        if (!(error instanceof WorkerDied)) throw error
        if (closed) throw shuttingDown()
        if (attempt === 2) {
          throw new AppError('invalid_image', 'The image could not be processed: it crashed the worker twice', {
            cause: error,
          })
        }
      }
    }
  }

  const createSlot = (): Slot => {
    let taken = true
    return {
      run: (job, files, signal) => runWithRetry(job, files, signal),
      release: () => {
        if (taken) admitted -= 1
        taken = false
      },
    }
  }

  return {
    start: async () => {
      for (let i = 0; i < options.workers; i++) seats.push({ worker: options.startWorker(), state: 'starting' })
      const warm = seats.map((seat) => seat.worker.ready)
      for (const seat of seats) void fill(seat)
      await Promise.all(warm)
    },
    admit: () => {
      if (draining) throw shuttingDown()
      if (admitted >= options.workers + options.queueSize) throw busy('All workers are busy and the queue is full')
      admitted += 1
      return createSlot()
    },
    state: (): EngineState => {
      const count = (state: Seat['state']): number => seats.filter((seat) => seat.state === state).length
      const workers = { idle: count('idle'), busy: count('busy'), starting: count('starting') }
      return {
        ready: !draining && workers.idle + workers.busy > 0,
        workers,
        waiting: queue.length,
        workerMemoryBytes: seats.map((seat) => seat.worker.memoryBytes),
      }
    },
    drain: () => {
      draining = true
    },
    close: async () => {
      draining = true
      closed = true
      for (const waiter of queue.splice(0)) waiter.refuse(shuttingDown())
      for (const { worker } of seats) worker.kill()
      await Promise.all(seats.map(({ worker }) => worker.ended))
    },
  }
}

function toAppError({
  kind,
  message,
  parameter,
  reason,
  cause,
}: Extract<JobReply, { type: 'failed' }>['error']): AppError {
  return new AppError(kind, message, { ...(parameter && { parameter }), ...(reason && { reason }), cause })
}
