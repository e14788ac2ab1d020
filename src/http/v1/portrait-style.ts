/** POST /v1/portrait-style: a portrait painted in a style, or as a prompt describes. GET /v1/styles: the styles. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../base/errors.js'
import { priceInWords } from '../../catalog/prices.js'
import { PORTRAIT_STYLE } from '../../imaging/job.js'
import { plainFormat } from '../../parameters/cutout.js'
import { prompt, strength, styleById } from '../../parameters/style.js'
import { offerOf } from '../../service/images/tariff.js'
import { requireApiKey } from '../auth.js'
import { type CatalogParts, listStyles } from '../catalog.js'
import { describe, optional, requiring, together } from '../document/bodies.js'
import { RECIPE } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import { field, requiredField } from '../fields.js'
import type { HttpParts } from '../parts.js'
import { answer, refusals } from './answers.js'
import { detailField, imageFile, previewField } from './common-fields.js'
import { type ImageRouteParts, imageOperation, imageRoute, type OperationParts } from './image-route.js'

const PREVIEW = 'Preview: may change.'
const TAG = 'Portrait styles (preview, may change)'

function portraitStyleBody({ config, networks }: OperationParts) {
  const fields = {
    image_file: imageFile(config),
    style: requiredField(
      styleById(),
      'The style; `GET /v1/styles` shows each. Former ids are painted in the nearest style.',
    ),
    prompt: field(
      prompt,
      'A style in your own words, instead of the preset: media, artists, eras, colours, light, mood, background; in ' +
        'English, German, Spanish, French, Portuguese, Chinese or Japanese. Where it names no style ("warmer, softer"), ' +
        'it changes the preset. The same words always give the same picture. Things are not added; a prompt that wants ' +
        'little else, or is not understood, is refused and costs nothing. `preview=1` shows what becomes of it for free.',
    ),
    strength: field(strength, 'How strongly the style is applied: 0 to 100.', '100'),
    format: field(plainFormat, '`auto`: JPG unless something is transparent.', 'auto'),
    preview: previewField('The same picture and the same `X-Style-Recipe`.'),
    detail: detailField(networks),
  }
  const { image_file, style, ...others } = describe(fields)
  const form = named('PortraitStyleForm', together(optional(others), requiring({ image_file, style })))
  return { fields, bodies: { 'multipart/form-data': form } }
}

export function portraitStyleRoutes(scope: FastifyInstance, parts: ImageRouteParts & CatalogParts): void {
  imageRoute(scope, parts, portraitStyleOperation(parts))
  stylesRoute(scope, parts)
}

export const portraitStyleOperation = (parts: OperationParts) =>
  imageOperation({
    path: '/portrait-style',
    operation: 'portrait-style',
    operationId: 'stylePortrait',
    summary: 'Paint a portrait in a style (preview, may change)',
    description:
      `${PREVIEW} Restyles a portrait with a preset, or with a \`prompt\`. The person stays recognisable and keeps their ` +
      'skin tone; a picture without a face is styled as a whole. The result is at source resolution, at most ' +
      `${PORTRAIT_STYLE.maxSide} px on the longest side (${priceInWords(parts.config.prices['portrait-style'])}); with \`preview=1\` it is free, small ` +
      'and watermarked. The header `X-Style-Recipe` says what it was made from: for a prompt, what was understood, ' +
      'what was not, and which requested things were not added (`not added=balloon`). Unknown parameters are ' +
      'refused; `image_url` is ignored.',
    tag: TAG,
    strict: true,
    ignored: ['image_url'],
    ...portraitStyleBody(parts),
    headers: RECIPE,
    toTask: ({ image_file, preview, prompt, detail, ...wanted }, tariff) => {
      if (preview && prompt !== undefined && parts.config.styleBackend) throw noPreviewElsewhere()
      return {
        source: { file: image_file, parameter: 'image_file' },
        offer: offerOf(
          {
            kind: 'portrait-style',
            ...wanted,
            ...(prompt !== undefined && { prompt }),
            maxSide: PORTRAIT_STYLE.maxSide,
            ...(detail && { detail }),
          },
          preview,
          tariff,
        ),
      }
    },
  })

/** The outside service may cost the operator money, whatever the size of the picture. */
const noPreviewElsewhere = (): AppError =>
  new AppError('invalid_request', 'preview: prompts go to an outside service here; only presets have a free preview', {
    parameter: 'preview',
  })

const Styles = named(
  'Styles',
  Type.Object({
    styles: Type.Array(
      named(
        'Style',
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          description: Type.String(),
          category: Type.String(),
          tags: Type.Array(Type.String()),
          preview_url: Type.String({
            format: 'uri',
            description: 'A small picture in this style. It may take a few seconds in the first minutes after set-up.',
          }),
        }),
      ),
    ),
  }),
)

function stylesRoute(scope: FastifyInstance, parts: Pick<HttpParts, 'keys'> & CatalogParts): void {
  const schema = {
    tags: [TAG],
    operationId: 'listStyles',
    summary: 'Styles for portraits (preview, may change)',
    description: `${PREVIEW} All styles, with a picture of each. Not counted against the rate.`,
    response: { 200: answer('Ids are stable.', Styles), ...refusals([401, 403, 500, 503]) },
    security: [{ apiKey: [] }],
  }
  scope.get('/styles', { schema, onRequest: requireApiKey(parts) }, async () => ({ styles: listStyles(parts) }))
}
