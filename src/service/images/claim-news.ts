/**
 * Tells requests that wait for the answer to a running one that it was given, or given up. How far the news reaches is
 * up to the announcements; what gets lost is found by asking the database now and then.
 */
import type { Announcements } from '../../announcements/port.js'

export interface ClaimNews {
  /** Starts listening; undefined when too many are already. */
  listen(claim: string): Listener | undefined
  tell(claim: string): void
}

export interface Listener {
  /** Resolves at the next news, or after that time without any; rejects with the signal's reason. */
  next(patienceMs: number, signal: AbortSignal): Promise<void>
  leave(): void
}

/** Each waiting request has an upload on our disk and an open connection. */
const MAX_LISTENERS = 20

interface Ear {
  heard: boolean
  wake(): void
}

export function createClaimNews(announcements: Announcements): ClaimNews {
  const listeners = new Map<string, Set<Ear>>()
  announcements.listen((claim) => {
    for (const ear of listeners.get(claim) ?? []) {
      ear.heard = true
      ear.wake()
    }
  })
  return {
    listen: (claim) => {
      const ears = listeners.get(claim) ?? new Set()
      if (ears.size >= MAX_LISTENERS) return undefined
      const ear: Ear = { heard: false, wake: () => {} }
      listeners.set(claim, ears.add(ear))
      return {
        next: async (patienceMs, signal) => {
          if (!ear.heard) await sleepUntilWoken(ear, patienceMs, signal)
          ear.heard = false
          signal.throwIfAborted()
        },
        leave: () => {
          ears.delete(ear)
          if (ears.size === 0) listeners.delete(claim)
        },
      }
    },
    tell: (claim) => announcements.announce(claim),
  }
}

function sleepUntilWoken(ear: Ear, patienceMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => ear.wake(), patienceMs)
    ear.wake = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', ear.wake)
      resolve()
    }
    signal.addEventListener('abort', ear.wake)
    if (signal.aborted) ear.wake()
  })
}
