/** POST /v1/remove: background removal, answered with the address of the result. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../base/errors.js'
import { priceInWords } from '../../catalog/prices.js'
import { plainColour } from '../../parameters/colours.js'
import { OUTPUT_MAX_SIDE, plainFormat, plainSize } from '../../parameters/cutout.js'
import { file, webAddress } from '../../parameters/sources.js'
import type { ImageSource } from '../../service/images/process-image.js'
import { termsOf } from '../../service/images/tariff.js'
import { describe, exactlyOne, optional, requiring, together } from '../document/bodies.js'
import { CONFIDENCE } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import { field } from '../fields.js'
import { detailField, imageDescription } from './common-fields.js'
import { type ImageRouteParts, imageRoute } from './image-route.js'

const LONGEST_URL = 4096

function removeBody({ config, networks }: Pick<ImageRouteParts, 'config' | 'networks'>) {
  const fields = {
    image_file: field(file, imageDescription(config)),
    image_url: field(webAddress(LONGEST_URL), 'Public http or https address of the image, instead of `image_file`.'),
    size: field(
      plainSize,
      `\`preview\` and \`auto\`: watermarked, free, at source resolution up to ${config.previewMaxSide} px, with edges as ` +
        `fine as at 640 px. \`full\`: clean, ${priceInWords(config.prices.remove)}, up to ${OUTPUT_MAX_SIDE} px. For unlimited ` +
        'accounts all are clean and free, and `auto` is `full`.',
      'preview',
    ),
    format: field(
      plainFormat,
      '`auto`: PNG if the result has any transparent pixel, else JPG. `jpg` flattens transparency on white.',
      'auto',
    ),
    bg_color: field(plainColour, '`transparent`, `white`, or a colour as `#RRGGBB`.', 'transparent'),
    detail: detailField(networks),
  }
  const { image_file, image_url, ...others } = describe(fields)
  const options = named('RemoveOptions', optional(others))
  // An address needs no file, so any encoding will do.
  const byUrl = named('RemoveByUrl', together(options, requiring({ image_url })))
  return {
    fields,
    bodies: {
      'multipart/form-data': named('RemoveForm', together(options, exactlyOne({ image_file }, { image_url }))),
      'application/x-www-form-urlencoded': byUrl,
      'application/json': byUrl,
    },
  }
}

export function removeRoute(scope: FastifyInstance, parts: ImageRouteParts): void {
  imageRoute(scope, parts, {
    path: '/remove',
    operation: 'remove',
    operationId: 'removeBackground',
    summary: 'Remove the background of a photo',
    description: 'Cuts out the subject of one photo. Send `image_file` or `image_url`, not both.',
    ...removeBody(parts),
    headers: CONFIDENCE,
    toTask: ({ image_file, image_url, size, format, bg_color, detail }, tariff) => {
      const isPreview = size === 'preview' || (size === 'auto' && !tariff.unlimited)
      const terms = termsOf('remove', isPreview, tariff)
      return {
        source: sourceOf(image_file, image_url),
        offer: {
          ...terms,
          job: {
            kind: 'cutout',
            cap: { longestSide: isPreview ? parts.config.previewMaxSide : OUTPUT_MAX_SIDE },
            format,
            channels: 'rgba',
            watermark: terms.watermark !== undefined,
            classify: false,
            ...(detail && { detail }),
            ...(bg_color && { background: { kind: 'colour', ...bg_color } as const }),
          },
        },
      }
    },
  })
}

function sourceOf(file: string | undefined, url: string | undefined): ImageSource {
  if (file && url) throw new AppError('invalid_request', 'Give either image_file or image_url, not both')
  if (file) return { file, parameter: 'image_file' }
  if (url) return { url, parameter: 'image_url' }
  throw new AppError('invalid_request', 'No image given: send image_file (multipart/form-data) or image_url')
}
