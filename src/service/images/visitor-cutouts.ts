/**
 * Cut-outs for visitors without an account. They belong to nobody: nothing is charged, kept or listed. All visitors
 * together have the share of one account in the queue, in the rank of free work; each address has its own rate.
 */
import { AppError } from '../../base/errors.js'
import type { Engine } from '../../engine/port.js'
import type { CutoutJob, CutoutOutcome } from '../../imaging/job.js'
import { OUTPUT_MAX_SIDE } from '../../parameters/cutout.js'
import type { RateLimiter } from '../../ratelimit/port.js'

/** In place of an account's id: no account has this one. */
export const VISITORS = 'visitors'
const PER_MINUTE = 10
const PREVIEW_MAX_SIDE = 640

/** Whole and clean, or small and watermarked as free previews are. */
export type VisitorTerms = 'full' | 'preview'

export interface VisitorCutoutParts {
  readonly engine: Pick<Engine, 'admit'>
  readonly rateLimiter: RateLimiter
  /** Longest side of any preview. */
  readonly previewMaxSide: number
}

export interface VisitorRequest {
  readonly terms: VisitorTerms
  /** The client's. */
  readonly address: string
  readonly files: { readonly input: string; readonly output: string }
  readonly signal: AbortSignal
}

export type CutOutForVisitor = (request: VisitorRequest) => Promise<CutoutOutcome>

export function createVisitorCutouts({ engine, rateLimiter, previewMaxSide }: VisitorCutoutParts): CutOutForVisitor {
  const jobOf = (terms: VisitorTerms): CutoutJob => ({
    kind: 'cutout',
    cap: { longestSide: terms === 'full' ? OUTPUT_MAX_SIDE : Math.min(PREVIEW_MAX_SIDE, previewMaxSide) },
    format: 'auto',
    channels: 'rgba',
    watermark: terms === 'preview',
    classify: false,
  })
  return async ({ terms, address, files, signal }) => {
    const counter = `visitor ${address}`
    const rate = await rateLimiter.take(counter, PER_MINUTE)
    if (!rate.allowed) {
      const { retryAfterSeconds } = rate
      const message = `Visitors may send ${PER_MINUTE} photos per minute; retry in ${retryAfterSeconds} seconds`
      throw new AppError('throttled', message, { retryAfterSeconds })
    }
    try {
      const slot = await engine.admit({ account: VISITORS, rank: 'free', kind: 'cutout' })
      try {
        return (await slot.run(jobOf(terms), files, signal)).outcome
      } finally {
        slot.release()
      }
    } catch (error) {
      if (error instanceof AppError && error.kind === 'busy') await rateLimiter.giveBack(counter, rate)
      throw error
    }
  }
}
