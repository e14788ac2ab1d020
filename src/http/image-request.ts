/**
 * What all image requests have in common, in the order of the contract: body, parameters, then admission (repeated
 * request, rate, overload), then the work. The key was checked before. A route says what its parameters mean and how to
 * answer.
 */
import type { FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import type { Scope } from '../base/scopes.js'
import type { CallersKey } from '../service/accounts/key-ring.js'
import { isUnlimited } from '../service/accounts/unlimited.js'
import type { Forecast, RateState, SlotRequest } from '../service/images/admission.js'
import type { WorkPermit } from '../service/images/process-image.js'
import type { Tariff } from '../service/images/tariff.js'
import { apiKeyOf, type KeyIn, requireApiKey } from './auth.js'
import { clientGoneSignal } from './client-gone.js'
import { type Form, fingerprintOf } from './form.js'
import type { HttpParts } from './parts.js'
import { setQueueHeaders } from './queue-headers.js'
import { setRateHeaders } from './rate-headers.js'
import { type UploadParts, withForm } from './uploaded-form.js'

export type ImageRequestParts = UploadParts & Pick<HttpParts, 'keys' | 'admission'>

export interface ImageCall {
  readonly key: CallersKey
  /** As of now: it applies until the request is answered, whatever an operator changes meanwhile. */
  readonly tariff: Tariff
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** The client may ask for the same answer again. */
  readonly repeatable: boolean
  readonly onCharged: (credits: number) => void
}

/** What a slot is wanted for, and what is to be done once the request is admitted. */
export interface PlannedWork<Answer> {
  readonly slotRequest: SlotRequest
  readonly work: (permit: WorkPermit) => Promise<Answer>
}

/** Checks the parameters right away. */
export type Plan<Answer> = (form: Form, call: ImageCall) => PlannedWork<Answer>

export interface ImageOperation<Answer> {
  /** Its name in the ledger; also what makes a repeated request the same one, whichever alias it came by. */
  readonly operation: string
  readonly fileFields: readonly string[]
  /** Files that come as text. */
  readonly base64Fields?: readonly string[]
  readonly plan: Plan<Answer>
}

/**
 * Fastify's own validation is off for these routes, and only for these: their bodies are spooled by `readForm`, checked
 * and explained by the dialect, and in their order among the other checks. The schema documents them.
 */
export function imageRouteOptions(
  parts: Pick<HttpParts, 'keys'>,
  schema: FastifySchema,
  scope?: Scope,
  keyIn?: KeyIn,
): RouteShorthandOptions {
  return { schema, validatorCompiler: () => () => true, onRequest: requireApiKey(parts, scope, keyIn) }
}

export async function answerImageRequest<Answer>(
  parts: ImageRequestParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, fileFields, base64Fields, plan }: ImageOperation<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const key = apiKeyOf(request)
  const tariff = { prices: parts.config.prices, unlimited: isUnlimited(parts.config, key.account) }
  const signal = clientGoneSignal(reply)
  signal.throwIfAborted()
  const idempotencyKey = headerText(request.headers['idempotency-key'])
  const repeatable = idempotencyKey !== undefined
  const rules = { account: key.accountId, fileFields, hashed: repeatable, ...(base64Fields && { base64Fields }) }
  return withForm(parts, [request, reply], rules, async (form, { files, upload }) => {
    const onCharged = (credits: number): void => {
      request.charged = credits
    }
    const { slotRequest, work } = plan(form, { key, tariff, signal, repeatable, onCharged })
    const fingerprint = repeatable ? fingerprintOf(operation, form) : ''
    const onRate = (rate: RateState): void => setRateHeaders(reply, rate)
    const onAdmitted = (forecast: Forecast): void => setQueueHeaders(reply, forecast)
    const wanted = { key, slotRequest, idempotencyKey, fingerprint, signal, onRate, onAdmitted }
    const answered = await parts.admission(wanted, (permit) => {
      upload.release() // from here on the queue's own limit counts
      return work({ ...permit, files })
    })
    if (answered.replayed) reply.header('Idempotent-Replayed', 'true')
    return answered
  })
}

export function headerText(header: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  return text || undefined
}
