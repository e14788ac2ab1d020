/** What the page shows to all visitors, signed in or not: styles, formats, limits, errors and a photo to try. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../base/errors.js'
import { styleEntries } from '../../catalog/styles.js'
import { type CatalogParts, listIdPhotoFormats, listStyles } from '../catalog.js'
import type { HttpParts } from '../parts.js'
import { v1ErrorMeanings } from '../v1/answers.js'
import type { Catalog, Showcase } from './answers.js'

/** On the start page: styles that differ widely. */
const SHOWN_STYLES: readonly string[] = ['oil-painting', 'watercolour', 'pencil-sketch']

export function catalogRoutes(
  scope: FastifyInstance,
  parts: CatalogParts & Pick<HttpParts, 'config' | 'samplePhoto'>,
): void {
  const { limits, rateLimitPerMinute, resultTtlMs, previewMaxSide } = parts.config

  scope.get(
    '/catalog',
    async (): Promise<Catalog> => ({
      styles: listStyles(parts),
      ...listIdPhotoFormats(),
      limits: { ...limits, rateLimitPerMinute, resultTtlMs, previewMaxSide },
      errors: v1ErrorMeanings,
    }),
  )

  scope.get('/showcase', async (): Promise<Showcase> => {
    const { stylePreviews, addresses } = parts
    const urlOf = (name: string): string => `${addresses.cdn()}/styles/${name}`
    const shown = styleEntries().filter(({ id }) => SHOWN_STYLES.includes(id))
    return {
      cutout: urlOf(stylePreviews.cutout),
      idPhoto: urlOf(stylePreviews.idPhoto),
      styles: shown.map((style) => ({ name: style.name, url: urlOf(stylePreviews.nameOf(style)) })),
    }
  })

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
