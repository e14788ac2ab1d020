/** POST /v1.0/cutout and its alias /v1.0/removebg: background removal, answered with the picture itself. */
import type { FastifyInstance } from 'fastify'
import { type Background, type CutoutJob, isMask, type SizeCap } from '../../imaging/job.js'
import { caps, PNG_PIXELS, PREVIEW_CAP } from '../../parameters/cutout.js'
import type { Offer } from '../../service/images/process-image.js'
import { type Tariff, termsOf } from '../../service/images/tariff.js'
import type { Form } from '../form.js'
import { answerImageRequest, type ImageCall, type ImageRequestParts, imageRouteOptions } from '../image-request.js'
import { wantsJson } from '../json-mode.js'
import { tellWatermark } from '../notice.js'
import type { HttpParts } from '../parts.js'
import { PICTURE_OPERATION, type PictureOrder, planPicture, type Stores } from '../picture-answer.js'
import { sendAnswer } from './answer.js'
import { cutoutSchema } from './document.js'
import { type BackgroundSource, type CompatParameters, readCompatParameters } from './parameters.js'

const SCOPE = 'remove'

export type CutoutParts = ImageRequestParts & Stores & Pick<HttpParts, 'processImage' | 'networks'>

export function cutoutRoutes(scope: FastifyInstance, parts: CutoutParts): void {
  const operation = {
    operation: PICTURE_OPERATION,
    fileFields: ['image_file', 'bg_image_file'],
    base64Fields: ['image_file_b64'],
    plan: (form: Form, call: ImageCall) => planPicture(parts, call, readOrder(form, parts.networks, call.tariff)),
  }
  for (const path of ['/cutout', '/removebg'] as const) {
    scope.post(path, imageRouteOptions(parts, cutoutSchema(path, parts), SCOPE), async (request, reply) => {
      const { answer, replayed } = await answerImageRequest(parts, request, reply, operation)
      const charged = replayed ? 0 : answer.charged
      tellWatermark(request, reply, answer.watermark, SCOPE, parts.config.prices)
      return sendAnswer(reply, { ...answer, charged }, wantsJson(request.headers.accept), parts)
    })
  }
}

/** Form → what is to be done, with every mistake in it. */
export function readOrder(form: Form, networks: readonly string[], tariff: Tariff): PictureOrder {
  const parameters = readCompatParameters(form, networks)
  const { source, background } = parameters
  return {
    offers: offersFor(parameters, tariff),
    source,
    ...(background && 'picture' in background && !isMask(parameters) && { background: background.picture }),
  }
}

function offersFor(parameters: CompatParameters, tariff: Tariff): readonly [Offer, ...Offer[]] {
  const terms = termsOf(SCOPE, true, tariff)
  const preview = { ...terms, job: jobFor(parameters, PREVIEW_CAP, terms.watermark !== undefined) }
  if (parameters.size === 'preview') return [preview]
  const cap = caps[parameters.size === 'auto' ? 'full' : parameters.size]
  const full = { ...termsOf(SCOPE, false, tariff), job: jobFor(parameters, cap, false) }
  return parameters.size === 'auto' ? [full, { ...preview, watermark: 'no_credit' }] : [full]
}

/** What the original reads: its callers may rely on the refusal of others. */
const INPUT_TYPES = ['jpeg', 'png', 'webp', 'bmp'] as const satisfies CutoutJob['inputTypes']

function jobFor(parameters: CompatParameters, cap: SizeCap, watermark: boolean): CutoutJob {
  const { source: _source, size: _size, background, ...rules } = parameters
  // A mask has no background: a picture for it is neither used nor downloaded.
  const behind = background && !isMask(parameters) ? behindOf(background) : undefined
  const limits = { cap, pngPixels: PNG_PIXELS, inputTypes: INPUT_TYPES }
  return { kind: 'cutout', ...rules, ...limits, watermark, ...(behind && { background: behind }) }
}

const behindOf = (background: BackgroundSource): Background =>
  'colour' in background ? { kind: 'colour', ...background.colour } : { kind: 'image' }
