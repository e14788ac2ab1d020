/** The compatible routes as the API document shows them. */
import { priceInWords } from '../../catalog/prices.js'
import {
  type Bodies,
  describe,
  documentedAs,
  exactlyOne,
  excluding,
  optional,
  requiring,
  type Schemas,
  together,
} from '../document/bodies.js'
import { ImageHeaders } from '../document/image-headers.js'
import { named } from '../document/named-schemas.js'
import { type LimitsInWords, limitsInWords } from '../limits-in-words.js'
import type { HttpParts } from '../parts.js'
import { cutoutAnswers } from './answers.js'
import { backgroundFields, optionFields, photoFields } from './fields.js'

/** `transparent` counts as not given, so it may come with a picture. */
function atMostOne(pictures: Schemas): object {
  const { bg_color } = describe(backgroundFields)
  const names = Object.keys(backgroundFields).filter((name) => name !== 'bg_color')
  const transparent = { type: 'string', enum: ['transparent'] }
  return {
    oneOf: [
      optional({ bg_color, ...excluding(names) }),
      ...Object.entries(pictures).map(([name, schema]) =>
        requiring({ [name]: schema }, { bg_color: transparent, ...excluding(names.filter((it) => it !== name)) }),
      ),
    ],
  }
}

function cutoutBodies(limits: LimitsInWords, networks: readonly string[], price: string): Bodies {
  // What is text in a form may be a boolean or a number in JSON.
  const { type_level, crop, crop_margin, ...textFields } = optionFields(networks, price)
  const otherFields = { type_level, crop, crop_margin }
  const options = named('CutoutOptions', optional(describe(textFields)))
  const { image_file, image_file_b64, image_url } = describe(photoFields(limits.file))
  const { bg_image_url, bg_image_file } = describe(backgroundFields)
  const asText = optional(describe(otherFields))
  const asJson = optional(describe(otherFields, 'json'))
  const urlBackground = atMostOne({ bg_image_url })
  const anyBackground = atMostOne({ bg_image_url, bg_image_file })
  const remote = exactlyOne({ image_file_b64 }, { image_url })
  const all = exactlyOne({ image_file }, { image_file_b64 }, { image_url })
  return {
    'multipart/form-data': named('CutoutForm', together(options, asText, all, anyBackground)),
    'application/x-www-form-urlencoded': named('CutoutFields', together(options, asText, remote, urlBackground)),
    'application/json': named('CutoutRequest', together(options, asJson, remote, urlBackground)),
  }
}

export function cutoutSchema(
  path: '/cutout' | '/removebg',
  { config, networks }: Pick<HttpParts, 'config' | 'networks'>,
) {
  const alias =
    path === '/removebg' ? ' The same as `/v1.0/cutout`, because existing clients have this path built in.' : ''
  return {
    tags: ['Compatible with remove.bg'],
    operationId: path === '/removebg' ? 'removebg' : 'cutout',
    summary: 'Remove the background; the answer is the picture',
    description:
      `Follows the conventions of the remove.bg API v1.0: only the base URL changes.${alias} Words may be in any case, ` +
      'empty values count as not given, and unknown fields are ignored.',
    headers: ImageHeaders,
    body: documentedAs(cutoutBodies(limitsInWords(config), networks, priceInWords(config.prices.remove))),
    response: cutoutAnswers,
    security: [{ apiKey: [] }],
  }
}
