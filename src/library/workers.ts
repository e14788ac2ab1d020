/** The workers of one Silhouette: started by the first photo, ended by `close`. */
import type { Engine } from '../engine/port.js'
import { SilhouetteError } from './error.js'

export interface Workers {
  /** Runs work with warm workers and a signal that `close` also aborts. */
  use<T>(work: (engine: Engine, signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
  close(): Promise<void>
}

export function createWorkers(open: () => Promise<Engine>): Workers {
  const running = new Set<AbortController>()
  let opening: Promise<Engine> | undefined
  let closed = false

  /** Calls in the meantime wait for the same workers; after a failure the next call tries again. */
  const opened = (): Promise<Engine> => {
    opening ??= start().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const start = async (): Promise<Engine> => {
    const engine = await open()
    try {
      if (closed) throw new SilhouetteError('closed')
      await engine.start()
      return engine
    } catch (error) {
      await engine.close()
      throw error
    }
  }

  return {
    use: async (work, signal) => {
      signal?.throwIfAborted()
      if (closed) throw new SilhouetteError('closed')
      const controller = new AbortController()
      const pass = (): void => controller.abort(signal?.reason)
      signal?.addEventListener('abort', pass, { once: true })
      running.add(controller)
      try {
        return await work(await orAborted(opened(), controller.signal), controller.signal)
      } finally {
        running.delete(controller)
        signal?.removeEventListener('abort', pass)
      }
    },
    close: async () => {
      closed = true
      for (const controller of running) controller.abort(new SilhouetteError('closed'))
      const engine = await opening?.catch(() => undefined)
      await engine?.close()
    },
  }
}

/** A call that gives up does not stop the fetching of networks, which other calls need as well. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', giveUp, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
