/** Pictures that the product makes of its sample photo. Their names change with the recipes, so caches may keep them for a long time. */
import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../base/errors.js'
import type { HttpParts } from './parts.js'

export function stylePreviewRoute(app: FastifyInstance, { stylePreviews }: Pick<HttpParts, 'stylePreviews'>): void {
  app.get<{ Params: { name: string } }>('/styles/:name', { schema: { hide: true } }, async (request, reply) => {
    const file = await stylePreviews.find(request.params.name)
    if (!file) throw new AppError('not_found', 'There is no such preview; GET /v1/styles lists them')
    return reply
      .type('image/jpeg')
      .header('Cache-Control', 'public, max-age=604800, immutable')
      .header('X-Content-Type-Options', 'nosniff')
      .send(createReadStream(file))
  })
}
