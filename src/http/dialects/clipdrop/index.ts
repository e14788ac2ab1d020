/** Clipdrop's `POST /remove-background/v1`. */
import type { FastifyInstance } from 'fastify'
import { UNLIMITED_CREDITS } from '../../../catalog/prices.js'
import { file } from '../../../parameters/sources.js'
import { choice } from '../../../parameters/words.js'
import { isUnlimited } from '../../../service/accounts/unlimited.js'
import { apiKeyOf } from '../../auth.js'
import { field, requiredField } from '../../fields.js'
import { sendPicture } from '../../picture-answer.js'
import { readParameters } from '../../v1/parameters.js'
import { type DialectParts, pictureRoute } from '../picture-route.js'
import { acceptedFormat } from './accepted-format.js'

const FIELDS = {
  image_file: requiredField(file, 'The photo.'),
  transparency_handling: field(
    choice({ return_input_if_non_opaque: 'result', discard_alpha_layer: 'ignored' } as const),
    'What becomes of a photo that is transparent already.',
    'return_input_if_non_opaque',
  ),
}

export function clipdrop(scope: FastifyInstance, parts: DialectParts): void {
  const { accounts, config } = parts
  pictureRoute(scope, parts, {
    dialect: 'clipdrop',
    method: 'POST',
    fileFields: ['image_file'],
    beside: ({ headers }) => acceptedFormat(headers.accept),
    read: (form, { headers }) => {
      const { image_file, transparency_handling } = readParameters(FIELDS, form)
      return {
        source: { file: image_file, parameter: 'image_file' },
        pixels: config.limits.pixels,
        job: { format: acceptedFormat(headers.accept), channels: 'rgba', transparency: transparency_handling },
      }
    },
    send: async (reply, answer, request) => {
      const { accountId, account } = apiKeyOf(request)
      const balance = isUnlimited(config, account) ? UNLIMITED_CREDITS : (await accounts.find(accountId))?.balance
      reply.header('x-remaining-credits', String(balance ?? 0)).header('x-credits-consumed', String(answer.charged))
      return sendPicture(reply, answer, parts)
    },
  })
}
