/**
 * What all image routes of /v1 have in common, in the order of the contract: key, body, parameters, repeated request,
 * rate, overload, then the use case. A route only says what its parameters mean.
 */
import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { Job } from '../../imaging/job.js'
import { answerOnce } from '../../service/idempotency.js'
import type { ImageSource } from '../../service/process-image.js'
import { apiKeyOf, requireApiKey } from '../auth.js'
import { clientGoneSignal } from '../client-gone.js'
import { type Form, fingerprintOf, readForm } from '../form.js'
import { readParameters } from '../parameters.js'
import type { HttpParts } from '../parts.js'
import { admit } from '../throttle.js'
import { ImageHeaders, imageRouteResponses } from './schemas.js'

export interface ImageTask {
  readonly price: number
  readonly source: ImageSource
  readonly job: Job
}

export interface ImageRoute<Body extends TObject> {
  readonly path: string
  /** The name of the operation in ledger and log. */
  readonly operation: string
  readonly summary: string
  readonly description: string
  readonly body: Body
  readonly toTask: (parameters: Static<Body>, form: Form) => ImageTask
}

export function imageRoute<Body extends TObject>(
  scope: FastifyInstance,
  parts: HttpParts,
  route: ImageRoute<Body>,
): void {
  const { config, db, workspace, processImage } = parts
  const formOptions = { workspace, maxFileBytes: config.limits.uploadBytes, fileFields: ['image_file'] }
  const schema = {
    tags: ['Images'],
    summary: route.summary,
    description: route.description,
    consumes: ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'],
    headers: ImageHeaders,
    body: route.body,
    response: imageRouteResponses,
    security: [{ apiKey: [] }],
  }

  scope.post(route.path, { schema, onRequest: requireApiKey(db) }, async (request, reply) => {
    const key = apiKeyOf(request)
    const signal = clientGoneSignal(reply)
    signal.throwIfAborted()
    const form = await readForm(request, formOptions)
    try {
      const task = route.toTask(readParameters(route.body, form), form)
      const once = {
        keyId: key.id,
        idempotencyKey: headerText(request.headers['idempotency-key']),
        fingerprint: fingerprintOf(request.routeOptions.url ?? '', form),
        claimLifeMs: parts.requestLifeMs,
        signal,
      }
      const { answer, replayed } = await answerOnce(db.answers, once, async () => {
        const place = await admit(parts, key, reply)
        try {
          const { name } = await processImage(
            { ...task, operation: route.operation, accountId: key.accountId, keyId: key.id, signal },
            place,
          )
          return { url: `${parts.addresses.cdn()}/r/${name}` }
        } finally {
          place.leave()
        }
      })
      if (replayed) reply.header('Idempotent-Replayed', 'true')
      return reply.code(201).send(answer)
    } finally {
      await form.remove()
    }
  })
}

function headerText(header: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  return text || undefined
}
