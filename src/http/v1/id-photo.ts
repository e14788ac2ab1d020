/** POST /v1/id-photo: a photo cropped to a named format, on a plain background. GET /v1/id-photo/specs: the formats. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { findBackground, findSpec, idPhotoCatalog } from '../../catalog/id-photo-formats.js'
import type { Config } from '../../config.js'
import { requireApiKey } from '../auth.js'
import { listIdPhotoFormats } from '../catalog.js'
import type { HttpParts } from '../parts.js'
import { imageRoute } from './image-route.js'
import { fileOnly } from './image-source.js'
import { anyCase, imageFile } from './schemas.js'

const PRICE = 1
const PREVIEW = 'Preview: may change.'
const TAG = 'ID photos (preview, may change)'

function idPhotoBody(config: Config) {
  const { specs, colors } = idPhotoCatalog()
  const colourNames = Object.keys(colors)
  return Type.Object({
    image_file: imageFile(config),
    spec: Type.Unsafe<string>({
      type: 'string',
      enum: specs.map(({ id }) => id),
      description: 'The format; `GET /v1/id-photo/specs` says what each is.',
      'x-allowed': 'an id of GET /v1/id-photo/specs, such as 1inch, 2inch, us_passport or cn_visa',
    }),
    bg_color: Type.Optional(
      Type.String({
        pattern: `^(${colourNames.map(anyCase).join('|')}|#[0-9a-fA-F]{6})$`,
        default: 'white',
        description: `\`white\`, \`blue\`, \`red\`, or another name of \`GET /v1/id-photo/specs\`, or a colour as \`#RRGGBB\`.`,
        'x-allowed': `one of ${colourNames.join(', ')}, or a colour as #RRGGBB`,
      }),
    ),
  })
}

export function idPhotoRoutes(scope: FastifyInstance, parts: HttpParts): void {
  imageRoute(scope, parts, {
    path: '/id-photo',
    operation: 'id-photo',
    summary: 'Make an ID photo (preview, may change)',
    description:
      `${PREVIEW} Removes the background of a portrait, puts a plain colour behind it and crops it to a named format: ` +
      'head height, eye line and margins by the rules of the authority, exact pixels, density tag and file size. The ' +
      'result is a JPEG and costs 1 credit. What may be wrong with it is listed in the header `X-Warnings`, as ' +
      'comma-separated codes. Nobody can promise that an authority accepts a photo.',
    tag: TAG,
    needsFile: true,
    body: idPhotoBody(parts.config),
    toTask: (parameters, form) => ({
      source: fileOnly(form),
      offer: {
        price: PRICE,
        job: {
          kind: 'id-photo',
          spec: known(findSpec(parameters.spec)),
          background: known(findBackground(parameters.bg_color ?? 'white')),
        },
      },
    }),
  })
  specsRoute(scope, parts)
}

/** The schema lets nothing else through. */
function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The schema and the catalogue of ID photos disagree')
  return value
}

const Specs = Type.Object({
  specs: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: true })),
  colors: Type.Record(Type.String(), Type.String()),
  warnings: Type.Record(Type.String(), Type.String()),
})

function specsRoute(scope: FastifyInstance, parts: HttpParts): void {
  const schema = {
    tags: [TAG],
    summary: 'Formats of ID photos (preview, may change)',
    description: `${PREVIEW} All formats with their sizes, rules and colours, and what each warning means. Not counted against the rate.`,
    response: { 200: { ...Specs, description: 'Ratios are shares of the height of the picture.' } },
    security: [{ apiKey: [] }],
  }
  scope.get('/id-photo/specs', { schema, onRequest: requireApiKey(parts) }, async () => listIdPhotoFormats())
}
