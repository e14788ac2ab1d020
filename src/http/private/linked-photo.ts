/** A photo at a web address, for the playground, which may not read other hosts itself. */
import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { createRequestFiles } from '../../service/images/request-files.js'
import { clientGoneSignal } from '../client-gone.js'
import type { HttpParts } from '../parts.js'
import { readBody } from './body.js'
import { requireSession, sessionOf } from './guard.js'

const LinkBody = Type.Object({ url: Type.String({ minLength: 1, maxLength: 4096, description: 'a web address' }) })

export function linkedPhotoRoutes(
  scope: FastifyInstance,
  { fetchLinkedPhoto, workspace, incidents }: Pick<HttpParts, 'fetchLinkedPhoto' | 'workspace' | 'incidents'>,
): void {
  scope.post('/linked-photo', { onRequest: requireSession }, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { url } = readBody(LinkBody, request)
    const files = createRequestFiles(workspace, incidents.note('a request could not tidy up yet'))
    const path = files.newPath()
    try {
      const bytes = await fetchLinkedPhoto({ accountId, url, path, signal: clientGoneSignal(reply) })
      const photo = await open(path) // it can be read for as long as it is open
      reply.type('application/octet-stream').header('Content-Length', String(bytes))
      return await reply.send(photo.createReadStream())
    } finally {
      await files.removeAll()
    }
  })
}
