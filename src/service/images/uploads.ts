/**
 * Bodies that are arriving, or have arrived and wait for admission: how many there may be at a time, and how many bytes
 * in all. Room is taken before a body is read, so that one that was accepted is never cut off for lack of it.
 *
 * An account gets a fixed share of what the others leave, so the fewer places are left, the fewer it gets: accounts
 * that take all they can each have as many places as they leave to the next one. A body that stalls is ended, and one
 * that only trickles in is ended while places are scarce.
 */
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import { Arrival, SLOW_BYTES_PER_SECOND } from './arrival.js'

export interface UploadLimits {
  readonly count: number
  /** While no other account sends anything. */
  readonly countPerAccount: number
  readonly bytes: number
}

export interface Upload {
  readonly arrival: Pick<Arrival, 'wait' | 'receive'>
  /** Aborted when it is ended; the reason is for the client. */
  readonly signal: AbortSignal
  /** Gives the room back; may be called more than once. */
  release(): void
}

export interface Uploads {
  /** Room for a body of that length, or a refusal. */
  take(accountId: string, bytes: number): Upload
}

interface Use {
  count: number
  bytes: number
}

interface OpenUpload {
  readonly arrival: Arrival
  end(reason: AppError): void
}

const RETRY_AFTER_SECONDS = 2
const LONGEST_SILENCE_MS = 10_000
const SWEEP_MS = 1000
/** Places are scarce when less than this part of them is free. */
const SCARCE = 1 / 4

/** `largestBody` always fits when it is alone, or it could never be sent. */
export function createUploads(limits: UploadLimits, largestBody: number, clock: Clock): Uploads {
  const all = { count: limits.count, bytes: Math.max(limits.bytes, largestBody) }
  const share = Math.min(1, limits.countPerAccount / limits.count)
  const total: Use = { count: 0, bytes: 0 }
  const accounts = new Map<string, Use>()
  const open = new Set<OpenUpload>()
  let timer: NodeJS.Timeout | undefined

  const isWithinShare = (own: Use, bytes: number): boolean =>
    own.count < share * (all.count - total.count + own.count) &&
    own.bytes + bytes <= Math.max(largestBody, share * (all.bytes - total.bytes + own.bytes))

  const areScarce = (): boolean =>
    all.count - total.count < SCARCE * all.count || all.bytes - total.bytes < SCARCE * all.bytes

  const sweep = (): void => {
    for (const { arrival, end } of open) {
      if (arrival.silentMs() >= LONGEST_SILENCE_MS) end(silent())
      else if (arrival.isSlow() && areScarce()) end(tooSlow())
    }
  }

  const remove = (upload: OpenUpload): void => {
    open.delete(upload)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    take(accountId, bytes) {
      sweep()
      const own = accounts.get(accountId) ?? { count: 0, bytes: 0 }
      if (total.count === all.count || total.bytes + bytes > all.bytes) throw refusal('busy')
      if (!isWithinShare(own, bytes)) throw refusal('throttled')
      accounts.set(accountId, own)
      add([own, total], 1, bytes)
      const controller = new AbortController()
      const release = (): void => {
        if (!open.has(upload)) return
        remove(upload)
        add([own, total], -1, -bytes)
        if (own.count === 0) accounts.delete(accountId)
      }
      const end = (reason: AppError): void => {
        release()
        controller.abort(reason)
      }
      const upload = { arrival: new Arrival(clock), signal: controller.signal, release, end }
      open.add(upload)
      timer ??= setInterval(sweep, SWEEP_MS).unref()
      return upload
    },
  }
}

function add(uses: readonly Use[], count: number, bytes: number): void {
  for (const use of uses) {
    use.count += count
    use.bytes += bytes
  }
}

const retry = `retry in ${RETRY_AFTER_SECONDS} seconds`

const refusal = (kind: 'throttled' | 'busy'): AppError =>
  new AppError(kind, `Too many uploads at the same time; ${retry}`, { retryAfterSeconds: RETRY_AFTER_SECONDS })

const silent = (): AppError =>
  new AppError('too_slow', `The upload stalled: no data for ${LONGEST_SILENCE_MS / 1000} seconds; send it again`)

const tooSlow = (): AppError => {
  const rate = `less than ${SLOW_BYTES_PER_SECOND / 1024} KiB per second`
  return new AppError('busy', `The upload was too slow (${rate}) while others were waiting for its place; ${retry}`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
