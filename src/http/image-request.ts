/**
 * What all image requests have in common, in the order of the contract: body, parameters, then admission (repeated
 * request, rate, overload), then the work. The key was checked before. A route says what its parameters mean and how to
 * answer.
 */
import type { FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify'
import type { Scope } from '../base/scopes.js'
import type { ApiKey } from '../service/accounts/key-ring.js'
import type { Forecast, RateState, SlotRequest } from '../service/images/admission.js'
import type { WorkPermit } from '../service/images/process-image.js'
import { createRequestFiles } from '../service/images/request-files.js'
import { apiKeyOf, requireApiKey } from './auth.js'
import { declaredLength } from './body/incoming.js'
import { bodyLimitFor, bodyTooLarge } from './body/limits.js'
import { clientGoneSignal } from './client-gone.js'
import { type Form, fingerprintOf, readForm } from './form.js'
import type { HttpParts } from './parts.js'
import { setQueueHeaders } from './queue-headers.js'
import { setRateHeaders } from './rate-headers.js'

export type ImageRequestParts = Pick<HttpParts, 'config' | 'keys' | 'workspace' | 'uploads' | 'admission' | 'incidents'>

export interface ImageCall {
  readonly key: ApiKey
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
  scope: Scope,
): RouteShorthandOptions {
  return { schema, validatorCompiler: () => () => true, onRequest: requireApiKey(parts, scope) }
}

export async function answerImageRequest<Answer>(
  parts: ImageRequestParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, fileFields, base64Fields = [], plan }: ImageOperation<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { workspace, uploads, admission, incidents } = parts
  const { uploadBytes: maxFileBytes } = parts.config.limits
  const maxBodyBytes = bodyLimitFor(maxFileBytes)
  const key = apiKeyOf(request)
  const signal = clientGoneSignal(reply)
  signal.throwIfAborted()
  const length = declaredLength(request) ?? maxBodyBytes
  if (length > maxBodyBytes) throw bodyTooLarge(maxBodyBytes)
  const idempotencyKey = headerText(request.headers['idempotency-key'])
  const repeatable = idempotencyKey !== undefined
  const files = createRequestFiles(workspace, incidents.note('a request could not tidy up yet'))
  const rules = { newPath: files.newPath, maxFileBytes, maxBodyBytes, fileFields, base64Fields, hashed: repeatable }
  const upload = uploads.take(key.accountId, length)
  try {
    const form = await readForm(request, reply, { ...rules, upload })
    const onCharged = (credits: number): void => {
      request.charged = credits
    }
    const { slotRequest, work } = plan(form, { key, signal, repeatable, onCharged })
    const fingerprint = repeatable ? fingerprintOf(operation, form) : ''
    const onRate = (rate: RateState): void => setRateHeaders(reply, rate)
    const onAdmitted = (forecast: Forecast): void => setQueueHeaders(reply, forecast)
    const wanted = { key, slotRequest, idempotencyKey, fingerprint, signal, onRate, onAdmitted }
    const answered = await admission(wanted, (permit) => {
      upload.release() // from here on the queue's own limit counts
      return work({ ...permit, files })
    })
    if (answered.replayed) reply.header('Idempotent-Replayed', 'true')
    return answered
  } finally {
    upload.release()
    await files.removeAll()
  }
}

function headerText(header: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  return text || undefined
}
