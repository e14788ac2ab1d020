/** POST /v1/id-photo: a photo cropped to a format, on a plain background. GET /v1/id-photo/specs: the formats. */
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import {
  boundsInWords,
  CUSTOM_BOUNDS,
  CUSTOM_FIELDS,
  type CustomField,
  customFormat,
  DEFAULT_DPI,
} from '../../catalog/custom-format.js'
import { findBackground, findSpec, type IdPhotoSpec, idPhotoCatalog } from '../../catalog/id-photo-formats.js'
import { SHEET_NAMES, type SheetName } from '../../catalog/print-sheets.js'
import type { Config } from '../../config.js'
import { AppError } from '../../errors.js'
import { copiesOn } from '../../imaging/id-photo/sheet-layout.js'
import { requireApiKey } from '../auth.js'
import { listIdPhotoFormats } from '../catalog.js'
import {
  type Bodies,
  exactlyOne,
  type Fields,
  openChoice,
  optional,
  requiring,
  shutOut,
  together,
  without,
} from '../document/bodies.js'
import { WARNINGS } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import type { HttpParts } from '../parts.js'
import { answer, refusals } from './answers.js'
import { IdPhotoFormats } from './id-photo-formats.js'
import { imageRoute } from './image-route.js'
import { fileOnly } from './image-source.js'
import { anyCase, imageFile, isPreview, previewField } from './schemas.js'

const PRICE = 1
const PREVIEW = 'Preview: may change.'
const TAG = 'ID photos (preview, may change)'
/** Smaller ones would fill a sheet with thousands. */
const SMALLEST_PRINT_MM = 10
const SPEC_ALLOWED = 'an id of GET /v1/id-photo/specs, such as 1inch, 2inch, us_passport or cn_visa'

function idPhotoBody(config: Config) {
  const { specs, colors } = idPhotoCatalog()
  const colourNames = Object.keys(colors)
  return Type.Object({
    image_file: imageFile(config),
    spec: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: specs.map(({ id }) => id),
        description:
          'The format; `GET /v1/id-photo/specs` says what each is. Give it, or a size of your own: `width_mm` and ' +
          '`height_mm`, or `width_px` and `height_px`.',
        'x-allowed': SPEC_ALLOWED,
      }),
    ),
    bg_color: Type.Optional(
      Type.String({
        pattern: `^(${colourNames.map(anyCase).join('|')}|#?[0-9a-fA-F]{6}|#?[0-9a-fA-F]{3})$`,
        default: 'white',
        description:
          '`white`, `blue`, `red`, or another name of `GET /v1/id-photo/specs`, or a colour as `#RRGGBB` or `#RGB`, ' +
          'with or without the `#`.',
        'x-allowed': `one of ${colourNames.join(', ')}, or a colour as #RRGGBB or #RGB, with or without the #`,
      }),
    ),
    sheet: Type.Optional(
      Type.Unsafe<SheetName>({
        type: 'string',
        enum: SHEET_NAMES,
        description:
          'Return a sheet to print instead of the single photo: as many copies as fit, with cutting lines, as a JPEG at ' +
          '300 dpi. It costs the same. File limits of the format do not apply to it.',
      }),
    ),
    preview: previewField('Same warnings and refusals. Works with `sheet`, too.'),
    width_mm: ofCustomSize('width_mm', 'Width of the photo on paper, instead of `spec`.'),
    height_mm: ofCustomSize('height_mm', 'Height of the photo on paper.'),
    width_px: ofCustomSize('width_px', 'Width of the photo in pixels, instead of `spec` and `width_mm`.'),
    height_px: ofCustomSize('height_px', 'Height of the photo in pixels.'),
    dpi: ofCustomSize('dpi', `Pixels per inch of a size of your own; ${DEFAULT_DPI} unless given.`),
    head_min: ofCustomSize('head_min', 'Smallest head, chin to hair, in percent of the height; only with `head_max`.'),
    head_max: ofCustomSize('head_max', 'Largest head. Without both: 50 to 75 %, as near to 65 % as the photo allows.'),
    max_kb: ofCustomSize('max_kb', 'Largest file of a size of your own, in kB of 1000 bytes.'),
  })
}

function ofCustomSize(field: CustomField, description: string) {
  const { min: minimum, max: maximum, whole } = CUSTOM_BOUNDS[field]
  const rules = { minimum, maximum, description, 'x-allowed': boundsInWords(field) }
  return Type.Optional(whole ? Type.Integer(rules) : Type.Number(rules))
}

/** A format of the catalogue, or a size of the caller's own: exactly one of them. */
function idPhotoBodies(parameters: Fields): Bodies {
  const { image_file = {}, spec = {}, width_mm = {}, height_mm = {}, width_px = {}, height_px = {} } = parameters
  const ofOwnSize = without(parameters, ['image_file', 'spec', 'bg_color', 'sheet', 'preview'])
  const sides = ['width_mm', 'height_mm', 'width_px', 'height_px']
  const common = optional(without(parameters, ['image_file', 'spec', ...Object.keys(ofOwnSize)]))
  const details = {
    ...optional(without(ofOwnSize, sides)),
    dependentRequired: { head_min: ['head_max'], head_max: ['head_min'] },
  }
  const size = exactlyOne({ width_mm, height_mm }, { width_px, height_px })
  const bySpec = named('IdPhotoBySpec', requiring({ spec: openChoice(spec || {}) }, shutOut(Object.keys(ofOwnSize))))
  const bySize = named('IdPhotoByOwnSize', together(details, size, optional(shutOut(['spec']))))
  const schema = together(common, requiring({ image_file }), { oneOf: [bySpec, bySize] })
  return { 'multipart/form-data': named('IdPhotoForm', schema) }
}

type Parameters = Static<ReturnType<typeof idPhotoBody>>

export function idPhotoRoutes(scope: FastifyInstance, parts: HttpParts): void {
  imageRoute(scope, parts, {
    path: '/id-photo',
    operation: 'id-photo',
    operationId: 'makeIdPhoto',
    summary: 'Make an ID photo (preview, may change)',
    description:
      `${PREVIEW} Removes the background of a portrait, puts a plain colour behind it and crops it to a named format: ` +
      'head height, eye line and margins by the rules of the authority, exact pixels, density tag and file size; or to a ' +
      'size of your own. The result is a JPEG and costs 1 credit; with `preview=1` it is free, small and watermarked. ' +
      'What may be wrong with it is listed in the header `X-Warnings`, as comma-separated codes; `X-Photo-Faults` has ' +
      'those of them that are about the photo, `X-Policy-Notes` those that are about the authority. Unknown parameters ' +
      'are refused. Nobody can promise that an authority accepts a photo.',
    tag: TAG,
    strict: true,
    body: idPhotoBody(parts.config),
    bodies: idPhotoBodies,
    headers: WARNINGS,
    toTask: (parameters, form) => {
      const source = fileOnly(form)
      const spec = formatOf(parameters)
      const { sheet } = parameters
      if (sheet) refuseUnprintable(spec, sheet)
      const preview = isPreview(parameters.preview)
      return {
        source,
        offer: {
          price: preview ? 0 : PRICE,
          job: {
            kind: 'id-photo',
            spec,
            background: known(findBackground(parameters.bg_color ?? 'white')),
            ...(sheet && { sheet }),
            ...(preview && { preview }),
          },
        },
      }
    },
  })
  specsRoute(scope, parts)
}

/** Of the catalogue, or of the caller's own size: exactly one of them. */
function formatOf(parameters: Parameters): IdPhotoSpec {
  const own = CUSTOM_FIELDS.find((field) => parameters[field] !== undefined)
  if (parameters.spec !== undefined) {
    if (own === undefined) return known(findSpec(parameters.spec))
    throw new AppError('invalid_request', `Give either spec or a size of your own, not both: ${own} is for the latter`)
  }
  if (own === undefined) {
    throw new AppError(
      'invalid_request',
      `spec is missing; it must be ${SPEC_ALLOWED}. A size of your own is width_mm and height_mm, or width_px and height_px`,
    )
  }
  const format = customFormat(parameters)
  if ('problem' in format) throw new AppError('invalid_request', format.problem)
  return format
}

function refuseUnprintable({ width_mm, height_mm }: IdPhotoSpec, sheet: SheetName): void {
  const size = `${width_mm} x ${height_mm} mm`
  if (Math.min(width_mm, height_mm) < SMALLEST_PRINT_MM) {
    throw new AppError(
      'invalid_request',
      `sheet needs a photo of at least ${SMALLEST_PRINT_MM} x ${SMALLEST_PRINT_MM} mm; this one has ${size}: give a smaller dpi`,
    )
  }
  if (copiesOn(sheet, { width_mm, height_mm }) === 0) {
    throw new AppError('invalid_request', `sheet must be one that a photo of ${size} fits on; got '${sheet}'`)
  }
}

/** The schema lets nothing else through. */
function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The schema and the catalogue of ID photos disagree')
  return value
}

const Search = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Only formats that match all these words, the best first: `usa passport`, `35x45`, `2x2 inch`. Typing mistakes ' +
        'are forgiven.',
    }),
  ),
})

function specsRoute(scope: FastifyInstance, parts: HttpParts): void {
  const schema = {
    tags: [TAG],
    operationId: 'listIdPhotoFormats',
    summary: 'Formats of ID photos (preview, may change)',
    description: `${PREVIEW} All formats with their sizes, rules and colours, and what each warning means. Not counted against the rate.`,
    querystring: Search,
    response: {
      200: answer('Ratios are shares of the height of the picture.', IdPhotoFormats),
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
