/**
 * The worker processes: a fixed number of seats, each with a worker that is replaced when it ends. Workers that cannot
 * start are tried again, with growing pauses; that is one incident until some worker is warm, and is reported once.
 */
import { EngineCannotStart, type EngineState } from './port.js'
import type { WorkerProcess } from './worker-process.js'

/** Where a worker process sits; when it dies, its successor takes the seat. */
export interface Seat {
  worker: WorkerProcess
  state: 'starting' | 'idle' | 'busy'
}

export interface CrewOptions {
  readonly workers: number
  readonly startWorker: () => WorkerProcess
  readonly onEvent: (event: EngineEvent, facts: Record<string, unknown>) => void
  /** A worker is warm and has nothing to do. */
  readonly onFree: (seat: Seat) => void
  /** No worker is warm, and those that were tried cannot start. */
  readonly onOutage: () => void
}

export type EngineEvent =
  | 'worker ready'
  | 'worker died'
  | 'worker recycled'
  | 'worker cannot start'
  | 'workers start again'

export interface Crew {
  readonly seats: readonly Seat[]
  start(): Promise<void>
  count(): EngineState['workers']
  /** Undefined while some worker is warm, or may still become so; else the time until the next attempt. */
  outage(): { readonly retryMs: number } | undefined
  close(): Promise<void>
}

const RESTART_DELAY_MS = { first: 200, max: 10_000 }

export function createCrew({ workers, startWorker, onEvent, onFree, onOutage }: CrewOptions): Crew {
  const seats: Seat[] = []
  let incident: { retryAt: number } | undefined
  let closed = false

  const count = (): EngineState['workers'] => {
    const inState = (state: Seat['state']): number => seats.filter((seat) => seat.state === state).length
    return { idle: inState('idle'), busy: inState('busy'), starting: inState('starting') }
  }
  const outage = (): { retryMs: number } | undefined => {
    const { idle, busy } = count()
    if (!incident || idle + busy > 0) return undefined
    return { retryMs: Math.max(0, incident.retryAt - performance.now()) }
  }
  const noteFailure = ({ pid }: WorkerProcess, reason: string, delayMs: number): void => {
    if (closed) return
    if (!incident) onEvent('worker cannot start', { pid, reason })
    incident = { retryAt: performance.now() + delayMs }
    if (outage()) onOutage()
  }
  const noteSuccess = ({ pid, memoryBytes }: WorkerProcess): void => {
    onEvent('worker ready', { pid, memoryMb: Math.round(memoryBytes / 2 ** 20) })
    if (incident) onEvent('workers start again', {})
    incident = undefined
  }

  /** Waits for the seat's worker to be warm, then to end, and replaces it until the crew closes. */
  const fill = async (seat: Seat, restartDelayMs: number = RESTART_DELAY_MS.first): Promise<void> => {
    const { worker } = seat
    seat.state = 'starting'
    const startedWell = await worker.ready.then(
      () => {
        noteSuccess(worker)
        onFree(seat)
        return true
      },
      (error: Error) => {
        worker.kill()
        noteFailure(worker, error.message, restartDelayMs)
        return false
      },
    )
    await worker.ended
    if (closed) return
    seat.state = 'starting'
    // A server that stops meanwhile does not wait for the next attempt.
    await new Promise((resolve) => setTimeout(resolve, startedWell ? 0 : restartDelayMs).unref())
    if (closed) return
    seat.worker = startWorker()
    void fill(seat, startedWell ? RESTART_DELAY_MS.first : Math.min(RESTART_DELAY_MS.max, restartDelayMs * 2))
  }

  return {
    seats,
    count,
    outage,
    start: async () => {
      for (let i = 0; i < workers; i++) seats.push({ worker: startWorker(), state: 'starting' })
      const warm = seats.map((seat) => seat.worker.ready)
      for (const seat of seats) void fill(seat)
      await Promise.all(warm).catch((error: Error) => {
        throw new EngineCannotStart(error.message)
      })
    },
    close: async () => {
      closed = true
      for (const { worker } of seats) worker.kill()
      await Promise.all(seats.map(({ worker }) => worker.ended))
    },
  }
}
