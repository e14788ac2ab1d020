/**
 * Makes missing pictures of the sample photo while the workers are idle: one at a time, each only after some seconds in
 * which nothing ran and nothing waited.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../engine/port.js'
import type { StylePreviews } from './style-previews.js'

export interface PreviewPreparation {
  start(): void
  /** Starts nothing new; what is running ends with the engine. */
  stop(): void
}

export interface PreviewPreparationParts {
  readonly stylePreviews: Pick<StylePreviews, 'names' | 'isMade' | 'find'>
  readonly engine: Pick<Engine, 'state'>
  readonly onError: (error: unknown) => void
  readonly quietMs?: number
  readonly lookEveryMs?: number
}

export function createPreviewPreparation(parts: PreviewPreparationParts): PreviewPreparation {
  const { stylePreviews, engine, onError, quietMs = 5000, lookEveryMs = 500 } = parts
  const stopped = new AbortController()
  const { signal } = stopped

  const isIdle = async (): Promise<boolean> => {
    const { ready, workers, waiting } = await engine.state()
    return ready && workers.busy === 0 && waiting === 0
  }
  const quiet = async (): Promise<void> => {
    for (let quietForMs = 0; quietForMs < quietMs; quietForMs = (await isIdle()) ? quietForMs + lookEveryMs : 0) {
      await sleep(lookEveryMs, undefined, { signal, ref: false })
    }
  }
  const prepare = async (): Promise<void> => {
    for (const name of stylePreviews.names()) {
      if (await stylePreviews.isMade(name)) continue
      await quiet()
      await stylePreviews.find(name)
    }
  }

  return {
    start: () => {
      prepare().catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
    },
    stop: () => stopped.abort(),
  }
}
