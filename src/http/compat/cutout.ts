/** POST /v1.0/cutout and its alias /v1.0/removebg: background removal, answered with the picture itself. */
import type { FastifyInstance } from 'fastify'
import type { Background, CutoutJob, SizeCap } from '../../imaging/job.js'
import { ANSWER_LIFE_MS } from '../../service/idempotency.js'
import { type ImageSource, type Offer, slotRequestFor } from '../../service/process-image.js'
import { answerImageRequest, type ImageCall, imageRouteOptions, type Plan } from '../image-request.js'
import type { HttpParts } from '../parts.js'
import { answerOf, type CompatAnswer, sendAnswer } from './answer.js'
import { wantsJson } from './json-mode.js'
import { type CompatParameters, readCompatParameters } from './parameters.js'
import { cutoutSchema } from './schemas.js'
import { caps, PREVIEW } from './sizes.js'
import type { BackgroundSource } from './sources.js'

const PNG_PIXELS = 10_000_000
const FULL_PRICE = 1
const OPERATION = 'cutout'
const SCOPE = 'remove'

export function cutoutRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const operation = {
    operation: OPERATION,
    fileFields: ['image_file', 'bg_image_file'],
    base64Fields: ['image_file_b64'],
    plan: planFor(parts),
  }
  for (const path of ['/cutout', '/removebg'] as const) {
    scope.post(path, imageRouteOptions(parts, cutoutSchema(path, parts.config), SCOPE), async (request, reply) => {
      const { answer, replayed } = await answerImageRequest(parts, request, reply, operation)
      const charged = replayed ? 0 : answer.charged
      return sendAnswer(reply, { ...answer, charged }, wantsJson(request.headers.accept), parts)
    })
  }
}

function planFor({ processImage }: HttpParts): Plan<CompatAnswer> {
  return (form, call) => {
    const parameters = readCompatParameters(form)
    const request = { ...workFor(parameters, call), source: parameters.source, answer: answerOf }
    return {
      slotRequest: slotRequestFor(request, request.source, request.background),
      work: (permit) => processImage(request, permit),
    }
  }
}

function workFor(parameters: CompatParameters, { key, signal, repeatable, onCharged }: ImageCall) {
  const background = backgroundPicture(parameters)
  return {
    operation: OPERATION,
    offers: offersFor(parameters),
    accountId: key.accountId,
    keyId: key.id,
    signal,
    onCharged,
    ...(background && { background }),
    // The picture of a repeatable answer has to be there when the request is repeated.
    ...(repeatable && { keepMs: ANSWER_LIFE_MS }),
  }
}

function offersFor(parameters: CompatParameters): readonly [Offer, ...Offer[]] {
  const preview = { price: 0, job: jobFor(parameters, PREVIEW, true) }
  if (parameters.size === 'preview') return [preview]
  const cap = caps[parameters.size === 'auto' ? 'full' : parameters.size]
  const full = { price: FULL_PRICE, job: jobFor(parameters, cap, false) }
  return parameters.size === 'auto' ? [full, preview] : [full]
}

function jobFor(parameters: CompatParameters, cap: SizeCap, watermark: boolean): CutoutJob {
  const { source: _source, size: _size, background, ...rules } = parameters
  const colour = colourOf(background)
  return { kind: 'cutout', ...rules, cap, pngPixels: PNG_PIXELS, watermark, ...(colour && { background: colour }) }
}

function colourOf(source: BackgroundSource | undefined): Background | undefined {
  return source && 'colour' in source ? { kind: 'colour', ...source.colour } : undefined
}

/** A mask has no background: the parameter is checked, then neither used nor downloaded. */
function backgroundPicture({ background, channels, format }: CompatParameters): ImageSource | undefined {
  if (!background || 'colour' in background) return undefined
  if (channels === 'alpha' && format !== 'zip') return undefined
  return 'url' in background
    ? { url: background.url, parameter: 'bg_image_url' }
    : { file: background.file, parameter: 'bg_image_file' }
}
