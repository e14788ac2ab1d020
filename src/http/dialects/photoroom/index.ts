/** Photoroom's `POST /v1/segment`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Background } from '../../../imaging/job.js'
import { webColour } from '../../../parameters/colours.js'
import { channels } from '../../../parameters/cutout.js'
import { NO_MARGINS } from '../../../parameters/lengths.js'
import { file } from '../../../parameters/sources.js'
import { choice, flag, oneOf } from '../../../parameters/words.js'
import { keyInHeader } from '../../auth.js'
import { field, requiredField } from '../../fields.js'
import { wantsJson } from '../../json-mode.js'
import { sendPicture } from '../../picture-answer.js'
import { readParameters } from '../../v1/parameters.js'
import { type DialectParts, pictureRoute } from '../picture-route.js'
import { withoutEffect } from '../without-effect.js'

const PREVIEW_PIXELS = 250_000

const format = oneOf(['png', 'jpg', 'webp'])

const FIELDS = {
  image_file: requiredField(file, 'The photo.'),
  format: field(format, 'Of the result.', 'png'),
  channels: field(channels, '`alpha`: the mask alone.', 'rgba'),
  bg_color: field(webColour, 'Behind the subject.'),
  size: field(
    choice({ preview: PREVIEW_PIXELS, medium: 1_500_000, hd: 4_000_000, full: 36_000_000 }),
    'How many pixels the result has at most.',
    'full',
  ),
  crop: field(flag, 'To the subject.', 'false'),
  despill: field(withoutEffect(['false'], 'green light on the subject cannot be removed'), 'Not served.'),
}

/** Before a key, it makes the result free and watermarked. */
const SANDBOX = /^sandbox_/

const isSandbox = (request: FastifyRequest): boolean => SANDBOX.test(keyInHeader(request) ?? '')

export function photoroom(scope: FastifyInstance, parts: DialectParts): void {
  pictureRoute(scope, parts, {
    dialect: 'photoroom',
    method: 'POST',
    fileFields: ['image_file'],
    keyIn: (request) => keyInHeader(request)?.replace(SANDBOX, ''),
    beside: isSandbox,
    clean: 'Send another size than preview, and a key without sandbox_,',
    read: (form, request) => {
      const { image_file, size, format, channels, crop, bg_color } = readParameters(FIELDS, form)
      const background: Background | undefined = bg_color && { kind: 'colour', ...bg_color }
      return {
        source: { file: image_file, parameter: 'image_file' },
        pixels: size,
        isPreview: size === PREVIEW_PIXELS || isSandbox(request),
        job: {
          format,
          channels,
          ...(crop && { crop: NO_MARGINS }),
          ...(background && channels === 'rgba' && { background }),
        },
      }
    },
    send: async (reply, answer, request) => {
      const { confidence } = answer
      // Ours is the likelihood that the cut-out is good; theirs, that it is not.
      if (confidence !== undefined) reply.header('x-uncertainty-score', (1 - confidence).toFixed(3))
      return sendPicture(reply, answer, parts, wantsJson(request.headers.accept) ? ['{"base64img":"', '"}'] : undefined)
    },
  })
}
