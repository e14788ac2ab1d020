/**
 * The worker processes: a fixed number, each replaced when it ends. Workers that cannot start are tried again with
 * growing pauses; that is one incident, reported once, until some worker is warm.
 */
import { EngineCannotStart, type EngineState } from './port.js'
import type { WorkerProcess } from './worker-process.js'

/** One of the set's workers; when its process ends, a new one takes its place behind the same handle. */
export interface WorkerHandle {
  worker: WorkerProcess
  state: 'starting' | 'idle' | 'busy'
}

export interface WorkerSetOptions {
  readonly workers: number
  readonly startWorker: () => WorkerProcess
  readonly onEvent: (event: EngineEvent, facts: Record<string, unknown>) => void
  /** A worker is warm and idle. */
  readonly onFree: (handle: WorkerHandle) => void
  /** No worker is warm, and those that were tried cannot start. */
  readonly onOutage: () => void
}

export type EngineEvent =
  | 'worker ready'
  | 'worker died'
  | 'worker recycled'
  | 'worker cannot start'
  | 'workers start again'

export interface WorkerSet {
  readonly handles: readonly WorkerHandle[]
  start(): Promise<void>
  count(): EngineState['workers']
  /** Undefined while some worker is warm or may still become so; otherwise the time until the next attempt. */
  outage(): { readonly retryMs: number } | undefined
  close(): Promise<void>
}

const RESTART_DELAY_MS = { first: 200, max: 10_000 }

export function createWorkerSet({ workers, startWorker, onEvent, onFree, onOutage }: WorkerSetOptions): WorkerSet {
  const handles: WorkerHandle[] = []
  let incident: { retryAt: number } | undefined
  let closed = false

  const count = (): EngineState['workers'] => {
    const inState = (state: WorkerHandle['state']): number => handles.filter((handle) => handle.state === state).length
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

  /** Waits for the handle's worker to be warm, then to end, and replaces it until the set closes. */
  const fill = async (handle: WorkerHandle, restartDelayMs: number = RESTART_DELAY_MS.first): Promise<void> => {
    const { worker } = handle
    handle.state = 'starting'
    const startedWell = await worker.ready.then(
      () => {
        noteSuccess(worker)
        onFree(handle)
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
    handle.state = 'starting'
    // A server that is stopping does not wait for the next attempt.
    await new Promise((resolve) => setTimeout(resolve, startedWell ? 0 : restartDelayMs).unref())
    if (closed) return
    handle.worker = startWorker()
    void fill(handle, startedWell ? RESTART_DELAY_MS.first : Math.min(RESTART_DELAY_MS.max, restartDelayMs * 2))
  }

  return {
    handles,
    count,
    outage,
    start: async () => {
      for (let i = 0; i < workers; i++) handles.push({ worker: startWorker(), state: 'starting' })
      const warm = handles.map((handle) => handle.worker.ready)
      for (const handle of handles) void fill(handle)
      await Promise.all(warm).catch((error: Error) => {
        throw new EngineCannotStart(error.message)
      })
    },
    close: async () => {
      closed = true
      for (const { worker } of handles) worker.kill()
      await Promise.all(handles.map(({ worker }) => worker.ended))
    },
  }
}
