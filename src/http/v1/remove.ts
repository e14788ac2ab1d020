/** POST /v1/remove: background removal, answered with the address of the result. */
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Colour, parseHexColour, WHITE } from '../../catalog/colour.js'
import type { Config } from '../../config.js'
import { type Bodies, exactlyOne, type Fields, optional, requiring, together, without } from '../document/bodies.js'
import { named } from '../document/named-schemas.js'
import type { HttpParts } from '../parts.js'
import { imageRoute } from './image-route.js'
import { fileOrUrl } from './image-source.js'
import { ImageUrl, imageFile, oneOf } from './schemas.js'

const OUTPUT_MAX_SIDE = 4096
const FULL_PRICE = 1

const removeBody = (config: Config) =>
  Type.Object({
    image_file: Type.Optional(imageFile(config)),
    image_url: Type.Optional(ImageUrl),
    size: oneOf(
      ['preview', 'full', 'auto'],
      'preview',
      `\`preview\` and \`auto\`: watermarked, free, at source resolution up to ${config.previewMaxSide} px, with edges as ` +
        'fine as at 640 px. ' +
        `\`full\`: clean, 1 credit, up to ${OUTPUT_MAX_SIDE} px.`,
    ),
    format: oneOf(
      ['auto', 'png', 'jpg'],
      'auto',
      '`auto`: PNG if the result has any transparent pixel, else JPG. `jpg` flattens transparency on white.',
    ),
    bg_color: Type.Optional(
      Type.String({
        pattern: '^([tT][rR][aA][nN][sS][pP][aA][rR][eE][nN][tT]|[wW][hH][iI][tT][eE]|#[0-9a-fA-F]{6})$',
        default: 'transparent',
        description: '`transparent`, `white`, or a colour as `#RRGGBB`.',
        'x-allowed': 'transparent, white or a colour as #RRGGBB',
      }),
    ),
  })

/** An address needs no file, and so comes in any encoding. */
function removeBodies(parameters: Fields): Bodies {
  const { image_file = {}, image_url = {} } = parameters
  const options = named('RemoveOptions', optional(without(parameters, ['image_file', 'image_url'])))
  const byUrl = named('RemoveByUrl', together(options, requiring({ image_url })))
  return {
    'multipart/form-data': named('RemoveForm', together(options, exactlyOne({ image_file }, { image_url }))),
    'application/x-www-form-urlencoded': byUrl,
    'application/json': byUrl,
  }
}

export function removeRoute(scope: FastifyInstance, parts: HttpParts): void {
  imageRoute(scope, parts, {
    path: '/remove',
    operation: 'remove',
    operationId: 'removeBackground',
    summary: 'Remove the background of a photo',
    description: 'Cuts out the subject of one photo. Send `image_file` or `image_url`, not both.',
    body: removeBody(parts.config),
    bodies: removeBodies,
    toTask: (parameters, form) => {
      const full = parameters.size === 'full'
      const background = toColour(parameters.bg_color)
      return {
        source: fileOrUrl(form, parameters.image_url),
        offer: {
          price: full ? FULL_PRICE : 0,
          job: {
            kind: 'cutout',
            cap: { longestSide: full ? OUTPUT_MAX_SIDE : parts.config.previewMaxSide },
            format: parameters.format ?? 'auto',
            channels: 'rgba',
            watermark: !full,
            classify: false,
            ...(background && { background: { kind: 'colour', alpha: 255, ...background } as const }),
          },
        },
      }
    },
  })
}

function toColour(text: Static<ReturnType<typeof removeBody>>['bg_color']): Colour | undefined {
  const name = text?.toLowerCase()
  if (!name || name === 'transparent') return undefined
  return name === 'white' ? WHITE : parseHexColour(name)
}
