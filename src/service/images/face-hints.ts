/**
 * Hints before the shutter: the face in a frame of the visitor's camera, as numbers. Nothing is charged, kept or listed.
 *
 * A frame is looked at only while a worker has nothing to do, and one at a time. So hints never stand in the queue, and
 * work that is paid for finds at most one of them under way: a tenth of the time of a cut-out.
 */
import { AppError } from '../../base/errors.js'
import { createTurnstile } from '../../base/turnstile.js'
import type { Engine } from '../../engine/port.js'
import type { FrameLook } from '../../imaging/job.js'
import type { RateLimiter } from '../../ratelimit/port.js'

/** Two per second, and some more for a second tab. */
const PER_MINUTE = 180

export interface FaceHintParts {
  readonly engine: Pick<Engine, 'admit' | 'state'>
  readonly rateLimiter: RateLimiter
}

export interface FrameRequest {
  readonly accountId: string
  readonly input: string
  readonly signal: AbortSignal
}

export type LookAtFrame = (request: FrameRequest) => Promise<FrameLook>

export function createFaceHints({ engine, rateLimiter }: FaceHintParts): LookAtFrame {
  const oneAtATime = createTurnstile({ atOnce: 1, maxWaiting: 0 })
  return async ({ accountId, input, signal }) => {
    const { allowed, retryAfterSeconds } = await rateLimiter.take(`frames of ${accountId}`, PER_MINUTE)
    if (!allowed) {
      const message = `${PER_MINUTE} frames of a camera per minute; retry in ${retryAfterSeconds} seconds`
      throw new AppError('throttled', message, { retryAfterSeconds })
    }
    return oneAtATime(async () => {
      const { workers } = await engine.state()
      if (workers.idle === 0) {
        throw new AppError('busy', 'All workers are busy: there are no hints at the moment', { retryAfterSeconds: 2 })
      }
      const slot = await engine.admit({ account: accountId, rank: 'small', kind: 'face-hints' })
      try {
        return (await slot.run({ kind: 'face-hints' }, { input }, signal)).outcome.look
      } finally {
        slot.release()
      }
    })
  }
}
