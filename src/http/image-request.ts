/**
 * What all image requests have in common, in the order of the contract: body, parameters, repeated request, rate,
 * overload, then the work. The key was checked before. A route says what its parameters mean and how to answer.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey } from '../db/port.js'
import type { Place } from '../engine/port.js'
import { answerOnce } from '../service/idempotency.js'
import { apiKeyOf } from './auth.js'
import { clientGoneSignal } from './client-gone.js'
import { type Form, fingerprintOf, readForm } from './form.js'
import type { HttpParts } from './parts.js'
import { admit } from './throttle.js'

export interface ImageCall {
  readonly key: ApiKey
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** The client may ask for the same answer again. */
  readonly repeatable: boolean
}

/** Checks the parameters at once, and says what is to be done once there is a place to do it in. */
export type Plan<Answer> = (form: Form, call: ImageCall) => (place: Place) => Promise<Answer>

export interface ImageOperation<Answer> {
  /** Its name in the ledger; also what makes a repeated request the same one, whichever alias it came by. */
  readonly operation: string
  readonly fileFields: readonly string[]
  readonly plan: Plan<Answer>
}

export async function answerImageRequest<Answer>(
  parts: HttpParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, fileFields, plan }: ImageOperation<Answer>,
): Promise<Answer> {
  const { config, db, workspace } = parts
  const key = apiKeyOf(request)
  const signal = clientGoneSignal(reply)
  signal.throwIfAborted()
  const form = await readForm(request, { workspace, maxFileBytes: config.limits.uploadBytes, fileFields })
  try {
    const idempotencyKey = headerText(request.headers['idempotency-key'])
    const work = plan(form, { key, signal, repeatable: idempotencyKey !== undefined })
    const once = {
      keyId: key.id,
      idempotencyKey,
      fingerprint: fingerprintOf(operation, form),
      claimLifeMs: parts.requestLifeMs,
      signal,
    }
    const { answer, replayed } = await answerOnce(db.answers, once, async () => {
      const place = await admit(parts, key, reply)
      try {
        return await work(place)
      } finally {
        place.leave()
      }
    })
    if (replayed) reply.header('Idempotent-Replayed', 'true')
    return answer
  } finally {
    await form.remove()
  }
}

function headerText(header: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  return text || undefined
}
