/** How the API document describes the addresses of results. */
import { Type } from 'typebox'
import type { Config } from '../config/config.js'
import { COMMON, resultHeaders } from './document/headers.js'
import { limitsInWords } from './limits-in-words.js'
import { refusals } from './v1/answers.js'

const picture = { type: 'string', format: 'binary' }
const content = {
  'image/png': { schema: picture },
  'image/jpeg': { schema: picture },
  'application/pdf': { schema: picture },
}
/** For the plug-in that writes the document: an answer without a body. */
const empty = { type: 'null' }

export function resultSchema(config: Config) {
  const { all, whole, part, link } = resultHeaders(config.resultTtlMs / 1000)
  return {
    tags: ['Results'],
    operationId: 'getResult',
    summary: 'A result',
    description:
      'The address that an image route answers with, which may be on another server (`CDN_URL`). It needs no key, is kept ' +
      `for ${limitsInWords(config).resultLife}, and does not count against the rate.`,
    params: Type.Object({
      name: Type.String({ description: 'From the address: an unguessable id and the file extension.' }),
    }),
    headers: Type.Object({
      Range: Type.Optional(Type.String({ description: 'Which bytes to send: `bytes=0-1023`. One range only.' })),
      'If-None-Match': Type.Optional(Type.String({ description: 'The `ETag` of a copy that the client has.' })),
    }),
    response: {
      200: { description: 'The whole picture.', headers: { ...COMMON, ...all, ...whole }, content },
      206: { description: 'The bytes asked for.', headers: { ...COMMON, ...all, ...whole, ...part }, content },
      302: {
        ...empty,
        description: 'The picture is in a bucket: follow the link right away.',
        headers: { ...COMMON, ...link },
      },
      304: { ...empty, description: 'The client has the picture.', headers: { ...COMMON, ...all } },
      416: { ...empty, description: 'The picture has no such bytes.', headers: { ...COMMON, ...part } },
      ...refusals([404, 500, 503]),
    },
    security: [],
  }
}
