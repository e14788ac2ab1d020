/**
 * Whether this machine can store pictures. Where it cannot, because its disk is full or its folder cannot be written to,
 * it takes no jobs for a while, looks whether it can again, and pauses for longer and longer until a job goes through.
 */
import type { OutageListener } from '../../redis/link.js'
import { diskTroubleBehind } from '../../store-trouble.js'

export interface DiskWatch {
  /** Whether a job failed because of the disk; then there is a pause. */
  isToBlame(error: unknown): boolean
  /** A job went through: the next pause is a short one again. */
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
