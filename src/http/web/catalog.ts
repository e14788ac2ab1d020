/** What the page shows to everybody, signed in or not: styles, formats, limits, errors and a photo to try. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.js'
import { listIdPhotoFormats, listStyles } from '../catalog.js'
import type { HttpParts } from '../parts.js'
import { v1ErrorMeanings } from '../v1/answers.js'

export function catalogRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { limits, rateLimitPerMinute, resultTtlMs, previewMaxSide } = parts.config

  scope.get('/catalog', async () => ({
    styles: listStyles(parts),
    ...listIdPhotoFormats(),
    limits: { ...limits, rateLimitPerMinute, resultTtlMs, previewMaxSide },
    errors: v1ErrorMeanings,
  }))

  scope.get('/sample', async (_request, reply) => {
    const { size } = await stat(parts.samplePhoto).catch(() => {
      throw new AppError('not_found', 'There is no sample photo')
    })
    return reply
      .type('image/jpeg')
      .header('Content-Length', String(size))
      .header('Cache-Control', 'public, max-age=86400')
      .send(createReadStream(parts.samplePhoto))
  })
}
