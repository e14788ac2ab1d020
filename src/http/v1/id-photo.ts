/** POST /v1/id-photo: a photo cropped to a format, on a plain background. GET /v1/id-photo/specs: the formats. */
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { AppError } from '../../base/errors.js'
import { defaultBackground, type IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import { priceInWords } from '../../catalog/prices.js'
import type { SheetName } from '../../catalog/print-sheets.js'
import { idPhotoColour } from '../../parameters/colours.js'
import { customSize, DEFAULT_DPI } from '../../parameters/custom-size.js'
import { formatById, formatOf, refuseTooSmall, sheet } from '../../parameters/id-photo.js'
import { offerOf } from '../../service/images/tariff.js'
import { requireApiKey } from '../auth.js'
import { listIdPhotoFormats } from '../catalog.js'
import { describe, exactlyOne, excluding, optional, requiring, together } from '../document/bodies.js'
import { WARNINGS } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import { field } from '../fields.js'
import type { HttpParts } from '../parts.js'
import { answer, refusals } from './answers.js'
import { detailField, imageFile, previewField } from './common-fields.js'
import { IdPhotoFormats } from './id-photo-formats.js'
import { type ImageRouteParts, imageRoute } from './image-route.js'

const PREVIEW = 'Preview: may change.'
const TAG = 'ID photos (preview, may change)'
/** Smaller photos would fill a sheet with thousands of copies. */
const SMALLEST_PRINT_MM = 10

function idPhotoBody({ config, networks }: Pick<ImageRouteParts, 'config' | 'networks'>) {
  const fields = {
    image_file: imageFile(config),
    spec: field(
      formatById(),
      'The format; `GET /v1/id-photo/specs` describes each. Give this, or a size of your own: `width_mm` and ' +
        '`height_mm`, or `width_px` and `height_px`.',
    ),
    bg_color: field(
      idPhotoColour(),
      '`white`, `blue`, `red`, or another name of `GET /v1/id-photo/specs`, or a colour as `#RRGGBB` or `#RGB`, ' +
        'with or without the `#`. Unless given, the `default_background` of the format: `white`, except where the ' +
        'authority refuses it (`light_grey` for passports of the UK, for example).',
    ),
    sheet: field(
      sheet,
      'Return a sheet to print instead of the single photo: as many copies as fit, with cutting lines, as a JPEG at ' +
        '300 dpi. It costs the same. File limits of the format do not apply to it.',
    ),
    preview: previewField('Same warnings and refusals. Works with `sheet`, too.'),
    detail: detailField(networks),
    width_mm: field(customSize.width_mm, 'Width of the photo on paper, instead of `spec`.'),
    height_mm: field(customSize.height_mm, 'Height of the photo on paper.'),
    width_px: field(customSize.width_px, 'Width of the photo in pixels, instead of `spec` and `width_mm`.'),
    height_px: field(customSize.height_px, 'Height of the photo in pixels.'),
    dpi: field(customSize.dpi, `Pixels per inch of a size of your own; ${DEFAULT_DPI} unless given.`),
    head_min: field(
      customSize.head_min,
      'Smallest head, chin to hair, in percent of the height; only with `head_max`.',
    ),
    head_max: field(
      customSize.head_max,
      'Largest head. Without both: 50 to 75 %, as near to 65 % as the photo allows.',
    ),
    max_kb: field(customSize.max_kb, 'Largest file of a size of your own, in kB of 1000 bytes.'),
  }
  const { image_file, spec, bg_color, sheet: paper, preview, detail, ...ofOwnSize } = describe(fields)
  const { width_mm, height_mm, width_px, height_px, ...details } = ofOwnSize
  const bySpec = named('IdPhotoBySpec', requiring({ spec }, excluding(Object.keys(ofOwnSize))))
  const bySize = named(
    'IdPhotoByOwnSize',
    together(
      { ...optional(details), dependentRequired: { head_min: ['head_max'], head_max: ['head_min'] } },
      exactlyOne({ width_mm, height_mm }, { width_px, height_px }),
      optional(excluding(['spec'])),
    ),
  )
  const common = optional({ bg_color, sheet: paper, preview, detail })
  const form = named('IdPhotoForm', together(common, requiring({ image_file }), { oneOf: [bySpec, bySize] }))
  return { fields, bodies: { 'multipart/form-data': form } }
}

export function idPhotoRoutes(scope: FastifyInstance, parts: ImageRouteParts): void {
  imageRoute(scope, parts, {
    path: '/id-photo',
    operation: 'id-photo',
    operationId: 'makeIdPhoto',
    summary: 'Make an ID photo (preview, may change)',
    description:
      `${PREVIEW} Removes the background of a portrait, puts a plain colour behind it and crops it to a named format: ` +
      'head height, eye line and margins by the rules of the authority, exact pixels, density tag and file size; or to a ' +
      `size of your own. The result is a JPEG (${priceInWords(parts.config.prices['id-photo'])}); with \`preview=1\` it is ` +
      'free, small and watermarked. ' +
      'Possible problems are listed in the header `X-Warnings`, as comma-separated codes; `X-Photo-Faults` has those that ' +
      'concern the photo, `X-Policy-Notes` those that concern the authority. Unknown parameters are refused. There is no ' +
      'guarantee that an authority accepts a photo.',
    tag: TAG,
    strict: true,
    ...idPhotoBody(parts),
    headers: WARNINGS,
    toTask: ({ image_file, bg_color, sheet, preview, detail, ...format }, tariff) => {
      const spec = formatOf(format, (name) => name)
      const background = bg_color ?? defaultBackground(spec)
      if (sheet) refuseUnprintable(spec, sheet)
      return {
        source: { file: image_file, parameter: 'image_file' },
        offer: offerOf(
          { kind: 'id-photo', spec, background, ...(sheet && { sheet }), ...(detail && { detail }) },
          preview,
          tariff,
        ),
      }
    },
  })
  specsRoute(scope, parts)
}

function refuseUnprintable(spec: IdPhotoSpec, sheet: SheetName): void {
  const { width_mm, height_mm } = spec
  if (Math.min(width_mm, height_mm) < SMALLEST_PRINT_MM) {
    const least = `${SMALLEST_PRINT_MM} x ${SMALLEST_PRINT_MM} mm`
    const advice = `this one has ${width_mm} x ${height_mm} mm: give a smaller dpi`
    throw new AppError('invalid_request', `sheet needs a photo of at least ${least}; ${advice}`)
  }
  refuseTooSmall(sheet, spec, 'sheet')
}

const Search = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Only formats that match all these words, the best first: `usa passport`, `35x45`, `2x2 inch`. Typos are ' +
        'tolerated.',
    }),
  ),
})

function specsRoute(scope: FastifyInstance, parts: Pick<HttpParts, 'keys'>): void {
  const schema = {
    tags: [TAG],
    operationId: 'listIdPhotoFormats',
    summary: 'Formats of ID photos (preview, may change)',
    description: `${PREVIEW} All formats with their sizes, rules and colours, and what each warning means. Not counted against the rate.`,
    querystring: Search,
    response: {
      200: answer('Ratios are relative to the height of the picture.', IdPhotoFormats),
      ...refusals([400, 401, 403, 500, 503]),
    },
    security: [{ apiKey: [] }],
  }
  scope.get<{ Querystring: Static<typeof Search> }>(
    '/id-photo/specs',
    { schema, onRequest: requireApiKey(parts) },
    async ({ query }) => listIdPhotoFormats(query.search),
  )
}
