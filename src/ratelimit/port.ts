/**
 * Images per minute and key, attempts to sign in per quarter of an hour: counted in fixed windows.
 *
 * The first counted call opens a window at unix second `s`; it ends at `s + 60`, or after the seconds that this call
 * gives. A call over the limit uses nothing. The counter belongs to the key, whatever route was called. The limit is a
 * parameter of each call, so that a change takes effect at once, even within a running window. When the clock is set
 * back, a running window ends at most its own length from then.
 *
 * One contract suite (test/contract/rate-limiter) runs against every implementation.
 */
export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  /** Units left after this call. */
  readonly remaining: number
  /** End of the window, unix time in seconds. */
  readonly resetSeconds: number
  /** Seconds until then, at least 1: by the clock that counts, which need not be the one of this machine. */
  readonly retryAfterSeconds: number
}

export interface RateLimiter {
  take(keyId: string, limit: number, windowSeconds?: number): Promise<RateState>
  /** Undoes a `take` of the same window; one of an earlier window, or one that was refused, is left alone. */
  giveBack(keyId: string, taken: RateState): Promise<RateState>
}

export const WINDOW_SECONDS = 60
