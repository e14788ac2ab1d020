/**
 * What becomes of an image that could not be processed. What a request of its own would be refused for is final; an
 * overloaded or interrupted server and stores in trouble are not the image's fault: it waits for a while and is tried
 * again. An address gets three chances, and so does an image that met an error of ours.
 */
import type { AppError } from '../../base/errors.js'
import { troubleBehind } from '../../base/store-trouble.js'
import type { ClaimedItem } from '../../db/port.js'

export type AfterFailure = { readonly final: true } | { readonly final: false; readonly notBefore: number }

const CHANCES = 3
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 5 * 60_000
/** Since it was first tried. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000

export function afterFailure(
  error: AppError,
  { tries, failedDownloads, startedAt }: Pick<ClaimedItem, 'tries' | 'failedDownloads' | 'startedAt'>,
  now: number,
): AfterFailure {
  const mayPass =
    isPassing(error) ||
    (error.kind === 'download_failed' && failedDownloads + 1 < CHANCES) ||
    (error.kind === 'internal' && tries + 1 < CHANCES)
  if (!mayPass || now - startedAt >= GIVEN_UP_AFTER_MS) return { final: true }
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)
  return { final: false, notBefore: now + Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000) }
}

/** The server's trouble, not the image's. */
export const isPassing = (error: AppError): boolean => error.kind === 'busy' || troubleBehind(error) !== undefined
