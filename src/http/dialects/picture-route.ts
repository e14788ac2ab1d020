/**
 * What the routes of other vendors have in common: a photo comes, its cut-out goes back as bytes. A vendor says where
 * the key is, what its fields mean, and which headers its answer has.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dialect } from '../../config/settings.js'
import type { CutoutJob } from '../../imaging/job.js'
import type { ImageSource, Offer } from '../../service/images/process-image.js'
import { type Tariff, termsOf } from '../../service/images/tariff.js'
import type { KeyIn } from '../auth.js'
import type { Told } from '../dialect.js'
import type { Form } from '../form.js'
import { answerImageRequest, type ImageRequestParts, imageRouteOptions } from '../image-request.js'
import { tellWatermark } from '../notice.js'
import type { HttpParts } from '../parts.js'
import { type PictureAnswer, planPicture, type Stores } from '../picture-answer.js'

export type DialectParts = ImageRequestParts & Stores & Told & Pick<HttpParts, 'processImage' | 'networks' | 'accounts'>

const SCOPE = 'remove'

/** A photo, and what is wanted of it. */
export interface Wish {
  readonly source: ImageSource
  /** At most so many. */
  readonly pixels: number
  /** Free and watermarked. */
  readonly isPreview?: boolean
  readonly job: Pick<CutoutJob, 'format' | 'channels'> &
    Partial<Omit<CutoutJob, 'kind' | 'cap' | 'watermark' | 'classify'>>
}

export interface PictureRoute {
  readonly dialect: Dialect
  readonly method: 'GET' | 'POST'
  readonly fileFields: readonly string[]
  readonly base64Fields?: readonly string[]
  readonly keyIn?: KeyIn
  readonly read: (form: Form, request: FastifyRequest) => Wish
  /** What is asked beside the form: requests that differ in it are not repeats of one another. */
  readonly beside?: (request: FastifyRequest) => unknown
  /** What to do for a clean picture instead of a preview. */
  readonly clean?: string
  readonly send: (reply: FastifyReply, answer: PictureAnswer, request: FastifyRequest) => Promise<FastifyReply>
}

/** At the prefix of its scope. It is not in the API document: docs/dialects.md describes it. */
export function pictureRoute(scope: FastifyInstance, parts: DialectParts, route: PictureRoute): void {
  const { dialect, method, fileFields, base64Fields, keyIn, read, beside, clean, send } = route
  const { prices, previewMaxSide } = parts.config
  // A HEAD would be carried out, and charged, like a GET.
  const options = { ...imageRouteOptions(parts, { hide: true }, SCOPE, keyIn), exposeHeadRoute: false }
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { answer, replayed } = await answerImageRequest(parts, request, reply, {
      operation: JSON.stringify([dialect, beside?.(request)]),
      fileFields,
      ...(base64Fields && { base64Fields }),
      plan: (form, call) => {
        const wish = read(form, request)
        return planPicture(parts, call, {
          source: wish.source,
          offers: [offerFor(wish, call.tariff, previewMaxSide)],
        })
      },
    })
    tellWatermark(request, reply, answer.watermark, SCOPE, prices, clean)
    return send(reply, replayed ? { ...answer, charged: 0 } : answer, request)
  }
  scope.route({ ...options, method, url: '', handler })
}

function offerFor({ job, pixels, isPreview = false }: Wish, tariff: Tariff, previewMaxSide: number): Offer {
  const terms = termsOf(SCOPE, isPreview, tariff)
  const watermark = terms.watermark !== undefined
  // What is free is no larger here than in /v1.
  const cap = { pixels: watermark ? Math.min(pixels, previewMaxSide ** 2) : pixels }
  return { ...terms, job: { kind: 'cutout', classify: false, ...job, cap, watermark } }
}
