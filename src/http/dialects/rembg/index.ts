/** `/api/remove` of rembg's server: GET with an address, POST with a file. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { file, webAddress } from '../../../parameters/sources.js'
import { type KeyIn, keyInHeader } from '../../auth.js'
import { requiredField } from '../../fields.js'
import type { Form } from '../../form.js'
import { sendPicture } from '../../picture-answer.js'
import { readParameters } from '../../v1/parameters.js'
import { type DialectParts, pictureRoute, type Wish } from '../picture-route.js'
import { refuseTuning, rembgFields } from './fields.js'

const URL_FIELD = { url: requiredField(webAddress(), 'The address of the photo.') }
const FILE_FIELD = { file: requiredField(file, 'The photo.') }

export function rembg(scope: FastifyInstance, parts: DialectParts): void {
  const { config, networks } = parts
  const fields = rembgFields(networks)
  const wishOf = (form: Form, source: Wish['source']): Wish => {
    const values = readParameters(fields, form)
    refuseTuning(values)
    const { model, om, bgc } = values
    return {
      source,
      pixels: config.limits.pixels,
      job: {
        ...model,
        format: 'png',
        channels: om ? 'alpha' : 'rgba',
        ...(bgc && !om && { background: { kind: 'colour', ...bgc } }),
      },
    }
  }
  const common = {
    dialect: 'rembg',
    fileFields: ['file'],
    keyIn: keyInOr(config.rembgKey),
    beside: ({ query }: FastifyRequest) => query,
  } as const
  pictureRoute(scope, parts, {
    ...common,
    method: 'GET',
    read: (form, request) => {
      const asked = withQuery(form, request)
      return wishOf(asked, { url: readParameters(URL_FIELD, asked).url, parameter: 'url' })
    },
    // It is paid for each time, and may be anybody's photo.
    send: (reply, answer) => sendPicture(reply.header('Cache-Control', 'no-store'), answer, parts),
  })
  pictureRoute(scope, parts, {
    ...common,
    method: 'POST',
    read: (form, request) =>
      wishOf(withQuery(form, request), { file: readParameters(FILE_FIELD, form).file, parameter: 'file' }),
    send: (reply, answer) => sendPicture(reply, answer, parts),
  })
}

/** rembg knows no keys, so its callers may send ours in either usual way. Never in the address, which ends up in logs. */
const keyInOr =
  (fallback: string | undefined): KeyIn =>
  (request) => {
    const [, bearer] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
    return keyInHeader(request) ?? bearer ?? fallback
  }

/** What is in the address counts like a field; the last of several, and a field of the form before it. */
function withQuery(form: Form, { query }: FastifyRequest): Form {
  const asked = Object.entries(query as Record<string, string | string[]>)
    .map(([name, value]) => [name, [value].flat().at(-1)?.trim() ?? ''] as const)
    .filter(([, value]) => value !== '')
  return { ...form, fields: new Map([...asked, ...form.fields]) }
}
