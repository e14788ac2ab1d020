/**
 * Bodies that are arriving, or have arrived and wait to be admitted: how many there may be at a time, and how many bytes
 * they may come to, in all and of one account. Room is taken before a body is read, so that one that was let in is never
 * cut off half-way for want of it.
 */
import { AppError } from '../errors.js'

export interface UploadLimits {
  readonly count: number
  readonly countPerAccount: number
  readonly bytes: number
}

export interface Uploads {
  /** Room for a body of that length; to be given back, and once is enough. */
  take(accountId: string, bytes: number): () => void
}

interface Use {
  count: number
  bytes: number
}

const RETRY_AFTER_SECONDS = 2

/** `largestBody` always fits, alone: otherwise it could never be sent. */
export function createUploads(limits: UploadLimits, largestBody: number): Uploads {
  const all = { count: limits.count, bytes: Math.max(limits.bytes, largestBody) }
  // An account gets the same share of the bytes as of the number.
  const share = Math.min(1, limits.countPerAccount / limits.count)
  const perAccount = { count: limits.countPerAccount, bytes: Math.max(limits.bytes * share, largestBody) }
  const total: Use = { count: 0, bytes: 0 }
  const accounts = new Map<string, Use>()

  return {
    take(accountId, bytes) {
      const account = accounts.get(accountId) ?? { count: 0, bytes: 0 }
      if (!fits(account, bytes, perAccount)) throw refusal('throttled', 'Too many uploads at the same time')
      if (!fits(total, bytes, all)) throw refusal('busy', 'Too many uploads at the same time')
      accounts.set(accountId, account)
      add([account, total], 1, bytes)
      let taken = true
      return () => {
        if (!taken) return
        taken = false
        add([account, total], -1, -bytes)
        if (account.count === 0) accounts.delete(accountId)
      }
    },
  }
}

const fits = (use: Use, bytes: number, limit: Use): boolean =>
  use.count < limit.count && use.bytes + bytes <= limit.bytes

function add(uses: readonly Use[], count: number, bytes: number): void {
  for (const use of uses) {
    use.count += count
    use.bytes += bytes
  }
}

const refusal = (kind: 'throttled' | 'busy', what: string): AppError =>
  new AppError(kind, `${what}; retry in ${RETRY_AFTER_SECONDS} seconds`, { retryAfterSeconds: RETRY_AFTER_SECONDS })
