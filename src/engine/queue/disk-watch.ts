/**
 * Whether this machine can store pictures. When its disk is full or its folder not writable, it takes no jobs for a
 * while, then probes again, with growing pauses until a job goes through.
 */

import { diskTroubleBehind } from '../../base/store-trouble.js'
import type { OutageListener } from '../../redis/link.js'

export interface DiskWatch {
  /** Whether a job failed because of the disk; if so, a pause begins. */
  isToBlame(error: unknown): boolean
  /** A job went through: the next pause is short again. */
  works(): void
  /** What is left of the pause; undefined when pictures can be stored, as far as is known. */
  pauseMs(): Promise<number | undefined>
}

const PAUSE_MS = { first: 1000, max: 60_000 }

/** `probe` rejects when nothing can be stored. */
export function createDiskWatch(probe: () => Promise<void>, listener: OutageListener): DiskWatch {
  let nextPauseMs = PAUSE_MS.first
  let pausedUntil: number | undefined
  let probing: Promise<void> | undefined

  const pause = (): void => {
    pausedUntil = performance.now() + nextPauseMs
    nextPauseMs = Math.min(PAUSE_MS.max, 2 * nextPauseMs)
  }
  const look = (): Promise<void> =>
    probe().then(() => {
      pausedUntil = undefined
      listener.back()
    }, pause)

  return {
    isToBlame: (error) => {
      const trouble = diskTroubleBehind(error)
      if (trouble && pausedUntil === undefined) {
        listener.away(trouble.message)
        pause()
      }
      return trouble !== undefined
    },
    works: () => {
      if (pausedUntil === undefined) nextPauseMs = PAUSE_MS.first
    },
    pauseMs: async () => {
      if (pausedUntil !== undefined && performance.now() >= pausedUntil) {
        probing ??= look().finally(() => {
          probing = undefined
        })
        await probing
      }
      return pausedUntil === undefined ? undefined : Math.max(0, pausedUntil - performance.now())
    },
  }
}
