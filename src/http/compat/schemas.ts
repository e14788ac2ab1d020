/** The compatible routes as the API document shows them. Checking is stricter and done in `parameters`. */
import { Type } from 'typebox'
import type { Config } from '../../config.js'
import { type LimitsInWords, limitsInWords } from '../limits-in-words.js'

const text = (description: string, fallback?: string) =>
  Type.Optional(Type.String({ description, ...(fallback !== undefined && { default: fallback }) }))
const file = (description: string) =>
  Type.Optional(Type.Unsafe<never>({ type: 'string', format: 'binary', description }))

const cutoutBody = (limits: LimitsInWords) =>
  Type.Object({
    image_file: file(
      `The image: JPEG, PNG, WebP or BMP, at most ${limits.file}. Exactly one of the three image sources.`,
    ),
    image_file_b64: text('The image as base64.'),
    image_url: text('Public http or https address of the image.'),
    size: text(
      '`preview`, `small`, `regular`: 640 px, watermarked, free. `medium`, `hd`, `4k`, `full`, `50MP`: up to ' +
        '1.5 / 4 / 25 / 25 / 50 MP, 1 credit. `auto`: `full` if there is a credit, else `preview`.',
      'preview',
    ),
    type: text('Which subject wins when there are several: `person`, `product`, `animal`, `car`, `other`.', 'auto'),
    type_level: text('`none` leaves out the header `X-Type`; `1`, `2`, `latest` are alike.', '1'),
    format: text('`auto`, `png` (at most 10 MP), `jpg`, `webp`, `zip` (color.jpg and alpha.png).', 'auto'),
    roi: text('Region that can hold the subject: `x1 y1 x2 y2`, in px or %.', '0% 0% 100% 100%'),
    crop: text('Crop to the subject: `true` or `false`.', 'false'),
    crop_margin: text('1, 2 or 4 margins in px or %, at most 50% or 500px.', '0'),
    scale: text('Size of the subject: `original`, or `10%` to `100%`.', 'original'),
    position: text('Place of the subject: `original`, `center`, or one or two percentages.', 'original'),
    channels: text('`rgba`, or `alpha` for the mask alone.', 'rgba'),
    bg_color: text('Hex colour of 3, 4, 6 or 8 digits, or a CSS colour name.'),
    bg_image_url: text('Address of a background picture.'),
    bg_image_file: file('A background picture; scaled to cover.'),
  })

const Problems = Type.Object({
  errors: Type.Array(Type.Object({ title: Type.String(), code: Type.String(), detail: Type.Optional(Type.String()) }), {
    minItems: 1,
  }),
})

const answers: Record<number, string> = {
  400: '`invalid_parameter`, `file_too_large`, `invalid_image`, `failed_image_download` or `unknown_foreground`.',
  402: '`insufficient_credits`.',
  403: '`auth_failed`: the key is missing or wrong.',
  429: '`rate_limit_exceeded`; see `Retry-After`.',
  500: '`internal_error`: our fault; nothing was charged.',
  503: '`service_busy`; see `Retry-After`. Uses no rate unit and no credit.',
}

const picture = { schema: Type.Unsafe<never>({ type: 'string', format: 'binary' }) }

export function cutoutSchema(path: string, config: Config) {
  const alias = path === '/removebg' ? ' The same as `/v1.0/cutout`: existing clients have this path built in.' : ''
  return {
    tags: ['Compatible with remove.bg'],
    summary: 'Remove the background; the answer is the picture',
    description: `Speaks the conventions of the remove.bg API v1.0: change the base URL and be done.${alias}`,
    consumes: ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'],
    body: cutoutBody(limitsInWords(config)),
    response: {
      200: {
        description:
          'The picture, with `X-Credits-Charged`, `X-Width`, `X-Height`, `X-Type` and `X-Foreground-*`. With ' +
          '`Accept: application/json` as base64 in `data.result_b64`.',
        content: { 'image/png': picture, 'image/jpeg': picture, 'image/webp': picture, 'application/zip': picture },
      },
      ...Object.fromEntries(
        Object.entries(answers).map(([status, description]) => [status, { ...Problems, description }]),
      ),
    },
    security: [{ apiKey: [] }],
  }
}
