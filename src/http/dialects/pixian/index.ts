/** Pixian's `POST /api/v2/remove-background`. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../base/errors.js'
import type { ImageSource } from '../../../service/images/process-image.js'
import type { KeyIn } from '../../auth.js'
import { isGiven } from '../../fields.js'
import type { Form } from '../../form.js'
import { sendPicture } from '../../picture-answer.js'
import { readParameters } from '../../v1/parameters.js'
import { type DialectParts, pictureRoute } from '../picture-route.js'
import { FIELDS, renderingOf, SOURCES } from './fields.js'

/** The secret of HTTP Basic is the key; the id may be anything. */
const keyInBasic: KeyIn = ({ headers }) => {
  const [, encoded = ''] = /^basic +([\w+/=-]+) *$/i.exec(headers.authorization ?? '') ?? []
  const [, secret] = /^[^:]*:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (secret !== undefined) return secret.trim()
  const message = 'HTTP Basic authentication is missing: send any id, and an API key as its secret'
  throw new AppError('unauthenticated', message, { parameter: 'Authorization' })
}

export function pixian(scope: FastifyInstance, parts: DialectParts): void {
  pictureRoute(scope, parts, {
    dialect: 'pixian',
    method: 'POST',
    fileFields: ['image'],
    base64Fields: ['image.base64'],
    keyIn: keyInBasic,
    clean: 'Leave out test',
    read: (form) => {
      const values = readParameters(FIELDS, form)
      return {
        source: sourceIn(form),
        pixels: values.max_pixels,
        isPreview: values.test,
        job: { channels: 'rgba', ...renderingOf(values) },
      }
    },
    send: async (reply, answer) => {
      reply.header('X-Credits-Charged', String(answer.charged))
      if (answer.watermark) reply.header('X-Credits-Calculated', String(parts.config.prices.remove))
      return sendPicture(reply, answer, parts)
    },
  })
}

function sourceIn(form: Form): ImageSource {
  const given = Object.keys(SOURCES).filter((name) => isGiven(name, form))
  const [parameter, another] = given
  const names = Object.keys(SOURCES).join(', ')
  if (parameter === undefined) {
    throw new AppError('invalid_request', `The photo is missing: send one of ${names}`, { reason: 'missing_image' })
  }
  if (another !== undefined) {
    throw new AppError('invalid_request', `Send only one of ${given.join(', ')}`, { parameter })
  }
  const { image, 'image.base64': base64, 'image.url': url } = readParameters(SOURCES, form)
  const path = image ?? base64
  return path === undefined ? { url: url ?? '', parameter } : { file: path, parameter }
}
