/** When a request is sent again, and after how long. The server's `Retry-After` is kept to. */
import { SilhouetteError } from './error.js'

export interface RetryRules {
  /** How often a request is sent again. */
  readonly retries: number
  /** A longer wait than this is reported as the error instead. */
  readonly maxWaitSeconds: number
}

/** Refused before anything was done. */
const REFUSED = [429, 503]
/** No answer, or none of the server: it may have done the work all the same. */
const UNKNOWN = [0, 408, 502, 504]

/** A repetition may help. */
export const isPassing = ({ status }: SilhouetteError): boolean => REFUSED.includes(status) || UNKNOWN.includes(status)

/** `repeatable`: nothing is done twice, because it only reads or has an Idempotency-Key. */
const isWorthIt = (error: SilhouetteError, repeatable: boolean): boolean =>
  repeatable ? isPassing(error) : REFUSED.includes(error.status)

export interface Attempts extends RetryRules {
  readonly repeatable: boolean
  readonly signal?: AbortSignal | undefined
  readonly onRetry?: ((error: SilhouetteError, waitMs: number) => void) | undefined
}

export async function patiently<T>(attempt: () => Promise<T>, rules: Attempts): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof SilhouetteError) || !isWorthIt(error, rules.repeatable)) throw error
      failures += 1
      const waitMs = waitAfter(error, failures)
      if (failures > rules.retries || waitMs > rules.maxWaitSeconds * 1000) throw error
      rules.onRetry?.(error, waitMs)
      await pause(waitMs, rules.signal)
    }
  }
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8000

/** Not earlier than the server said, and not all clients at the same moment. */
function waitAfter({ retryAfter }: SilhouetteError, failures: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000 + Math.random() * 500
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
}
