/** The embedded rate limiter: one process, so a map is exact. */
import type { Clock } from '../base/clock.js'
import { type RateLimiter, type RateState, WINDOW_SECONDS } from './port.js'

interface Window {
  resetSeconds: number
  used: number
}

export function createMemoryRateLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, Window>()
  let nextCleaningSeconds = 0

  const current = (keyId: string, nowSeconds: number, windowSeconds: number): Window => {
    const known = windows.get(keyId)
    if (known && nowSeconds < known.resetSeconds) {
      // The clock was set back: what is used stays used, but no caller waits longer than a window.
      known.resetSeconds = Math.min(known.resetSeconds, nowSeconds + windowSeconds)
      return known
    }
    const opened = { resetSeconds: nowSeconds + windowSeconds, used: 0 }
    windows.set(keyId, opened)
    return opened
  }

  // Keys that stopped calling must not take memory for ever.
  const dropClosed = (nowSeconds: number): void => {
    const wasSetBack = nextCleaningSeconds > nowSeconds + WINDOW_SECONDS
    if (nowSeconds < nextCleaningSeconds && !wasSetBack) return
    nextCleaningSeconds = nowSeconds + WINDOW_SECONDS
    for (const [keyId, window] of windows) if (window.resetSeconds <= nowSeconds) windows.delete(keyId)
  }

  return {
    take: async (keyId, limit, windowSeconds = WINDOW_SECONDS) => {
      const nowSeconds = Math.floor(clock() / 1000)
      dropClosed(nowSeconds)
      const window = current(keyId, nowSeconds, windowSeconds)
      const allowed = window.used < limit
      if (allowed) window.used += 1
      return stateOf(window, limit, allowed, nowSeconds)
    },
    giveBack: async (keyId, taken) => {
      const window = windows.get(keyId)
      if (!taken.allowed || window?.resetSeconds !== taken.resetSeconds) return taken
      window.used = Math.max(0, window.used - 1)
      return stateOf(window, taken.limit, true, Math.floor(clock() / 1000))
    },
  }
}

function stateOf({ used, resetSeconds }: Window, limit: number, allowed: boolean, nowSeconds: number): RateState {
  const remaining = Math.max(0, limit - used)
  return { allowed, limit, remaining, resetSeconds, retryAfterSeconds: Math.max(1, resetSeconds - nowSeconds) }
}
