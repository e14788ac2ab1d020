/** POST /v1/id-photo: a photo cropped to a format, on a plain background. GET /v1/id-photo/specs: the formats. */
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { defaultBackground } from '../../catalog/id-photo-formats.js'
import { priceInWords } from '../../catalog/prices.js'
import { idPhotoColour } from '../../parameters/colours.js'
import { customSize, DEFAULT_DPI } from '../../parameters/custom-size.js'
import { formatById, purpose, wantedPhoto } from '../../parameters/id-photo.js'
import { SHEET_DEFAULTS, sheetReaders } from '../../parameters/print-sheet.js'
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
import { type ImageRouteParts, imageOperation, imageRoute, type OperationParts } from './image-route.js'

const PREVIEW = 'Preview: may change.'
const TAG = 'ID photos (preview, may change)'

function idPhotoBody({ config, networks }: OperationParts) {
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
    purpose: field(
      purpose,
      '`upload`: the pixels and kilobytes that portals ask for, as described by the format. `print`: its millimetres ' +
        'at 300 to 600 dpi, as many as the photo has pixels for, without limits on the file. `upload` unless given; a ' +
        '`sheet` is always for print.',
    ),
    ...sheetFields(),
    preview: previewField('Same warnings and refusals. Works with `sheet`, too.'),
    detail: detailField(networks),
    width_mm: field(customSize.width_mm, 'Width of the photo on paper, instead of `spec`.'),
    height_mm: field(customSize.height_mm, 'Height of the photo on paper.'),
    width_px: field(customSize.width_px, 'Width of the photo in pixels, instead of `spec` and `width_mm`.'),
    height_px: field(customSize.height_px, 'Height of the photo in pixels.'),
    dpi: field(
      customSize.dpi,
      `Pixels per inch: of a size of your own, ${DEFAULT_DPI} unless given, or of a \`spec\` whose \`size_basis\` is ` +
        '`mm`.',
    ),
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
  const described = describe(fields)
  const { image_file, spec, bg_color, purpose: use, preview, detail, ...others } = described
  const { sheet, copies, sheet_photos, sheet_margin, sheet_gap, sheet_format, sheet_dpi, ...ofOwnSize } = others
  const { width_mm, height_mm, width_px, height_px, ...details } = ofOwnSize
  const { dpi, ...onlyOfOwnSize } = ofOwnSize
  const oneFormat = { copies, ...excluding(['sheet_photos']) }
  const bySpec = named(
    'IdPhotoBySpec',
    requiring({ spec }, { dpi, ...oneFormat, ...excluding(Object.keys(onlyOfOwnSize)) }),
  )
  const bySize = named(
    'IdPhotoByOwnSize',
    together(
      { ...optional(details), dependentRequired: { head_min: ['head_max'], head_max: ['head_min'] } },
      exactlyOne({ width_mm, height_mm }, { width_px, height_px }),
      optional({ ...oneFormat, ...excluding(['spec']) }),
    ),
  )
  const bySheet = named(
    'IdPhotosOnSheet',
    requiring({ sheet, sheet_photos }, excluding(['spec', 'copies', ...Object.keys(ofOwnSize)])),
  )
  const ofSheet = { sheet, sheet_margin, sheet_gap, sheet_format, sheet_dpi }
  const common = {
    ...optional({ bg_color, purpose: use, preview, detail, ...ofSheet }),
    dependentRequired: Object.fromEntries(
      ['copies', 'sheet_margin', 'sheet_gap', 'sheet_format', 'sheet_dpi'].map((name) => [name, ['sheet']]),
    ),
  }
  const form = named('IdPhotoForm', together(common, requiring({ image_file }), { oneOf: [bySpec, bySize, bySheet] }))
  return { fields, bodies: { 'multipart/form-data': form } }
}

function sheetFields() {
  const readers = sheetReaders(formatById())
  const { margin_mm, gap_mm, format, dpi } = SHEET_DEFAULTS
  return {
    sheet: field(
      readers.sheet,
      'Return a sheet to print instead of the single photo, with cutting lines. It costs the same. File limits of the ' +
        'format do not apply to it. A paper by its name, or a size such as `100x150mm` or `8x10in`.',
    ),
    copies: field(readers.copies, 'How many photos; as many as fit on one sheet unless given. More go on a `pdf`.'),
    sheet_photos: field(
      readers.sheet_photos,
      'Several formats of the same photo on one sheet, instead of `spec`: ids, or sizes such as `35x45mm`, each with ' +
        'its number: `us_passport:2,schengen_visa:4`. All must work out; `X-Format-Warnings` has the warnings of each.',
    ),
    sheet_margin: field(readers.sheet_margin, `Millimetres to the edges of the paper; ${margin_mm} unless given.`),
    sheet_gap: field(
      readers.sheet_gap,
      `Millimetres between photos; ${gap_mm} unless given. With 0, cutting lines are in the margins alone.`,
    ),
    sheet_format: field(
      readers.sheet_format,
      `A picture of one page, or a PDF with exact millimetres and as many pages as it takes; \`${format}\` unless given.`,
    ),
    sheet_dpi: field(readers.sheet_dpi, `Pixels per inch of the photos on it; ${dpi} unless given.`),
  }
}

export function idPhotoRoutes(scope: FastifyInstance, parts: ImageRouteParts): void {
  imageRoute(scope, parts, idPhotoOperation(parts))
  specsRoute(scope, parts)
}

export const idPhotoOperation = (parts: OperationParts) =>
  imageOperation({
    path: '/id-photo',
    operation: 'id-photo',
    operationId: 'makeIdPhoto',
    summary: 'Make an ID photo (preview, may change)',
    description:
      `${PREVIEW} Removes the background of a portrait, puts a plain colour behind it and crops it to a named format: ` +
      'head height, eye line and margins by the rules of the authority, exact pixels, density tag and file size; or to a ' +
      `size of your own. The result is a JPEG (${priceInWords(parts.config.prices['id-photo'])}), or a PDF of print sheets; with \`preview=1\` it is ` +
      'free, small and watermarked. ' +
      'Possible problems are listed in the header `X-Warnings`, as comma-separated codes; `X-Photo-Faults` has those that ' +
      'concern the photo, `X-Policy-Notes` those that concern the authority. Unknown parameters are refused. There is no ' +
      'guarantee that an authority accepts a photo.',
    tag: TAG,
    strict: true,
    ...idPhotoBody(parts),
    headers: WARNINGS,
    toTask: ({ image_file, bg_color, preview, detail, ...given }, tariff) => {
      const { sheet, ...single } = wantedPhoto(given, (name) => name)
      const background = bg_color ?? defaultBackground(single.spec)
      const wanted = sheet ? { spec: sheet.photos[0]!.spec, sheet } : single
      return {
        source: { file: image_file, parameter: 'image_file' },
        offer: offerOf({ kind: 'id-photo', ...wanted, background, ...(detail && { detail }) }, preview, tariff),
      }
    },
  })

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
