/** POST /v1/portrait-style: a portrait painted in a style, or by words. GET /v1/styles: the styles. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { styleEntries } from '../../catalog/styles.js'
import type { Config } from '../../config.js'
import { AppError } from '../../errors.js'
import { PORTRAIT_STYLE } from '../../imaging/job.js'
import { isPromptTooLong } from '../../imaging/style/prompt/length.js'
import { requireApiKey } from '../auth.js'
import { listStyles } from '../catalog.js'
import { type Bodies, type Fields, openChoice, optional, requiring, together, without } from '../document/bodies.js'
import { RECIPE } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import type { HttpParts } from '../parts.js'
import { answer, refusals } from './answers.js'
import { imageRoute } from './image-route.js'
import { fileOnly } from './image-source.js'
import { imageFile, isPreview, oneOf, previewField } from './schemas.js'

const PRICE = 2
const PREVIEW = 'Preview: may change.'
const TAG = 'Portrait styles (preview, may change)'

const portraitStyleBody = (config: Config) =>
  Type.Object({
    image_file: imageFile(config),
    style: Type.Unsafe<string>({
      type: 'string',
      enum: styleEntries().map(({ id }) => id),
      description: 'The style; `GET /v1/styles` shows each.',
      'x-allowed': 'an id of GET /v1/styles, such as watercolour, ink-sketch or film-noir',
    }),
    prompt: Type.Optional(
      Type.Refine(
        Type.String({
          minLength: 1,
          maxLength: PORTRAIT_STYLE.promptLength,
          description:
            'A style in your own words (English), instead of the preset: media, artists, eras, colours, light, mood, ' +
            'background. Where it names no style ("warmer, softer"), it changes the preset. The same words always give the ' +
            'same picture. A prompt of which nothing is understood is refused, and costs nothing.',
          'x-allowed': `a text of 1 to ${PORTRAIT_STYLE.promptLength} characters`,
        }),
        (prompt) => !isPromptTooLong(prompt),
      ),
    ),
    strength: Type.Optional(
      Type.String({
        pattern: '^(\\d{1,2}|100)$',
        default: '100',
        description: 'How much of the style lies over the photo: 0 to 100.',
        'x-allowed': 'a whole number from 0 to 100',
      }),
    ),
    format: oneOf(['auto', 'png', 'jpg'], 'auto', '`auto`: JPG unless something is transparent.'),
    preview: previewField('The same picture and the same `X-Style-Recipe`.'),
  })

function portraitStyleBodies(parameters: Fields): Bodies {
  const { image_file = {}, style = {}, strength = {} } = parameters
  const { description, default: _, ...text } = strength as { description?: string; default?: string }
  const fields = {
    ...without(parameters, ['image_file', 'style']),
    strength: { anyOf: [{ type: 'integer', minimum: 0, maximum: 100 }, text], default: 100, description },
  }
  const required = requiring({ image_file, style: openChoice(style || {}) })
  return { 'multipart/form-data': named('PortraitStyleForm', together(optional(fields), required)) }
}

export function portraitStyleRoutes(scope: FastifyInstance, parts: HttpParts): void {
  imageRoute(scope, parts, {
    path: '/portrait-style',
    operation: 'portrait-style',
    operationId: 'stylePortrait',
    summary: 'Paint a portrait in a style (preview, may change)',
    description:
      `${PREVIEW} Restyles a portrait with a preset, or by a \`prompt\`. The person stays recognisable and keeps their ` +
      'skin tone; a picture without a face is styled as a whole. The result is at source resolution, at most ' +
      `${PORTRAIT_STYLE.maxSide} px on the longest side, and costs ${PRICE} credits; with \`preview=1\` it is free, small ` +
      'and watermarked. The header `X-Style-Recipe` says what it was made of: of a prompt, what was understood, ' +
      'what was not, and which things it asks for that are not added (`not added=balloon`). Unknown parameters are ' +
      'refused; `image_url` is ignored.',
    tag: TAG,
    strict: true,
    ignored: ['image_url'],
    body: portraitStyleBody(parts.config),
    bodies: portraitStyleBodies,
    headers: RECIPE,
    toTask: ({ style, prompt, strength, format, preview: wanted }, form) => {
      const source = fileOnly(form)
      const preview = isPreview(wanted)
      if (preview && prompt !== undefined && parts.config.styleBackend) throw noPreviewElsewhere()
      return {
        source,
        offer: {
          price: preview ? 0 : PRICE,
          job: {
            kind: 'portrait-style',
            style,
            ...(prompt !== undefined && { prompt }),
            strength: Number(strength ?? 100),
            maxSide: PORTRAIT_STYLE.maxSide,
            format: format ?? 'auto',
            ...(preview && { preview }),
          },
        },
      }
    },
  })
  stylesRoute(scope, parts)
}

/** The service may cost the operator money, whatever the size of the picture. */
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

function stylesRoute(scope: FastifyInstance, parts: HttpParts): void {
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
