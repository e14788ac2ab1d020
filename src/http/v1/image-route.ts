/** What all image routes of /v1 have in common: how they are documented, and that they answer with an address. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../base/errors.js'
import { sortWarnings } from '../../catalog/id-photo-warnings.js'
import type { PricedOperation } from '../../catalog/prices.js'
import type { IdPhotoOutcome } from '../../imaging/job.js'
import { clip } from '../../parameters/reader.js'
import {
  type ImageSource,
  type Offer,
  type ProcessedImage,
  slotRequestFor,
  type Watermark,
} from '../../service/images/process-image.js'
import type { Tariff } from '../../service/images/tariff.js'
import { type Bodies, documentedAs } from '../document/bodies.js'
import { ImageHeaders } from '../document/image-headers.js'
import type { Fields, ValuesOf } from '../fields.js'
import type { Form } from '../form.js'
import { answerImageRequest, type ImageOperation, type ImageRequestParts, imageRouteOptions } from '../image-request.js'
import { tellWatermark } from '../notice.js'
import type { HttpParts } from '../parts.js'
import { resultAddress } from '../result-address.js'
import { imageRouteAnswers } from './answers.js'
import { type ReadingRules, readParameters } from './parameters.js'

export type ImageRouteParts = ImageRequestParts & Pick<HttpParts, 'processImage' | 'addresses' | 'networks'>

/** What an operation is made from. */
export type OperationParts = Pick<HttpParts, 'config' | 'networks'>

export interface ImageTask {
  readonly offer: Offer
  readonly source: ImageSource
  readonly background?: ImageSource
}

export interface ImageRoute<F extends Fields> extends ReadingRules {
  readonly path: string
  /** The name of the operation in ledger and log, and the scope that a key needs. */
  readonly operation: PricedOperation
  readonly summary: string
  readonly description: string
  readonly fields: F
  /** Which of them belong together, in each encoding; for the document. */
  readonly bodies: Bodies
  /** Those that are files; `image_file` unless given. */
  readonly fileFields?: readonly string[]
  /** Of its result, beyond those of all image routes. */
  readonly headers?: Readonly<Record<string, object>>
  /** Its name in clients. */
  readonly operationId: string
  readonly tag?: string
  readonly toTask: (parameters: ValuesOf<F>, tariff: Tariff) => ImageTask
}

/** Types its parameters. */
export const imageOperation = <F extends Fields>(route: ImageRoute<F>): ImageRoute<F> => route

/** Form → what is to be done, with every mistake in it. */
export const readTask = <F extends Fields>(route: ImageRoute<F>, form: Form, tariff: Tariff): ImageTask =>
  route.toTask(readParameters(route.fields, form, route), tariff)

/** A `?preview=1` that is ignored would cost a credit. */
export function refuseQuery({ query }: FastifyRequest): void {
  const [name] = Object.keys(query as object)
  if (name === undefined) return
  throw new AppError('invalid_request', `${clip(name)} is in the address; parameters of this route belong in the form`)
}

/** What is kept for a repeated request. */
export interface Answer {
  readonly url: string
  /** Sent as a header; answers kept by an earlier version have none. */
  readonly warnings?: readonly string[]
  /** The same by format, of sheets with several. */
  readonly formats?: IdPhotoOutcome['formats']
  /** The same by picture, of a ZIP with several. */
  readonly pictures?: readonly { readonly name: string; readonly warnings: readonly string[] }[]
  /** Also sent as a header. */
  readonly styleRecipe?: string
  /** The same, of cut-outs; answers kept by an earlier version have none. */
  readonly confidence?: number
  readonly watermark?: Watermark
}

export function imageRoute<F extends Fields>(
  scope: FastifyInstance,
  parts: ImageRouteParts,
  route: ImageRoute<F>,
): void {
  const schema = {
    tags: [route.tag ?? 'Images'],
    summary: route.summary,
    description: route.description,
    operationId: route.operationId,
    headers: ImageHeaders,
    body: documentedAs(route.bodies),
    response: imageRouteAnswers(parts.config, route.headers),
    security: [{ apiKey: [] }],
  }
  const operation: ImageOperation<Answer> = {
    operation: route.operation,
    fileFields: route.fileFields ?? ['image_file'],
    plan: (form, { key, tariff, signal, onCharged }) => {
      const { offer, source, background } = readTask(route, form, tariff)
      const work = {
        operation: route.operation,
        offers: [offer] as const,
        source,
        ...(background && { background }),
        accountId: key.accountId,
        keyId: key.id,
        keepMs: parts.config.resultTtlMs,
        answer: (image: ProcessedImage) => answerOf(parts, image),
        signal,
        onCharged,
      }
      return {
        slotRequest: slotRequestFor(work, source, background),
        work: (permit) => parts.processImage(work, permit),
      }
    },
  }
  scope.post(route.path, imageRouteOptions(parts, schema, route.operation), async (request, reply) => {
    if (route.strict) refuseQuery(request)
    const { answer } = await answerImageRequest(parts, request, reply, operation)
    const { url, warnings = [], formats, pictures, styleRecipe, confidence, watermark } = answer
    tellWatermark(request, reply, watermark, route.operation, parts.config.prices)
    setWarningHeaders(reply, warnings, route.operation === 'id-photo')
    if (formats)
      reply.header('X-Format-Warnings', inOneLine(formats.map(({ format, ...it }) => ({ name: format, ...it }))))
    if (pictures) reply.header('X-Picture-Warnings', inOneLine(pictures))
    if (styleRecipe) reply.header('X-Style-Recipe', styleRecipe)
    if (confidence !== undefined) reply.header('X-Confidence', String(confidence))
    return reply.code(201).send({ url })
  })
}

/** All codes in one list, as in the contract, and those of ID photos again by what they concern. */
function setWarningHeaders(reply: FastifyReply, warnings: readonly string[], isIdPhoto: boolean): void {
  const { faults, notes } = sortWarnings(warnings)
  const lists = {
    'X-Warnings': warnings,
    ...(isIdPhoto && { 'X-Photo-Faults': faults, 'X-Policy-Notes': notes }),
  }
  for (const [name, codes] of Object.entries(lists)) if (codes.length > 0) reply.header(name, codes.join(', '))
}

const inOneLine = (parts: readonly { name: string; warnings: readonly string[] }[]): string =>
  parts.map(({ name, warnings }) => `${name}: ${warnings.join(', ')}`.trimEnd()).join('; ')

export function answerOf(parts: Pick<HttpParts, 'addresses'>, { result, outcome, watermark }: ProcessedImage): Answer {
  return {
    url: addressOf(parts, result),
    ...(watermark && { watermark }),
    warnings: ('warnings' in outcome && outcome.warnings) || [],
    ...(outcome.kind === 'id-photo' && outcome.formats && { formats: outcome.formats }),
    ...(outcome.kind === 'portrait-style' && { styleRecipe: outcome.styleRecipe }),
    ...(outcome.kind === 'cutout' && { confidence: outcome.confidence }),
    ...(outcome.kind === 'cutout' && outcome.set && { pictures: outcome.set }),
  }
}

function addressOf(parts: Pick<HttpParts, 'addresses'>, result: ProcessedImage['result']): string {
  if ('name' in result) return resultAddress(parts, result.name)
  throw new Error('The result was not kept')
}
