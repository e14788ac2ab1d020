/** The engine, opened when the first photo needs it: if all results exist already, no network is loaded. */
import type { Engine } from '../../engine/port.js'

export interface EngineOnDemand {
  /** With warm networks; undefined if the batch was interrupted before that. */
  ready(photos: number): Promise<Engine | undefined>
  close(): Promise<void>
}

/** An interruption ends the workers at once, without waiting for networks that are being loaded or fetched. */
export function engineOnDemand(open: (photos: number) => Promise<Engine>, signal: AbortSignal): EngineOnDemand {
  let engine: Engine | undefined
  const close = async (): Promise<void> => engine?.close()
  signal.addEventListener('abort', () => void close(), { once: true })
  const given = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const start = async (photos: number): Promise<Engine | undefined> => {
    try {
      engine = await open(photos)
      if (signal.aborted) return undefined
      await engine.start()
      return engine
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }
  return { ready: async (photos) => engine ?? Promise.race([start(photos), given]), close }
}
