/** The parameters of the compatible routes as the API document shows them. Checking is done in `parameters`. */
import type { Config } from '../../config.js'
import { type Bodies, documentedAs, exactlyOne, optional, requiring, shutOut, together } from '../document/bodies.js'
import { ImageHeaders } from '../document/image-headers.js'
import { named } from '../document/named-schemas.js'
import { type LimitsInWords, limitsInWords } from '../limits-in-words.js'
import { cutoutAnswers } from './answers.js'
import { isClassified, outputChannels, outputFormat, preferredClass, sizeTier } from './parameters.js'
import type { Choice } from './values.js'

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more })
const wordOf = ({ words }: Choice<unknown>, fallback: string, description: string) =>
  text(description, { enum: words, default: fallback })
const file = (description: string) => text(description, { format: 'binary' })

const CROP_WORDS = { type: 'string', enum: ['true', 'false', '1', '0'] }
const CROP = 'Crop to the subject.'
const MARGIN = '1, 2 or 4 margins in px or %, at most 50% or 500px.'

const options = named(
  'CutoutOptions',
  optional({
    size: wordOf(
      sizeTier,
      'preview',
      '`preview`, `small`, `regular`: 640 px, watermarked, free. `medium`, `hd`, `4k`, `full`, `50MP`: up to ' +
        '1.5 / 4 / 25 / 25 / 50 MP, 1 credit. `auto`: `full` if there is a credit, else `preview`.',
    ),
    type: wordOf(preferredClass, 'auto', 'Which subject wins when there are several.'),
    format: wordOf(outputFormat, 'auto', '`png`: at most 10 MP. `zip`: color.jpg and alpha.png.'),
    roi: text('Region that can hold the subject: `x1 y1 x2 y2`, in px or %.', { default: '0% 0% 100% 100%' }),
    scale: text('Size of the subject: `original`, or `10%` to `100%`.', { default: 'original' }),
    position: text('Place of the subject: `original`, `center`, or one or two percentages.', { default: 'original' }),
    channels: wordOf(outputChannels, 'rgba', '`alpha`: the mask alone.'),
  }),
)

/** What is text in a form may be a boolean or a number in JSON. */
const asText = optional({
  type_level: wordOf(isClassified, '1', '`none` leaves out the header `X-Type`; the others are alike.'),
  crop: { ...CROP_WORDS, default: 'false', description: CROP },
  crop_margin: text(MARGIN, { default: '0' }),
})
const asJson = optional({
  type_level: {
    anyOf: [
      { type: 'string', enum: isClassified.words },
      { type: 'integer', enum: [1, 2] },
    ],
    default: '1',
    description: '`none` leaves out the header `X-Type`; the others are alike.',
  },
  crop: {
    anyOf: [{ type: 'boolean' }, CROP_WORDS, { type: 'integer', enum: [0, 1] }],
    default: false,
    description: CROP,
  },
  crop_margin: {
    anyOf: [{ type: 'string' }, { type: 'number', minimum: 0, maximum: 500 }],
    default: '0',
    description: MARGIN,
  },
})

const bg_color = text('Hex colour of 3, 4, 6 or 8 digits, with or without `#`, a CSS colour name, or `transparent`.')
const bg_image_url = text('Address of a background picture; scaled to cover.')
const BACKGROUNDS = ['bg_color', 'bg_image_url', 'bg_image_file']

/** `transparent` counts as not given, so it may stand beside a picture. */
function atMostOne(...pictures: readonly (readonly [name: string, schema: object])[]): object {
  const transparent = { type: 'string', enum: ['transparent'] }
  const others = (name: string): string[] => BACKGROUNDS.filter((it) => it !== name && it !== 'bg_color')
  return {
    oneOf: [
      { ...optional({ bg_color, ...shutOut(others('bg_color')) }) },
      ...pictures.map(([name, schema]) =>
        requiring({ [name]: schema }, { bg_color: transparent, ...shutOut(others(name)) }),
      ),
    ],
  }
}

function cutoutBodies(limits: LimitsInWords): Bodies {
  const image_file = file(`The image: JPEG, PNG, WebP or BMP, told apart by content; at most ${limits.file}.`)
  const image_file_b64 = text('The image as base64, with or without a `data:` prefix.')
  const image_url = text('Public http or https address of the image.')
  const urlBackground = atMostOne(['bg_image_url', bg_image_url])
  const anyBackground = atMostOne(
    ['bg_image_url', bg_image_url],
    ['bg_image_file', file('A background picture; scaled to cover.')],
  )
  const remote = exactlyOne({ image_file_b64 }, { image_url })
  const all = exactlyOne({ image_file }, { image_file_b64 }, { image_url })
  return {
    'multipart/form-data': named('CutoutForm', together(options, asText, all, anyBackground)),
    'application/x-www-form-urlencoded': named('CutoutFields', together(options, asText, remote, urlBackground)),
    'application/json': named('CutoutRequest', together(options, asJson, remote, urlBackground)),
  }
}

export function cutoutSchema(path: '/cutout' | '/removebg', config: Config) {
  const alias = path === '/removebg' ? ' The same as `/v1.0/cutout`: existing clients have this path built in.' : ''
  return {
    tags: ['Compatible with remove.bg'],
    operationId: path === '/removebg' ? 'removebg' : 'cutout',
    summary: 'Remove the background; the answer is the picture',
    description:
      `Speaks the conventions of the remove.bg API v1.0: change the base URL and be done.${alias} Words are read in any ` +
      'case, empty values count as not given, and unknown fields are ignored.',
    headers: ImageHeaders,
    body: documentedAs(cutoutBodies(limitsInWords(config))),
    response: cutoutAnswers,
    security: [{ apiKey: [] }],
  }
}
