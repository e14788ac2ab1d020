/** What the page shows to all visitors, signed in or not: styles, formats, presets, limits, errors and a photo to try. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../base/errors.js'
import { type CatalogParts, listIdPhotoFormats, listPresets, listStyles } from '../catalog.js'
import type { HttpParts } from '../parts.js'
import { v1ErrorMeanings } from '../v1/answers.js'
import type { Catalog } from './answers.js'

export function catalogRoutes(
  scope: FastifyInstance,
  parts: CatalogParts & Pick<HttpParts, 'config' | 'samplePhoto'>,
): void {
  const { presets, warnings } = listPresets()
  const formats = listIdPhotoFormats()
  const { limits, rateLimitPerMinute, resultTtlMs, previewMaxSide, prices } = parts.config

  scope.get(
    '/catalog',
    async (): Promise<Catalog> => ({
      styles: listStyles(parts),
      ...formats,
      presets,
      warnings: { ...formats.warnings, ...warnings },
      limits: { ...limits, rateLimitPerMinute, resultTtlMs, previewMaxSide },
      prices,
      errors: v1ErrorMeanings,
    }),
  )

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
