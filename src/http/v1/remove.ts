/** POST /v1/remove: background removal, answered with the address of the result. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../base/errors.js'
import { priceInWords } from '../../catalog/prices.js'
import { plainColour } from '../../parameters/colours.js'
import { cutoutFormat, OUTPUT_MAX_SIDE, plainSize } from '../../parameters/cutout.js'
import { regionOfInterest } from '../../parameters/lengths.js'
import { BadParameter } from '../../parameters/reader.js'
import { type RenderingGiven, type RenderingTerms, renderingFrom } from '../../parameters/rendering.js'
import { file, webAddress } from '../../parameters/sources.js'
import type { ImageSource } from '../../service/images/process-image.js'
import { termsOf } from '../../service/images/tariff.js'
import { describe, exactlyOne, optional, requiring, together } from '../document/bodies.js'
import { CONFIDENCE, CUTOUT_WARNINGS } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import { field } from '../fields.js'
import { detailField, imageDescription, LONGEST_URL } from './common-fields.js'
import { type ImageRouteParts, imageOperation, imageRoute, type OperationParts } from './image-route.js'
import { renderingFields } from './rendering-fields.js'

function removeBody({ config, networks }: OperationParts) {
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
      cutoutFormat,
      '`auto`: PNG if the result has any transparent pixel, else JPG. `jpg` flattens transparency on white. That of ' +
        'the `preset`, or `auto` unless given.',
    ),
    bg_color: field(
      plainColour,
      '`transparent`, `white`, or a colour as `#RRGGBB`. That of the `preset`, or `transparent` unless given.',
    ),
    bg_image_file: field(file, 'A background picture; scaled to cover.'),
    bg_image_url: field(webAddress(LONGEST_URL), 'Public http or https address of a background picture.'),
    ...renderingFields(),
    roi: field(regionOfInterest, 'Region that can hold the subject: `x1 y1 x2 y2`, in px or %.'),
    detail: detailField(networks),
  }
  const { image_file, image_url, bg_image_file, ...others } = describe(fields)
  const options = named('RemoveOptions', optional(others))
  // An address needs no file, so any encoding will do.
  const byUrl = named('RemoveByUrl', together(options, requiring({ image_url })))
  return {
    fields,
    bodies: {
      'multipart/form-data': named(
        'RemoveForm',
        together(options, optional({ bg_image_file }), exactlyOne({ image_file }, { image_url })),
      ),
      'application/x-www-form-urlencoded': byUrl,
      'application/json': byUrl,
    },
  }
}

export function removeRoute(scope: FastifyInstance, parts: ImageRouteParts): void {
  imageRoute(scope, parts, removeOperation(parts))
}

export const removeOperation = (parts: OperationParts) =>
  imageOperation({
    path: '/remove',
    operation: 'remove',
    operationId: 'removeBackground',
    summary: 'Remove the background of a photo',
    description:
      'Cuts out the subject of one photo, and puts it on a canvas, a background and a shadow if asked to. Send ' +
      '`image_file` or `image_url`, not both. What a person should look at is listed in `X-Warnings`; with several ' +
      'presets the result is a ZIP with a picture of each, for the price of one.',
    ...removeBody(parts),
    headers: { ...CONFIDENCE, ...CUTOUT_WARNINGS },
    fileFields: ['image_file', 'bg_image_file'],
    toTask: ({ image_file, image_url, bg_image_file, bg_image_url, size, detail, roi, ...given }, tariff) => {
      const isPreview = size === 'preview' || (size === 'auto' && !tariff.unlimited)
      const terms = termsOf('remove', isPreview, tariff)
      const background = backgroundIn(bg_image_file, bg_image_url)
      const longestSide = isPreview ? parts.config.previewMaxSide : OUTPUT_MAX_SIDE
      return {
        source: sourceOf(image_file, image_url),
        ...(background && { background }),
        offer: {
          ...terms,
          job: {
            kind: 'cutout',
            ...renderingOf(given, background !== undefined, { cap: { longestSide }, format: 'auto' }),
            watermark: terms.watermark !== undefined,
            classify: false,
            ...(roi && { roi }),
            ...(detail && { detail }),
          },
        },
      }
    },
  })

/** Contradictions between fields are refused like bad values. */
function renderingOf(given: RenderingGiven, bg_image: boolean, terms: RenderingTerms) {
  try {
    return renderingFrom({ ...given, ...(bg_image && { bg_image }) }, terms, (field) =>
      field === 'bg_image' ? 'bg_image_file' : field,
    )
  } catch (error) {
    if (error instanceof BadParameter) throw new AppError('invalid_request', error.message)
    throw error
  }
}

function backgroundIn(file: string | undefined, url: string | undefined): ImageSource | undefined {
  if (file && url) throw new AppError('invalid_request', 'Give either bg_image_file or bg_image_url, not both')
  if (file) return { file, parameter: 'bg_image_file' }
  return url === undefined ? undefined : { url, parameter: 'bg_image_url' }
}

function sourceOf(file: string | undefined, url: string | undefined): ImageSource {
  if (file && url) throw new AppError('invalid_request', 'Give either image_file or image_url, not both')
  if (file) return { file, parameter: 'image_file' }
  if (url) return { url, parameter: 'image_url' }
  throw new AppError('invalid_request', 'No image given: send image_file (multipart/form-data) or image_url')
}
