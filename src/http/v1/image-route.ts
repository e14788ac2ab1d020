/** What all image routes of /v1 have in common: how they are documented, and that they answer with an address. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Static, TObject } from 'typebox'
import { sortWarnings } from '../../catalog/id-photo-warnings.js'
import { AppError } from '../../errors.js'
import type { Scope } from '../../scopes.js'
import { type ImageSource, type Offer, type ProcessedImage, slotRequestFor } from '../../service/process-image.js'
import { clip } from '../clip.js'
import { type Bodies, documentedAs, type Fields } from '../document/bodies.js'
import { ImageHeaders } from '../document/image-headers.js'
import type { Form } from '../form.js'
import { answerImageRequest, type ImageOperation, imageRouteOptions } from '../image-request.js'
import { type ReadingRules, readParameters } from '../parameters.js'
import type { HttpParts } from '../parts.js'
import { imageRouteAnswers } from './answers.js'

export interface ImageTask {
  readonly offer: Offer
  readonly source: ImageSource
}

export interface ImageRoute<Body extends TObject> extends ReadingRules {
  readonly path: string
  /** The name of the operation in ledger and log, and the scope that a key needs. */
  readonly operation: Scope
  readonly summary: string
  readonly description: string
  readonly body: Body
  /** The parameters as documented, in each encoding. */
  readonly bodies: (parameters: Fields) => Bodies
  /** Of its result, beyond those of all image routes. */
  readonly headers?: Readonly<Record<string, object>>
  /** Its name in clients. */
  readonly operationId: string
  readonly tag?: string
  readonly toTask: (parameters: Static<Body>, form: Form) => ImageTask
}

/** `?preview=1` that is not looked at would cost a credit. */
function refuseQuery(query: object): void {
  const [name] = Object.keys(query)
  if (name === undefined) return
  throw new AppError('invalid_request', `${clip(name)} is in the address; parameters of this route belong in the form`)
}

/** What is kept for a repeated request. */
interface Answer {
  readonly url: string
  /** Sent as a header; answers kept by an earlier version have none. */
  readonly warnings?: readonly string[]
  /** Sent as a header, too. */
  readonly styleRecipe?: string
}

export function imageRoute<Body extends TObject>(
  scope: FastifyInstance,
  parts: HttpParts,
  route: ImageRoute<Body>,
): void {
  const schema = {
    tags: [route.tag ?? 'Images'],
    summary: route.summary,
    description: route.description,
    operationId: route.operationId,
    headers: ImageHeaders,
    body: documentedAs(route.bodies(route.body.properties)),
    response: imageRouteAnswers(parts.config, route.headers),
    security: [{ apiKey: [] }],
  }
  const operation: ImageOperation<Answer> = {
    operation: route.operation,
    fileFields: ['image_file'],
    plan: (form, { key, signal, onCharged }) => {
      const { offer, source } = route.toTask(readParameters(route.body, form, route), form)
      const work = {
        operation: route.operation,
        offers: [offer] as const,
        source,
        accountId: key.accountId,
        keyId: key.id,
        keepMs: parts.config.resultTtlMs,
        answer: (image: ProcessedImage) => answerOf(parts, image),
        signal,
        onCharged,
      }
      return { slotRequest: slotRequestFor(work, source), work: (permit) => parts.processImage(work, permit) }
    },
  }
  scope.post(route.path, imageRouteOptions(parts, schema, route.operation), async (request, reply) => {
    if (route.strict) refuseQuery(request.query as object)
    const { answer } = await answerImageRequest(parts, request, reply, operation)
    const { url, warnings = [], styleRecipe } = answer
    setWarningHeaders(reply, warnings)
    if (styleRecipe) reply.header('X-Style-Recipe', styleRecipe)
    return reply.code(201).send({ url })
  })
}

/** All codes in one list, as the contract has them, and once more by what they are about. */
function setWarningHeaders(reply: FastifyReply, warnings: readonly string[]): void {
  const { faults, notes } = sortWarnings(warnings)
  const lists = { 'X-Warnings': warnings, 'X-Photo-Faults': faults, 'X-Policy-Notes': notes }
  for (const [name, codes] of Object.entries(lists)) if (codes.length > 0) reply.header(name, codes.join(', '))
}

function answerOf(parts: HttpParts, { result, outcome: { warnings = [], styleRecipe } }: ProcessedImage): Answer {
  return { url: addressOf(parts, result), warnings, ...(styleRecipe && { styleRecipe }) }
}

function addressOf({ addresses }: HttpParts, result: ProcessedImage['result']): string {
  if ('name' in result) return `${addresses.cdn()}/r/${result.name}`
  throw new Error('The result was not kept')
}
